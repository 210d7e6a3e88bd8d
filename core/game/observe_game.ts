/**
 * Applies an observation of the schedule to a game.
 *
 * @module
 */
import { type UnixSec } from "../time/mod.ts";
import {
  type Game,
  gameId,
  type KeptScore,
  type PreviousKickoff,
  type ScheduledGame,
  type ScheduleName,
  type Score,
} from "./game.ts";
import { type Redistribution } from "./redistribution.ts";
import { type GameStatus, mayBecome, SAME_DAY_SEC_MAX } from "./status.ts";

/** The source and time of an observation, and the known state of the game. */
export interface ObservationContext {
  readonly source: ScheduleName;
  readonly redistributable: Redistribution;
  readonly nowSec: UnixSec;
  /** Undefined at the first observation. */
  readonly known: Game | undefined;
  /**
   * When it was last observed live; undefined if unknown. A score that changed during play also
   * proves it, and is stored with the game.
   */
  readonly lastLiveSec: UnixSec | undefined;
}

/** The updated game, or the impossible transition that was refused and changes nothing. */
export type Observation =
  | { readonly kind: "accepted"; readonly game: Game }
  | { readonly kind: "refused"; readonly from: GameStatus | null; readonly to: string };

/**
 * A game that is over now and was observed live at most this long ago counts as ending now. The
 * schedule is read about once a minute while games are played.
 */
const END_GAP_SEC_MAX = 300;
/** Bounds storage if a schedule keeps moving a game back and forth. */
const PREVIOUS_KICKOFFS_MAX = 20;

/** Returns the game as the schedule lists it now, or a refusal if the transition is impossible. */
export function observeGame(seen: ScheduledGame, context: ObservationContext): Observation {
  const { known, nowSec } = context;
  const status = isRescheduled(seen, context) ? "postponed" : seen.status ?? known?.status;
  const changedSec = endedUnobserved(status, context) ? null : nowSec;
  if (status === undefined) return { kind: "refused", from: null, to: seen.statusText };
  if (known !== undefined && !mayBecome(known.status, status)) {
    return { kind: "refused", from: known.status, to: status };
  }
  return {
    kind: "accepted",
    game: {
      id: gameId(context.source, seen.eventId),
      spine: { source: context.source, eventId: seen.eventId },
      league: seen.league,
      home: seen.home,
      away: seen.away,
      status,
      kickoffSec: seen.kickoffSec,
      isKickoffConfirmed: seen.isKickoffConfirmed,
      isOffSchedule: false,
      previousKickoffs: previousKickoffs(seen, known, nowSec),
      actualEndSec: actualEndSec(status, context),
      // An observation without a status does not change the score either.
      score: seen.status === null
        ? known?.score ?? null
        : updatedScore(hasScore(status) ? seen.score : null, known?.score ?? null, changedSec),
      supersedes: known?.supersedes ?? null,
      redistributable: context.redistributable,
    },
  };
}

/**
 * Whether a game that had begun resumes, or is replayed, on another day: the schedule lists a
 * suspended game as an upcoming one.
 */
function isRescheduled(
  { status, kickoffSec }: ScheduledGame,
  { known, nowSec }: ObservationContext,
): boolean {
  return known?.status === "live" && status === "scheduled" &&
    kickoffSec > nowSec && kickoffSec - known.kickoffSec >= SAME_DAY_SEC_MAX;
}

/** A game that is not live or finished has no score, whatever figures the schedule gives. */
function hasScore(status: GameStatus): boolean {
  return status === "live" || status === "finished";
}

function previousKickoffs(
  { kickoffSec }: ScheduledGame,
  known: Game | undefined,
  nowSec: UnixSec,
): ReadonlyArray<PreviousKickoff> {
  if (known === undefined || known.kickoffSec === kickoffSec) return known?.previousKickoffs ?? [];
  return [...known.previousKickoffs, { kickoffSec: known.kickoffSec, changedSec: nowSec }]
    .slice(-PREVIOUS_KICKOFFS_MAX);
}

/** The end of a game that was not observed is unknown: never report a guess as a measurement. */
function actualEndSec(status: GameStatus, context: ObservationContext): UnixSec | null {
  if (status !== "finished") return null;
  if (context.known?.status === "finished") return context.known.actualEndSec;
  return wasLiveRecently(context) ? context.nowSec : null;
}

/** Whether it ended unobserved, so that its last score came at an unknown time. */
function endedUnobserved(status: GameStatus | undefined, context: ObservationContext): boolean {
  return status === "finished" && context.known?.status !== "finished" && !wasLiveRecently(context);
}

/** Uses this process's observations and the stored score, so it also works after a restart. */
function wasLiveRecently({ known, nowSec, lastLiveSec }: ObservationContext): boolean {
  if (known?.status !== "live") return false;
  const seenSec = Math.max(lastLiveSec ?? 0, known.score?.updatedSec ?? 0);
  return nowSec - seenSec <= END_GAP_SEC_MAX;
}

function updatedScore(
  score: Score | null,
  known: KeptScore | null,
  nowSec: UnixSec | null,
): KeptScore | null {
  if (score === null) return null;
  const isSame = known !== null && known.home === score.home && known.away === score.away &&
    known.clock === score.clock && known.period === score.period && known.detail === score.detail;
  return isSame ? known : { ...score, updatedSec: nowSec };
}
