/**
 * The 503 response for games that were not read yet: the progress and what cannot be reached.
 *
 * @module
 */
import type { LeagueCode } from "../../../core/game/mod.ts";
import type { ReadingTrouble } from "../../../core/port/schedule_reading.ts";
import { toDayText, toIso } from "../../../core/time/mod.ts";
import type { ReadingProgress } from "../../../core/use_case/game/mod.ts";
import { Refused } from "../edge/answer/refusal.ts";

/** Loading the store takes a moment. */
const STARTING = new Refused({
  status: 503,
  error: "Cannot list games yet: the service has just started and is loading stored games",
  hint: "Try again in a second",
  retryAfterSec: 1,
});

/**
 * Today of a league is read within seconds. An unreachable schedule is retried after 20 s, then
 * about every 95 s.
 */
const READING_RETRY_SEC = 5;
const TROUBLE_RETRY_SEC = 60;
/** Maximum number of leagues named in a message. */
const NAMED_MAX = 8;

const TROUBLE_TEXT: Readonly<Record<ReadingTrouble["reason"], string>> = {
  unreachable: "has been unreachable",
  timeout: "has been timing out",
  limited: "has been rate-limiting this service",
  queued: "is asked for others first",
  refused: "has been rejecting requests",
  unreadable: "has been sending unreadable responses",
};

/**
 * Returns the refusal. `asked`: the requested leagues; empty for all followed ones. `progress` is
 * undefined before the first refresh.
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
      error: `Cannot list games${ofAsked}: the schedule ${TROUBLE_TEXT[trouble.reason]} since ` +
        toIso(trouble.sinceSec),
      hint:
        "Try again in a minute: the service retries after 20 s, then about every 95 s. See GET " +
        `/api/v1/status for the state of the schedule. ${progressText(progress)}`,
      retryAfterSec: TROUBLE_RETRY_SEC,
    });
  }
  return new Refused({
    status: 503,
    error: `Cannot list games${ofAsked} yet: the schedule is being read for the first time`,
    hint: `Try again in a few seconds. ${progressText(progress)}. A league is listed once ` +
      `today's games are read` +
      (trouble === undefined ? "" : `. ${troublesText(progress.troubles)}`),
    retryAfterSec: READING_RETRY_SEC,
  });
}

function progressText(
  { today, leagues, leaguesRead, days, daysRead, lastSec }: ReadingProgress,
): string {
  const last = lastSec === null ? "" : `, the last at ${toIso(lastSec)}`;
  return `Read so far: the games of ${toDayText(today)} for ${leaguesRead.length} of ` +
    `${counted(leagues.length, "league")}, and ${daysRead} of ${days} league days in total${last}`;
}

function troublesText(troubles: ReadonlyArray<ReadingTrouble>): string {
  const leagues = named(troubles.map(({ league }) => league));
  const since = Math.min(...troubles.map(({ sinceSec }) => sinceSec));
  const reason = troubles.find(({ sinceSec }) => sinceSec === since) ?? troubles[0];
  return reason === undefined
    ? ""
    : `The schedule of ${leagues} ${TROUBLE_TEXT[reason.reason]} since ${toIso(reason.sinceSec)}`;
}

function named(leagues: ReadonlyArray<LeagueCode>): string {
  const rest = leagues.length - NAMED_MAX;
  const names = leagues.slice(0, NAMED_MAX).join(", ");
  return rest > 0 ? `${names} and ${rest} more` : names;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
