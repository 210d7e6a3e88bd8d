/**
 * Pages of 100,000 games, each on five platforms, compared with keyset queries to a PostgreSQL
 * server.
 *
 * @module
 */
import { type Aim, type Benchmark, compare, type Finding } from "../benchmark.ts";
import { spreadOf } from "../spread.ts";
import type { GameMeasures, PageTimes } from "./game_measures.ts";
import { measureStoredPages, type StoredPages } from "./stored_pages.ts";

const NAME = "games";
const GAMES = 100_000;
const MANY_GAMES = 1_000_000;
/** Twenty pages in the time of one that a PostgreSQL server is asked for. */
const KEYSET_RATIO_MAX = 1 / 20;
/** 20 MB for 10,000. */
const MB_PER_GAME_MAX = 0.002;

/** The benchmark. */
export const games: Benchmark = {
  name: NAME,
  about: `pages of ${GAMES} games on five platforms each, their memory, and a patch of them`,
  run: async () => {
    const measured = await measure(GAMES);
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    const stored = databaseUrl === undefined
      ? undefined
      : await measureStoredPages(databaseUrl, GAMES);
    return [
      ...findingsOf(measured, { count: GAMES, stored }),
      ...findingsOf(await measure(MANY_GAMES), { count: MANY_GAMES, stored: undefined }),
    ];
  },
};

/** In a separate process, whose memory is that of the games. */
async function measure(count: number): Promise<GameMeasures> {
  const child = Bun.spawn(
    [process.execPath, "run", "test/bench/games/game_process.ts", String(count)],
    { stdout: "pipe", stderr: "inherit" },
  );
  return JSON.parse(await new Response(child.stdout).text());
}

function findingsOf(
  { pages, loadMs, patchMs, memoryMb, residentMb }: GameMeasures,
  { count, stored }: { readonly count: number; readonly stored: StoredPages | undefined },
): ReadonlyArray<Finding> {
  const label = (what: string) => `${what}, ${count} games`;
  const plain = (
    what: string,
    unit: string,
    { values, aim }: { readonly values: ReadonlyArray<number>; readonly aim?: Aim },
  ): Finding => ({
    name: NAME,
    what: label(what),
    unit,
    better: "lower",
    value: spreadOf(values),
    ...(aim === undefined ? {} : { aim }),
  });
  const page = (what: string, ours: PageTimes, reference?: PageTimes): ReadonlyArray<Finding> =>
    (["p50Ms", "p99Ms"] as const).map((which) => {
      const name = `${what}, ${which.slice(0, 3)}`;
      if (reference === undefined) return plain(name, "ms", { values: ours[which] });
      return compare(NAME, {
        unit: "ms",
        ...(which === "p50Ms" ? { aim: { ratio: KEYSET_RATIO_MAX } } : {}),
        ours: { what: label(name), values: ours[which] },
        reference: { what: "keyset query", values: reference[which] },
      });
    });
  return [
    ...page("first page of 50", pages.first, stored?.first),
    ...page("last page", pages.last, stored?.last),
    ...page("any page of 50", pages.any),
    ...page("filtered page, total not known", pages.filtered, stored?.filtered),
    ...page("page of 200 with coverage", pages.large),
    plain("patch of 5,000 games", "ms", { values: patchMs }),
    plain("load, making the games included", "ms", { values: [loadMs] }),
    plain("memory of the games", "MB", {
      values: [memoryMb],
      aim: { value: count * MB_PER_GAME_MAX },
    }),
    plain("memory of the process", "MB", { values: [residentMb] }),
  ];
}
