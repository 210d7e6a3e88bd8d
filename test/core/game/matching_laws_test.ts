/** Properties of matching for any listing, drawn from a few teams and kickoffs. @module */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  CONFIDENCES,
  type Game,
  type GameStatus,
  type Match,
  type PlatformGame,
  type PlatformKickoff,
  PLATFORMS,
  type PlatformSide,
  type Team,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makeGame, makePlatformGame, makeTeam, match, sec } from "./made_games.ts";

const NOW = "2026-09-20T00:00:00Z";
const TEAMS = ["Ajax", "Boca", "Celta", "Derby"].map((name, at) =>
  makeTeam("epl", name, {
    abbreviation: name.slice(0, 1),
    otherNames: [at < 2 ? "North" : "South"],
  })
);
/** Quarters of an hour, hours and days about now. */
const kickoffSec = fc.tuple(
  fc.constantFrom(-8, -1, 0, 1, 3, 7),
  fc.constantFrom(0, 1, 3, 4, 18),
  fc.constantFrom(0, 15, 16),
).map(([days, hours, minutes]) => UnixSec(sec(NOW) + days * 86_400 + hours * 3_600 + minutes * 60));
const team = fc.constantFrom(...TEAMS);
const pair = fc.tuple(team, team).filter(([home, away]) => home !== away);
const previous = fc.array(
  kickoffSec.map((at) => ({ kickoffSec: at, changedSec: at })),
  { maxLength: 1 },
);
const status = fc.constantFrom<GameStatus>("scheduled", "live", "postponed", "cancelled");
const games = fc.array(fc.tuple(pair, kickoffSec, previous, status), { maxLength: 6 }).map((rows) =>
  rows.map(([[home, away], at, previousKickoffs, status], id) => ({
    ...makeGame({ id: `${id}`, home, away, kickoff: NOW, status, previousKickoffs }),
    kickoffSec: at,
  }))
);

const sideOf = (who: fc.Arbitrary<Team>): fc.Arbitrary<PlatformSide> =>
  who.chain((known) =>
    fc.constantFrom<PlatformSide>(
      { names: [known.name], codes: [] },
      { names: [known.name], codes: [known.abbreviation] },
      { names: [], codes: [known.abbreviation] },
      { names: known.otherNames, codes: [] },
      { names: [`${known.name} Women`], codes: [] },
      { names: ["Northbridge"], codes: [known.abbreviation] },
    )
  );
const day = kickoffSec.map((at) => new Date(at * 1000)).map((date) => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
}));
const kickoff: fc.Arbitrary<PlatformKickoff> = fc.oneof(
  kickoffSec.map((at) => ({ kind: "at" as const, sec: at })),
  fc.record({ kind: fc.constant("day" as const), day, gameNumber: fc.constantFrom(null, 1, 2) }),
  fc.constant({ kind: "unknown" as const }),
);
const listedGame = fc.record({
  home: sideOf(team),
  away: sideOf(team),
  kickoff,
  source: fc.constantFrom(...PLATFORMS.slice(0, 2)),
}).map((rest) => makePlatformGame({ ...rest, league: "epl" }));
const listing = fc.array(listedGame, { maxLength: 6 })
  .map((all) => all.map((listed, at) => ({ ...listed, key: `${at}` })));

const run = (games: ReadonlyArray<Game>, listed: ReadonlyArray<PlatformGame>) =>
  match({ league: "epl", games, listed, teams: TEAMS, now: NOW });

function runOne(games: ReadonlyArray<Game>, listed: PlatformGame): Match {
  const [found] = run(games, [listed]);
  if (found === undefined) throw new Error("a match for each platform game");
  return found;
}

/** 0 for no link, up to 3 for an exact link. */
function sureness({ link }: Match): number {
  return link === null ? 0 : CONFIDENCES.length - CONFIDENCES.indexOf(link.confidence);
}

/** As sure at least; and of the same game, unless there was a doubt that is gone. */
function expectNoLess(after: Match, before: Match): void {
  expect(sureness(after)).toBeGreaterThanOrEqual(sureness(before));
  if (sureness(before) >= 2) expect(after.link?.gameId).toBe(before.link?.gameId as string);
}

/** Whether no other game begins, or was to begin, when this one does. */
function isAlone(game: Game, all: ReadonlyArray<Game>): boolean {
  return all.every((other) =>
    other === game ||
    [other.kickoffSec, ...other.previousKickoffs.map(({ kickoffSec }) => kickoffSec)]
      .every((at) => Math.abs(at - game.kickoffSec) > 15 * 60)
  );
}

