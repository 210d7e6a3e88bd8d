/**
 * What is said to those who ask for games that were not read yet: what is read, how far it is, and
 * what cannot be reached.
 *
 * @module
 */
import type { LeagueCode } from "../../core/game/mod.ts";
import type { ReadingTrouble } from "../../core/port/mod.ts";
import { toDayText, toIso } from "../../core/time/mod.ts";
import type { ReadingProgress } from "../../core/use_case/mod.ts";
import { Refused } from "./refusal.ts";

/** The store itself is read in a moment. */
const STARTING = new Refused({
  status: 503,
  error: "Cannot list games yet: the service has just started and reads what it has stored",
  hint: "Try again in a second",
  retryAfterSec: 1,
});

/** A league's today is read within seconds; a spine out of reach is tried in a minute or two. */
const READING_RETRY_SEC = 5;
const TROUBLE_RETRY_SEC = 60;
/** So many leagues are named. */
const NAMED_MAX = 8;

const WHAT_IS_WRONG: Readonly<Record<ReadingTrouble["reason"], string>> = {
  unreachable: "cannot be reached",
  timeout: "does not answer in time",
  limited: "turns this service away",
  refused: "refuses the question",
  unreadable: "answers what cannot be read",
};

/**
 * The refusal. `asked`: the leagues that were asked for; none named, all that are followed.
 * Undefined progress: nothing is known of it either.
 */
export function gamesUnread(
  progress: ReadingProgress | undefined,
  asked: ReadonlyArray<LeagueCode>,
): Refused {
  if (progress === undefined) return STARTING;
  const [trouble] = progress.troubles.toSorted((a, b) => a.sinceSec - b.sinceSec);
  const ofAsked = asked.length === 0 ? "" : ` of ${named(asked)}`;
  if (trouble !== undefined && progress.troubles.length === progress.leagues.length) {
    return new Refused({
      status: 503,
      error: `Cannot list games${ofAsked}: the schedule ${WHAT_IS_WRONG[trouble.reason]} since ` +
        toIso(trouble.sinceSec),
      hint: "It is tried again about every two minutes, and games are listed as soon as it " +
        `answers. ${howFar(progress)}. GET /api/v1/status tells how the schedule is doing`,
      retryAfterSec: TROUBLE_RETRY_SEC,
    });
  }
  return new Refused({
    status: 503,
    error: `Cannot list games${ofAsked} yet: the schedule is being read for the first time`,
    hint: `${howFar(progress)}. A league is listed as soon as its games of today are read` +
      (trouble === undefined ? "" : `. ${whatFails(progress.troubles)}`),
    retryAfterSec: READING_RETRY_SEC,
  });
}

function howFar({ today, leagues, leaguesRead, days, daysRead, lastSec }: ReadingProgress): string {
  const last = lastSec === null ? "" : `, the last at ${toIso(lastSec)}`;
  return `Games of ${toDayText(today)} are read of ${leaguesRead.length} of ` +
    `${
      counted(leagues.length, "league")
    }, and ${daysRead} of ${days} days of leagues in all${last}`;
}

function whatFails(troubles: ReadonlyArray<ReadingTrouble>): string {
  const leagues = named(troubles.map(({ league }) => league));
  const since = Math.min(...troubles.map(({ sinceSec }) => sinceSec));
  const reason = troubles.find(({ sinceSec }) => sinceSec === since) ?? troubles[0];
  return reason === undefined
    ? ""
    : `The schedule of ${leagues} ${WHAT_IS_WRONG[reason.reason]} since ${toIso(reason.sinceSec)}`;
}

function named(leagues: ReadonlyArray<LeagueCode>): string {
  const rest = leagues.length - NAMED_MAX;
  const names = leagues.slice(0, NAMED_MAX).join(", ");
  return rest > 0 ? `${names} and ${rest} more` : names;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
