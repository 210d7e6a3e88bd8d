/**
 * A game, from a competition on a scoreboard.
 *
 * @module
 */
import { Result } from "effect";
import { type LeagueCode, type SpineGame } from "../../core/game/mod.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import { statusTextOf, toGameStatus } from "./game_status.ts";
import { kickoffOf } from "./kickoff.ts";
import type { EspnCompetition, EspnEvent, EspnStatus } from "./payload.ts";
import { toScore } from "./score.ts";
import { sidesOf } from "./sides.ts";
import { toTeam } from "./team.ts";

/** Ids are digits. They go into cursors and addresses, so nothing else is taken for one. */
const GAME_ID = /^\d{1,18}$/;

/** Of which league a game is read, and when. */
export interface Look {
  readonly league: LeagueCode;
  readonly nowSec: UnixSec;
}

/**
 * Reads one; fails with what cannot be read. A game's id is its competition's: that of a team game
 * is its event's too, and a card of fights is one event of many.
 */
export function toSpineGame(
  { event, competition }: {
    readonly event: EspnEvent;
    readonly competition: EspnCompetition;
  },
  { league, nowSec }: Look,
): Result.Result<SpineGame, string> {
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

/** The event repeats the status of its only competition; that of a card says nothing of a fight. */
function statusOf({ status }: EspnCompetition, event: EspnEvent): EspnStatus {
  const isAlone = event.competitions?.length === 1;
  const told = status?.type ? status : isAlone ? event.status : status;
  return told ?? {};
}

function sentence(subject: string): (why: string) => string {
  return (why) => `${subject} ${why}`;
}
