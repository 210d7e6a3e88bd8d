/** How the work of matching grows with listings and games, counted as looks at kickoffs. @module */
import { expect, test } from "bun:test";
import {
  type Game,
  indexTeams,
  makeNameTable,
  matchPlatformGames,
  type PlatformGame,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { at, makeGame, makePlatformGame, makeTeam, named, onDay } from "./made_games.ts";

const HALF_DAY_MS = 12 * 3_600_000;
const START_MS = Date.parse("2026-09-20T17:00:00Z");
const [home, away] = [makeTeam("mlb", "Chicago Cubs"), makeTeam("mlb", "Cincinnati Reds")];
const table = makeNameTable([]);

/** The same two teams meet every half day, so the games of a pair grow with all of them. */
function looksAt(size: number, listedAt: (iso: string) => Partial<PlatformGame>): number {
  let looks = 0;
  const starts = Array.from(
    { length: size },
    (_, at) => new Date(START_MS + at * HALF_DAY_MS).toISOString(),
  );
  const games = starts.map((kickoff, id): Game => {
    const game = makeGame({ id: `${id}`, home, away, kickoff });
    return {
      ...game,
      get kickoffSec() {
        looks += 1;
        return game.kickoffSec;
      },
    };
  });
  const listed = starts.map((start, key) => ({
    game: makePlatformGame({
      league: "mlb",
      key: `${key}`,
      home: named(home.name),
      away: named(away.name),
      kickoff: at(start),
      ...listedAt(start),
    }),
    lastSeenSec: UnixSec(START_MS / 1000),
  }));
  const index = indexTeams({ league: "mlb", teams: [home, away], table });
  const nowSec = UnixSec(START_MS / 1000);
  matchPlatformGames({ league: "mlb", index, games, listed, nowSec });
  return looks;
}

const nobody = named("Nobody");

test.each<readonly [string, (iso: string) => Partial<PlatformGame>]>([
  ["at its kickoff", () => ({})],
  ["40 min late", (iso) => ({ kickoff: at(iso.replace(":00:", ":40:")) })],
  ["on a day", (iso) => ({ kickoff: onDay(iso.slice(0, 10), 1) })],
  ["of one game, listed often", () => ({ kickoff: at("2026-09-20T17:00:00Z") })],
  ["of one known team", () => ({ away: nobody })],
  ["of a known team on a day", (iso) => ({ away: nobody, kickoff: onDay(iso.slice(0, 10)) })],
  ["of unknown teams", () => ({ home: nobody, away: nobody })],
  ["of unknown teams on a day", (iso) => ({
    home: nobody,
    away: nobody,
    kickoff: onDay(iso.slice(0, 10)),
  })],
])("ten times the games and listings %s take ten times the work", (_, listedAt) => {
  const [few, many] = [looksAt(100, listedAt), looksAt(1_000, listedAt)];
  // Sorting and halving add a logarithm: at most a half more.
  expect(many / few).toBeLessThan(15);
});
