/** What platforms have of one game. @module */
import { describe, expect, test } from "bun:test";
import {
  type Confidence,
  type PlatformCode,
  type PlatformEvent,
  type PlatformRecord,
  platformsOf,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { at, makePlatformGame, named } from "./made_games.ts";

const NO_MAYBE: ReadonlyArray<string> = [];

function record(
  source: PlatformCode,
  { to, confidence = "exact", maybe = NO_MAYBE, events = [], seen = 1 }: {
    readonly to?: string;
    readonly confidence?: Confidence;
    readonly maybe?: ReadonlyArray<string>;
    readonly events?: ReadonlyArray<PlatformEvent>;
    readonly seen?: number;
  },
): PlatformRecord {
  return {
    game: makePlatformGame({
      source,
      home: named("A"),
      away: named("B"),
      kickoff: at("2026-09-20T17:00:00Z"),
      events,
    }),
    firstSeenSec: UnixSec(0),
    lastSeenSec: UnixSec(seen),
    link: to === undefined ? null : { gameId: to, confidence, isSwapped: false },
    maybe,
    why: null,
  };
}

const event = (id: string, ...markets: ReadonlyArray<string>) => ({ id, title: id, markets });
const sum = (records: ReadonlyArray<PlatformRecord>, areMarketsStored = true) =>
  platformsOf(records, { gameId: "g", areMarketsStored });

describe("the platforms of a game", () => {
  test("come in the order of all platforms, each once", () => {
    const { platforms } = sum([
      record("sx_bet", { to: "g" }),
      record("kalshi", { to: "g" }),
      record("sx_bet", { to: "g" }),
      record("polymarket", { to: "other" }),
    ]);
    expect(platforms.map(({ source }) => source)).toEqual(["kalshi", "sx_bet"]);
  });

  test("have the best confidence, the events of certain links, and their last sight", () => {
    const records = [
      record("kalshi", { to: "g", confidence: "high", events: [event("y", "2", "3")], seen: 4 }),
      record("kalshi", { to: "g", confidence: "exact", events: [event("x", "1"), event("z")] }),
      record("kalshi", { to: "g", confidence: "review", events: [event("w", "9")], seen: 9 }),
    ];
    const expected = {
      source: "kalshi" as const,
      confidence: "exact" as const,
      events: 3,
      marketsStored: 3,
      lastSeenSec: UnixSec(4),
    };
    expect(sum(records).platforms).toEqual([expected]);
    expect(sum(records.toReversed()).platforms).toEqual([expected]);
    expect(sum(records, false).platforms).toEqual([{ ...expected, marketsStored: 0 }]);
  });

  test("count what is linked for review where the platform has nothing else", () => {
    const doubtful = { to: "g", confidence: "review" } as const;
    const records = [
      record("kalshi", { ...doubtful, events: [event("x", "1")], seen: 9 }),
      record("kalshi", { ...doubtful, events: [event("y", "2", "3")] }),
      record("sx_bet", { to: "g", events: [event("z")] }),
    ];
    expect(sum(records).platforms).toMatchObject([
      { source: "kalshi", confidence: "review", events: 2, marketsStored: 3, lastSeenSec: 9 },
      { source: "sx_bet", confidence: "exact", events: 1 },
    ]);
  });

  test("count shared markets of two records once", () => {
    const records = ["a", "b"].map(() => record("kalshi", { to: "g", events: [event("x", "1")] }));
    expect(sum(records).platforms[0]).toMatchObject({ events: 1, marketsStored: 1 });
  });
});

test("a platform may list a game without being linked to it", () => {
  const { platforms, maybeOn } = sum([
    record("sx_bet", { maybe: ["g"] }),
    record("kalshi", { to: "other", maybe: ["g", "third"] }),
    record("polymarket", { to: "g", maybe: ["other", "g"] }),
    record("limitless", { maybe: ["other"] }),
  ]);
  expect(platforms.map(({ source }) => source)).toEqual(["polymarket"]);
  expect(maybeOn).toEqual(["kalshi", "sx_bet"]);
});
