/**
 * A game of the calendar with all announcements about it.
 *
 * @module
 */
import { type LeagueCode } from "../../../core/game/mod.ts";
import { type UnixSec } from "../../../core/time/mod.ts";
import { type CallOff, type KickoffStep } from "./course.ts";
import { BEFORE, type Life } from "./life/life.ts";
import { type Moment, type SeasonGame } from "./season.ts";
import { type TeamSheet } from "./team/team_sheet.ts";

/** The constant parts of a game. */
export interface PlannedGame {
  readonly number: number;
  readonly league: LeagueCode;
  readonly home: TeamSheet;
  readonly away: TeamSheet;
  readonly gameNumber: number | null;
  readonly replaces: number | null;
  /** When it is first announced. */
  readonly announcedSec: number;
  /** At least one, in order. */
  readonly steps: ReadonlyArray<KickoffStep>;
  readonly callOff: CallOff | null;
  /** Its play at its last kickoff. */
  readonly life: () => Life;
}

/** Returns the kickoff known at an instant. */
export function stepAt({ steps }: PlannedGame, atSec: number): KickoffStep {
  const step = steps.findLast(({ fromSec }) => fromSec <= atSec) ?? steps[0];
  if (step === undefined) throw new Error("A game has no kickoff");
  return step;
}

/** Returns the kickoff at which it is finally played. */
export function lastKickoffSec(planned: PlannedGame): UnixSec {
  return stepAt(planned, Number.POSITIVE_INFINITY).kickoffSec;
}

/** Returns whether and how it is called off at an instant. */
export function callOffAt({ callOff }: PlannedGame, atSec: number): CallOff | null {
  const holds = callOff !== null && callOff.fromSec <= atSec && atSec < callOff.untilSec;
  return holds ? callOff : null;
}

/** Returns the game as the schedule shows it at an instant. */
export function gameAt(planned: PlannedGame, nowSec: UnixSec): SeasonGame {
  const { kickoffSec, isConfirmed } = stepAt(planned, nowSec);
  return {
    number: planned.number,
    league: planned.league,
    home: planned.home.team,
    away: planned.away.team,
    kickoffSec,
    isKickoffConfirmed: isConfirmed,
    moment: momentAt(planned, nowSec),
    gameNumber: planned.gameNumber,
    replaces: planned.replaces,
  };
}

function momentAt(planned: PlannedGame, nowSec: UnixSec): Moment {
  const callOff = callOffAt(planned, nowSec);
  if (callOff !== null) return { ...BEFORE, phase: callOff.kind };
  const elapsedSec = nowSec - lastKickoffSec(planned);
  return elapsedSec < 0 ? BEFORE : planned.life().momentAt(elapsedSec);
}
