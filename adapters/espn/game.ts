/**
 * Reads a game from a competition on a scoreboard.
 *
 * @module
 */
import { Result } from "effect";
import { type LeagueCode, type ScheduledGame } from "../../core/game/mod.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import { statusTextOf, toGameStatus } from "./game_status.ts";
import { kickoffOf } from "./kickoff.ts";
import type { EspnCompetition, EspnEvent, EspnStatus } from "./payload.ts";
import { toScore } from "./score.ts";
import { sidesOf } from "./sides.ts";
import { toTeam } from "./team.ts";

/** Ids are digits. They go into cursors and URLs, so anything else is rejected. */
const GAME_ID = /^\d{1,18}$/;

/** The requested league and the time of the observation. */
export interface ReadContext {
  readonly league: LeagueCode;
  readonly nowSec: UnixSec;
}

/**
 * Reads one game; fails with what cannot be read. Its id is that of the competition, which equals
 * the event's for a team game; a fight card is one event with many competitions.
 */
export function toScheduledGame(
  { event, competition }: {
    readonly event: EspnEvent;
    readonly competition: EspnCompetition;
  },
  { league, nowSec }: ReadContext,
): Result.Result<ScheduledGame, string> {
  return Result.gen(function* () {
    const eventId = String(competition.id);
    if (!GAME_ID.test(eventId)) {
      return yield* Result.fail(`it has the id "${eventId.slice(0, 40)}"`);
    }
    const sides = yield* sidesOf(competition.competitors);
    const home = yield* toTeam(sides.home, league).pipe(Result.mapError(sentence("the home side")));
    const away = yield* toTeam(sides.away, league).pipe(Result.mapError(sentence("the away side")));
    if (home.id === away.id) return yield* Result.fail(`"${home.name}" plays itself`);
    const kickoffSec = yield* Result.fromOption(
      kickoffOf(competition, event),
      () => `it begins at "${(competition.date ?? "").slice(0, 40)}"`,
    );
    const status = statusOf(competition, event);
    const is = toGameStatus(status, { kickoffSec, nowSec });
    return {
      eventId,
      league,
      home,
      away,
      kickoffSec,
      isKickoffConfirmed: competition.timeValid !== false,
      status: is,
      statusText: statusTextOf(status),
      score: toScore({ ...sides, status }, is),
    };
  });
}

/** An event repeats the status of its only competition; a card's status is not that of a fight. */
function statusOf({ status }: EspnCompetition, event: EspnEvent): EspnStatus {
  const isAlone = event.competitions?.length === 1;
  const found = status?.type ? status : isAlone ? event.status : status;
  return found ?? {};
}

function sentence(subject: string): (why: string) => string {
  return (why) => `${subject} ${why}`;
}
