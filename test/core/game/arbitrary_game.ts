/** Random games and observations of them, from few teams and kickoffs so that they meet. @module */
import fc from "fast-check";
import {
  type Game,
  GAME_STATUSES,
  gameId,
  type ScheduledGame,
  type Score,
  type Team,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

/** 2026-09-20T00:00:00Z: around here everything happens. */
export const SOME_DAY_SEC = UnixSec(1_789_862_400);

/** A team of a league in which everybody is called by a letter. */
export function teamNamed(letter: string): Team {
  return {
    id: `baseball:espn:${letter.charCodeAt(0)}`,
    name: `Team ${letter}`,
    abbreviation: letter,
    logoUrl: null,
    sport: "baseball",
    league: "mlb",
    otherNames: [],
  };
}

const score: fc.Arbitrary<Score> = fc.record({
  home: fc.nat(3),
  away: fc.nat(3),
  clock: fc.constantFrom(null, "1:00"),
  period: fc.constantFrom(null, 1, 9),
  detail: fc.constantFrom(null, "Top 9th", "Final"),
});

/** One of a few games as a schedule reports it. */
export const scheduledGame: fc.Arbitrary<ScheduledGame> = fc.record({
  eventId: fc.constantFrom("1", "2", "3"),
  league: fc.constant("mlb"),
  home: fc.constantFrom("A", "B").map(teamNamed),
  away: fc.constantFrom("C", "D").map(teamNamed),
  kickoffSec: fc.nat(4).map((hours) => UnixSec(SOME_DAY_SEC + hours * 3_600)),
  isKickoffConfirmed: fc.boolean(),
  status: fc.constantFrom(null, ...GAME_STATUSES),
  statusText: fc.constant("STATUS_X"),
  score: fc.option(score),
});

/** A game as a schedule reports it, on its day and not begun by default. */
export function seenGame(changes: Partial<ScheduledGame> = {}): ScheduledGame {
  return {
    eventId: "1",
    league: "mlb",
    home: teamNamed("A"),
    away: teamNamed("C"),
    kickoffSec: SOME_DAY_SEC,
    isKickoffConfirmed: true,
    status: "scheduled",
    statusText: "STATUS_SCHEDULED",
    score: null,
    ...changes,
  };
}

/** A stored game, scheduled by default. */
export function gameOf(eventId: string, changes: Partial<Game> = {}): Game {
  return {
    id: gameId("espn", eventId),
    spine: { source: "espn", eventId },
    league: "mlb",
    home: teamNamed("A"),
    away: teamNamed("C"),
    status: "scheduled",
    kickoffSec: SOME_DAY_SEC,
    isKickoffConfirmed: true,
    isOffSchedule: false,
    previousKickoffs: [],
    actualEndSec: null,
    score: null,
    supersedes: null,
    redistributable: "unknown",
    ...changes,
  };
}
