/** Games for the platform contract, in a platform-neutral form. @module */
import fc from "fast-check";
import type { LeagueCode } from "../../core/game/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** A side: its full name, and its short code in tickers and slugs. */
export interface StagedSide {
  readonly name: string;
  readonly code: string;
}

/** A kind of event, or of market, that a platform has for a game. */
export type StagedKind = "winner" | "spread" | "total";

/** A game that the platform lists. Trading is open. */
export interface StagedGame {
  /** From 1, unique among the games staged together. */
  readonly number: number;
  /** `nba` or `epl`, or `laliga`, which is never requested. */
  readonly league: LeagueCode;
  readonly home: StagedSide;
  readonly away: StagedSide;
  /** Null: the platform does not state it. */
  readonly kickoffSec: UnixSec | null;
  /** Each is a separate event, or a separate market of one event. */
  readonly kinds: ReadonlyArray<StagedKind>;
}

/** The instant of the platform's and its adapter's clocks: three months after the listing began. */
export const STAGED_NOW = "2026-11-20T12:00:00Z";

/**
 * Kickoffs, two on each US Eastern day: one in the daytime, and one at night, which is the next day
 * in UTC.
 */
export const STAGED_KICKOFFS: ReadonlyArray<UnixSec> = [
  "2026-11-21T18:00:00Z",
  "2026-11-22T01:40:00Z",
  "2026-11-22T20:25:00Z",
  "2026-11-23T00:30:00Z",
  "2026-11-25T12:30:00Z",
  "2026-11-26T03:10:00Z",
].map((iso) => UnixSec(Date.parse(iso) / 1000));

const side = (name: string, code: string): StagedSide => ({ name, code });

/** Sides of each league. Some share a city, and some codes share a prefix or differ in length. */
export const STAGED_SIDES = {
  nba: [
    side("Boston Celtics", "BOS"),
    side("Detroit Pistons", "DET"),
    side("Los Angeles Lakers", "LAL"),
    side("Los Angeles Clippers", "LAC"),
  ],
  epl: [
    side("Manchester City", "MCI"),
    side("Manchester United", "MUN"),
    side("West Ham United", "WHU"),
    side("Arsenal", "AFC"),
  ],
  laliga: [side("Barcelona", "BAR"), side("Athletic Club", "ATH")],
} as const satisfies Partial<Record<LeagueCode, ReadonlyArray<StagedSide>>>;

/** A league of {@linkcode STAGED_SIDES}. */
export type StagedLeague = keyof typeof STAGED_SIDES;

/** Returns the first game of the league: its second side plays at its first, on the first day. */
export function stagedGame(
  league: StagedLeague,
  number: number,
  changes: Partial<StagedGame> = {},
): StagedGame {
  const [home, away] = STAGED_SIDES[league];
  const kickoffSec = STAGED_KICKOFFS[0] ?? null;
  return { number, league, home, away, kickoffSec, kinds: ["winner"], ...changes };
}

/** Returns games of a league, each with two separate sides. */
export function stagedMany(league: StagedLeague, count: number): ReadonlyArray<StagedGame> {
  const [home, away] = STAGED_SIDES[league];
  return Array.from({ length: count }, (_, at) =>
    stagedGame(league, at + 1, {
      home: side(`${home.name} ${letters(at)}`, `${home.code[0]}${letters(at)}`),
      away: side(`${away.name} ${letters(at)}`, `${away.code[0]}${letters(at)}`),
      kickoffSec: STAGED_KICKOFFS[at % STAGED_KICKOFFS.length] ?? null,
    }));
}

/** Returns three letters, different for each number below 17,576. */
function letters(at: number): string {
  return [at / 676, at / 26, at]
    .map((place) => String.fromCharCode(65 + Math.floor(place) % 26)).join("");
}

/**
 * Generates games that collide: few sides and instants, both orders of a pair, no pair twice a day.
 */
export const stagedGames: fc.Arbitrary<ReadonlyArray<StagedGame>> = fc.uniqueArray(
  fc.record({
    league: fc.constantFrom("nba", "epl", "laliga"),
    pair: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 2, maxLength: 2 }),
    slot: fc.nat({ max: STAGED_KICKOFFS.length - 1 }),
    kinds: fc.subarray(["spread", "total"] as const),
  }),
  {
    maxLength: 12,
    selector: ({ league, pair, slot }) => {
      const sides = pair.map((at) => at % STAGED_SIDES[league].length).toSorted();
      return `${league} ${sides} ${Math.floor(slot / 2)}`;
    },
  },
).map((drawn) =>
  drawn.flatMap(({ league, pair, slot, kinds }, at) => {
    const sides = STAGED_SIDES[league];
    const [home, away] = pair.map((index) => sides[index % sides.length]);
    if (home === undefined || away === undefined || home === away) return [];
    const kickoffSec = STAGED_KICKOFFS[slot] ?? null;
    return [
      stagedGame(league, at + 1, { home, away, kickoffSec, kinds: ["winner", ...kinds] }),
    ];
  })
);
