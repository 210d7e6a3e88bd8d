import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  mergePlatformGame,
  mergeScans,
  type PlatformGame,
  type PlatformKickoff,
} from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { SOME_DAY_SEC } from "./arbitrary_game.ts";

const at = (sec: number): PlatformKickoff => ({ kind: "at", sec: UnixSec(SOME_DAY_SEC + sec) });

const kickoff: fc.Arbitrary<PlatformKickoff> = fc.constantFrom<PlatformKickoff>(
  at(0),
  at(3_600),
  { kind: "day", day: { year: 2026, month: 9, day: 20 }, gameNumber: null },
  { kind: "unknown" },
);

const side = { names: ["A"], codes: [] };
const platformGame: fc.Arbitrary<PlatformGame> = fc.record({
  source: fc.constantFrom("kalshi", "sx_bet"),
  key: fc.constantFrom("1", "2"),
  league: fc.constant("mlb"),
  kickoff,
  home: fc.constant(side),
  away: fc.constant(side),
  isOpen: fc.boolean(),
  events: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("winner", "spread", "total"),
      title: fc.constant("title"),
      markets: fc.subarray(["x", "y"]),
    }),
    { selector: ({ id }) => id },
  ),
});

const SURENESS = { at: 2, day: 1, unknown: 0 };

describe("mergePlatformGame", () => {
  test("has every event of both observations once, and never a less precise kickoff", () =>
    fc.assert(fc.property(platformGame, platformGame, (earlier, later) => {
      const merged = mergePlatformGame(earlier, later);
      const ids = (games: ReadonlyArray<PlatformGame>) =>
        games.flatMap(({ events }) => events.map(({ id }) => id));
      expect(ids([merged]).toSorted()).toEqual([...new Set(ids([earlier, later]))].toSorted());
      const surest = Math.max(SURENESS[earlier.kickoff.kind], SURENESS[later.kickoff.kind]);
      expect(SURENESS[merged.kickoff.kind]).toBe(surest);
    })));

  test("uses the kickoff of the later observation if both have one", () =>
    fc.assert(fc.property(platformGame, platformGame, (earlier, later) => {
      const merged = mergePlatformGame(
        { ...earlier, kickoff: at(0) },
        { ...later, kickoff: at(3_600) },
      );
      expect(merged.kickoff).toEqual(at(3_600));
    })));

  test("holds the markets of an event that is listed without them", () => {
    const event = { id: "winner", title: "title", markets: ["x"] };
    const game = { source: "kalshi", key: "1", league: "mlb", kickoff: at(0) } as const;
    const earlier: PlatformGame = {
      ...game,
      home: side,
      away: side,
      isOpen: true,
      events: [event],
    };
    const later: PlatformGame = { ...earlier, events: [{ ...event, markets: [] }] };
    expect(mergePlatformGame(earlier, later).events).toEqual([event]);
  });
});

describe("mergeScans", () => {
  const looks = fc.array(
    fc.record({
      atSec: fc.nat(3).map((hours) => UnixSec(SOME_DAY_SEC + hours * 3_600)),
      games: fc.array(platformGame, { maxLength: 4 }),
    }),
    { maxLength: 4 },
  );

  test("returns the games seen, each once, with when it was first and last seen", () =>
    fc.assert(fc.property(looks, (looks) => {
      const merged = mergeScans([], looks);
      const keyOf = ({ source, key }: PlatformGame) => `${source}:${key}`;
      const seen = looks.flatMap(({ atSec, games }) =>
        games.map((game) => ({ key: keyOf(game), atSec }))
      );
      expect(merged.map(({ game }) => keyOf(game)).toSorted())
        .toEqual([...new Set(seen.map(({ key }) => key))].toSorted());
      for (const { game, firstSeenSec, lastSeenSec } of merged) {
        const secs = seen.filter(({ key }) => key === keyOf(game)).map(({ atSec }) => atSec);
        expect(lastSeenSec).toBe(UnixSec(Math.max(...secs)));
        expect(firstSeenSec).toBe(secs[0] ?? UnixSec(0));
      }
    })));

  test("holds markets of games that begin within two days, and of no other", () =>
    fc.assert(fc.property(platformGame, fc.nat(4), (game, days) => {
      const atSec = UnixSec(SOME_DAY_SEC - days * DAY_SEC);
      const [merged] = mergeScans([], [{ atSec, games: [{ ...game, kickoff: at(0) }] }]);
      const kept = merged?.game.events.flatMap(({ markets }) => markets) ?? [];
      const listed = game.events.flatMap(({ markets }) => markets);
      expect(kept).toEqual(days <= 2 ? listed : []);
    })));

  test.each<readonly [string, PlatformKickoff, number]>([
    ["today", { kind: "day", day: { year: 2026, month: 9, day: 20 }, gameNumber: 1 }, 1],
    ["in 3 days", { kind: "day", day: { year: 2026, month: 9, day: 23 }, gameNumber: 1 }, 0],
    ["at an unknown time", { kind: "unknown" }, 1],
  ])("of a game %s is as sure of its markets", (_, kickoff, count) => {
    const event = { id: "winner", title: "title", markets: ["x"] };
    const games = fc.sample(platformGame, 1).map((game) => ({ ...game, kickoff, events: [event] }));
    const [merged] = mergeScans([], [{ atSec: SOME_DAY_SEC, games }]);
    expect(merged?.game.events[0]?.markets.length).toBe(count);
  });
});
