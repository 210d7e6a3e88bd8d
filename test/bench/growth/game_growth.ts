/**
 * Pages and a patch of more and more games.
 *
 * @module
 */
import type { GameMeasures } from "../games/game_measures.ts";
import type { MeasurePaths, PathCosts } from "./path_costs.ts";

const GAME_COUNTS = [10_000, 100_000, 1_000_000] as const;

/** In a process of its own, whose pages no other games and their garbage slow down. */
async function measureGames(count: number): Promise<GameMeasures> {
  const file = "test/bench/games/game_process.ts";
  const child = Bun.spawn([process.execPath, "run", file, String(count)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text());
}

/** Measures them, one count after the other. */
export const gameGrowth: MeasurePaths = async () => {
  const measured: Array<GameMeasures> = [];
  for (const count of GAME_COUNTS) measured.push(await measureGames(count));
  const path = (
    what: string,
    valuesOf: (measures: GameMeasures) => ReadonlyArray<number>,
  ): PathCosts => ({
    what,
    sized: "games",
    unit: "ms",
    sizes: GAME_COUNTS.map((size, which) => {
      const measures = measured[which];
      return { size, values: measures === undefined ? [] : valuesOf(measures) };
    }),
  });
  return [
    path("the first page of games", ({ pages }) => pages.first.p50Ms),
    path("any page of games", ({ pages }) => pages.any.p50Ms),
    path("a filtered page of games", ({ pages }) => pages.filtered.p50Ms),
    path("a patch of 5,000 games", ({ patchMs }) => patchMs),
  ];
};