describe("matching", () => {
  test("does not depend on the order of games, nor on that of listings", () =>
    fc.assert(fc.property(games, listing, fc.nat(), (games, listed, at) => {
      const rotated = [...games.slice(at % 6), ...games.slice(0, at % 6)].toReversed();
      expect(run(rotated, listed.toReversed())).toEqual([...run(games, listed)].toReversed());
    })));

  test("links one platform's games to different games, or to one game exactly", () =>
    fc.assert(fc.property(games, listing, (games, listed) => {
      const sure = run(games, listed).filter((found) => sureness(found) >= 2);
      const claims = Map.groupBy(sure, ({ source, link }) => `${source} ${link?.gameId}`);
      for (const [, rivals] of claims) {
        if (rivals.length > 1) {
          expect(rivals.every(({ link }) => link?.confidence === "exact")).toBe(true);
        }
      }
    })));

  test("is never more certain, and never certain of another game, with one more game", () =>
    fc.assert(fc.property(games, listedGame, pair, kickoffSec, (games, listed, sides, at) => {
      // Which game of a doubleheader is the second is known with the first.
      fc.pre(listed.kickoff.kind !== "day" || listed.kickoff.gameNumber === null);
      const [home, away] = sides;
      const added = { ...makeGame({ id: "added", home, away, kickoff: NOW }), kickoffSec: at };
      const [before, after] = [runOne(games, listed), runOne([...games, added], listed)];
      if (after.link?.gameId === "espn:added") return;
      expect(sureness(after)).toBeLessThanOrEqual(sureness(before));
      if (sureness(after) >= 2) expect(after.link).toEqual(before.link);
    })));

  test("is as before with a game more of other teams", () =>
    fc.assert(fc.property(games, listedGame, kickoffSec, (games, listed, at) => {
      const [home, away] = [makeTeam("epl", "Everton"), makeTeam("epl", "Fulham")];
      const added = { ...makeGame({ id: "added", home, away, kickoff: NOW }), kickoffSec: at };
      const [before, after] = [runOne(games, listed), runOne([...games, added], listed)];
      expect(after.link).toEqual(before.link);
      expect(after.maybe.filter((id) => id !== "espn:added")).toEqual([...before.maybe]);
    })));

  test("never links women's games to men's, whatever else is equal", () =>
    fc.assert(fc.property(games, listedGame, team, (games, listed, known) => {
      const women = { names: [known.name, `${known.name} (W)`], codes: [known.abbreviation] };
      const found = runOne(games, { ...listed, home: women });
      expect(found.link).toBeNull();
      expect(found.maybe).toEqual([]);
    })));
});

describe("evidence for the linked game never lowers certainty:", () => {
  const known = fc.tuple(games.filter((all) => all.length > 0), fc.nat()).map(([all, at]) => {
    const game = all[at % all.length];
    if (game === undefined) throw new Error("one of the games");
    return { all, game };
  });
  const side = (team: Team, rest: Partial<PlatformSide> = {}) => ({
    names: [team.name],
    codes: [],
    ...rest,
  });

  test("the kickoff, if there was none and no other game has it", () =>
    fc.assert(fc.property(known, ({ all, game }) => {
      fc.pre(isAlone(game, all));
      const listed = makePlatformGame({
        league: "epl",
        home: side(game.home),
        away: side(game.away),
        kickoff: { kind: "unknown" },
      });
      const withKickoff = { ...listed, kickoff: { kind: "at" as const, sec: game.kickoffSec } };
      const before = runOne(all, listed);
      if (before.link?.gameId === game.id) expectNoLess(runOne(all, withKickoff), before);
    })));

  test("a name where there was a code, a code beside a name, a place beside either", () => {
    const less = fc.constantFrom<(team: Team) => PlatformSide>(
      ({ abbreviation }) => ({ names: [], codes: [abbreviation] }),
      ({ otherNames }) => ({ names: otherNames, codes: [] }),
      () => ({ names: ["Northbridge"], codes: [] }),
      ({ name }) => ({ names: [name], codes: [] }),
    );
    fc.assert(fc.property(known, kickoff, less, ({ all, game }, kickoff, less) => {
      const listed = makePlatformGame({
        league: "epl",
        home: less(game.home),
        away: side(game.away),
        kickoff,
      });
      const { names, codes } = listed.home;
      const before = runOne(all, listed);
      if (before.link?.gameId !== game.id) return;
      const more = [
        { names: [...names, game.home.name], codes },
        { names, codes: [...codes, game.home.abbreviation] },
      ];
      for (const home of more) {
        expectNoLess(runOne(all, { ...listed, home }), before);
      }
    }));
  });
});
