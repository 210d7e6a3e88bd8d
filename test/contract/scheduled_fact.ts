/** Games for the schedule contract, in a provider-neutral form. @module */
import fc from "fast-check";
import type { GameStatus } from "../../core/game/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** A game's schedule and its state. */
export interface ScheduledFact {
  /** From 1, unique among the games staged together; a game always keeps it. */
  readonly number: number;
  readonly league: "epl" | "laliga" | "wsl";
  /** The club's name, which the source also uses. */
  readonly home: string;
  readonly away: string;
  readonly kickoffSec: UnixSec;
  /** If false, the source has the kickoff's US Eastern day without a certain hour. */
  readonly isKickoffConfirmed: boolean;
  readonly status: GameStatus;
  /** Null unless it is live or finished. */
  readonly score: { readonly home: number; readonly away: number } | null;
}

/** The instant of the clocks. */
export const STAGED_SCHEDULE_NOW = UnixSec(Date.parse("2026-11-20T18:00:00Z") / 1000);

/** Returns Arsenal against Chelsea on the next day, at a certain hour, unless overridden. */
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

/** All in the future: some share a US Eastern day but not a UTC one, some the reverse. */
const KICKOFFS = [
  "2026-11-21T12:30:00Z",
  "2026-11-21T15:00:00Z",
  "2026-11-22T01:40:00Z",
  "2026-11-22T04:59:00Z",
  "2026-11-22T05:00:00Z",
  "2026-11-22T20:00:00Z",
].map((iso) => UnixSec(Date.parse(iso) / 1000));

/** Generates games that collide: few clubs and instants, both orders of a pair, no order twice. */
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
