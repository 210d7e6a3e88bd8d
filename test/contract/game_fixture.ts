/** The fixtures of the `GameStore` contract: stores, and games to write to them. @module */
import type { Effect } from "effect";
import fc from "fast-check";
import {
  CONFIDENCES,
  type Game,
  GAME_STATUSES,
  type GameRecord,
  LEAGUES,
  type PlatformRecord,
  PLATFORMS,
  REDISTRIBUTIONS,
  type Scan,
  SCHEDULES,
  SPORTS,
} from "../../core/game/mod.ts";
import type { GameChanges, GameStore } from "../../core/port/game_store.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** The store under test, opened once or several times. */
export interface GameFixture {
  /** The first store, then those of other processes, if they are possible. */
  readonly stores: ReadonlyArray<GameStore["Service"]>;
  readonly run: <A>(effect: Effect.Effect<A, unknown>) => Promise<A>;
}

/** 2026-01-01T00:00:00Z. */
export const NEW_YEAR_SEC = UnixSec(1_767_225_600);

let regionSec: number = NEW_YEAR_SEC;

/** Returns a separate time range per test, so that one store serves all tests. */
export function newRegion(): UnixSec {
  return UnixSec(regionSec += 1_000_000);
}

let gameNumber = 0;

/** Returns the id of a game that is in no store. */
export function newGameId(): string {
  return `espn:${String(++gameNumber).padStart(9, "0")}`;
}

/** Returns a game of two clubs. */
export function gameRecord(fields: Partial<Game> = {}, rest: Partial<GameRecord> = {}): GameRecord {
  const id = fields.id ?? newGameId();
  const side = { logoUrl: null, sport: "soccer", league: "epl", otherNames: [] } as const;
  return {
    game: {
      id,
      spine: { source: "espn", eventId: id.slice("espn:".length) },
      league: "epl",
      home: { ...side, id: "soccer:espn:359", name: "Arsenal", abbreviation: "ARS" },
      away: { ...side, id: "soccer:espn:363", name: "Chelsea", abbreviation: "CHE" },
      status: "scheduled",
      kickoffSec: NEW_YEAR_SEC,
      isKickoffConfirmed: true,
      isOffSchedule: false,
      previousKickoffs: [],
      actualEndSec: null,
      score: null,
      supersedes: null,
      redistributable: "no",
      ...fields,
    },
    platforms: [],
    maybeOn: [],
    ...rest,
  };
}

/** Returns an unlinked game of a platform. */
export function platformRecord(
  game: Partial<PlatformRecord["game"]> = {},
  rest: Partial<PlatformRecord> = {},
): PlatformRecord {
  return {
    game: {
      source: "kalshi",
      key: crypto.randomUUID(),
      league: "epl",
      kickoff: { kind: "unknown" },
      home: { names: ["Arsenal"], codes: ["ARS"] },
      away: { names: ["Chelsea"], codes: [] },
      isOpen: true,
      events: [{ id: "1", title: "Arsenal or Chelsea", markets: ["a", "b"] }],
      ...game,
    },
    firstSeenSec: NEW_YEAR_SEC,
    lastSeenSec: NEW_YEAR_SEC,
    link: null,
    maybe: [],
    why: "no such game",
    ...rest,
  };
}

/** Returns a complete scan of a day of a league. */
export function scanAt(atSec: UnixSec, fields: Partial<Scan> = {}): Scan {
  return {
    source: "kalshi",
    league: "epl",
    window: { startSec: atSec, endSec: UnixSec(atSec + 86_400) },
    atSec,
    isComplete: true,
    ...fields,
  };
}

/** Returns a write of only the given parts. */
export function changesOf(changes: Partial<GameChanges>): GameChanges {
  return { atSec: NEW_YEAR_SEC, games: [], platformGames: [], scans: [], ...changes };
}

/** Before all regions, so that no test finds another's generated games. */
const sec = fc.integer({ min: 0, max: NEW_YEAR_SEC }).map(UnixSec);
const count = fc.nat({ max: 1_000 });
/** The worst text that providers write. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\0", "\ud800", "\\u0000", '"', "'", "e\u0301", "São Paulo", "__proto__"),
);
const nullable = <A>(value: fc.Arbitrary<A>) => fc.option(value, { nil: null });
const few = <A>(value: fc.Arbitrary<A>) => fc.array(value, { maxLength: 3 });

const team = fc.record({
  id: text,
  name: text,
  abbreviation: text,
  logoUrl: nullable(text),
  sport: fc.constantFrom(...SPORTS),
  league: fc.constantFrom(...LEAGUES),
  otherNames: few(text),
});

/** Generates any possible game, with ids of a game in no store. */
export const anyGameRecord: fc.Arbitrary<GameRecord> = fc.record({
  game: fc.record({
    id: fc.constant(null).map(newGameId),
    spine: fc.record({ source: fc.constantFrom(...SCHEDULES), eventId: text }),
    league: fc.constantFrom(...LEAGUES),
    home: team,
    away: team,
    status: fc.constantFrom(...GAME_STATUSES),
    kickoffSec: sec,
    isKickoffConfirmed: fc.boolean(),
    isOffSchedule: fc.boolean(),
    previousKickoffs: few(fc.record({ kickoffSec: sec, changedSec: sec })),
    actualEndSec: nullable(sec),
    score: nullable(fc.record({
      home: count,
      away: count,
      clock: nullable(text),
      period: nullable(count),
      detail: nullable(text),
      updatedSec: sec,
    })),
    supersedes: nullable(text),
    redistributable: fc.constantFrom(...REDISTRIBUTIONS),
  }),
  platforms: few(fc.record({
    source: fc.constantFrom(...PLATFORMS),
    confidence: fc.constantFrom(...CONFIDENCES),
    events: count,
    marketsStored: count,
    lastSeenSec: sec,
  })),
  maybeOn: few(fc.constantFrom(...PLATFORMS)),
});

const side = fc.record({ names: few(text), codes: few(text) });

/** Generates any possible game of a platform. */
export const anyPlatformRecord: fc.Arbitrary<PlatformRecord> = fc.record({
  game: fc.record({
    source: fc.constantFrom(...PLATFORMS),
    key: text,
    league: fc.constantFrom(...LEAGUES),
    kickoff: fc.oneof(
      fc.record({ kind: fc.constant("at" as const), sec }),
      fc.record({
        kind: fc.constant("day" as const),
        day: fc.record({
          year: fc.integer({ min: 2009, max: 2100 }),
          month: fc.integer({ min: 1, max: 12 }),
          day: fc.integer({ min: 1, max: 28 }),
        }),
        gameNumber: nullable(count),
      }),
      fc.constant({ kind: "unknown" as const }),
    ),
    home: side,
    away: side,
    isOpen: fc.boolean(),
    events: few(fc.record({ id: text, title: text, markets: few(text) })),
  }),
  firstSeenSec: sec,
  lastSeenSec: sec,
  link: nullable(fc.record({
    gameId: fc.integer({ max: 99, min: 1 }).map((number) => `espn:${number}`),
    confidence: fc.constantFrom(...CONFIDENCES),
    isSwapped: fc.boolean(),
  })),
  maybe: few(text),
  why: nullable(text),
});
