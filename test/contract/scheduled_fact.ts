/**
 * Games for the contract of schedules, in no provider's own form.
 *
 * @module
 */
import fc from "fast-check";
import type { GameStatus } from "../../core/game/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** A game as it is scheduled, and as it stands. */
export interface ScheduledFact {
  /** From 1, unique among those that are staged together; the same game has it for ever. */
  readonly number: number;
  readonly league: "epl" | "laliga" | "wsl";
  /** The club's name, which is what the source calls it. */
  readonly home: string;
  readonly away: string;
  readonly kickoffSec: UnixSec;
  /** Where it is false, the source has the kickoff's US Eastern day and no sure hour. */
  readonly isKickoffConfirmed: boolean;
  readonly status: GameStatus;
  /** Null unless it is live or finished. */
  readonly score: { readonly home: number; readonly away: number } | null;
}

/** Where the clocks stand. */
export const STAGED_SCHEDULE_NOW = UnixSec(Date.parse("2026-11-20T18:00:00Z") / 1000);

/** Arsenal against Chelsea on the next day, at a sure hour, unless it is said otherwise. */
export function scheduledFact(changes: Partial<ScheduledFact> = {}): ScheduledFact {
  return {
    number: 1,
    league: "epl",
    home: "Arsenal",
    away: "Chelsea",
    kickoffSec: UnixSec(Date.parse("2026-11-21T15:00:00Z") / 1000),
    isKickoffConfirmed: true,
    status: "scheduled",
    score: null,
    ...changes,
  };
}

const CLUBS = {
  epl: ["Arsenal", "Chelsea", "Everton", "Fulham"],
  laliga: ["Barcelona", "Getafe", "Sevilla"],
} as const;

/** All ahead: some share a US Eastern day and not a UTC one, some the other way round. */
const KICKOFFS = [
  "2026-11-21T12:30:00Z",
  "2026-11-21T15:00:00Z",
  "2026-11-22T01:40:00Z",
  "2026-11-22T04:59:00Z",
  "2026-11-22T05:00:00Z",
  "2026-11-22T20:00:00Z",
].map((iso) => UnixSec(Date.parse(iso) / 1000));

/** Games that collide: few clubs and instants, both orders of a pair, no order twice. */
export const scheduledFacts: fc.Arbitrary<ReadonlyArray<ScheduledFact>> = fc.uniqueArray(
  fc.record({
    league: fc.constantFrom("epl", "laliga"),
    pair: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 2, maxLength: 2 }),
    kickoffSec: fc.constantFrom(...KICKOFFS),
  }),
  { maxLength: 10, selector: ({ league, pair }) => `${league} ${pair}` },
).map((drawn) =>
  drawn.map(({ league, pair: [home = 0, away = 1], kickoffSec }, at) =>
    scheduledFact({
      number: at + 1,
      league,
      home: CLUBS[league][home] ?? "",
      away: CLUBS[league][away] ?? "",
      kickoffSec,
    })
  )
);
