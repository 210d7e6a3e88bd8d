/**
 * What a look at the spine makes of a game.
 *
 * @module
 */
import { type UnixSec } from "../time/mod.ts";
import {
  type Game,
  gameId,
  type KeptScore,
  type PreviousKickoff,
  type Score,
  type SpineGame,
  type SpineName,
} from "./game.ts";
import { type Redistribution } from "./redistribution.ts";
import { type GameStatus, mayBecome } from "./status.ts";

/** Whose look it is, when it was, and what is known of the game. */
export interface Look {
  readonly source: SpineName;
  readonly redistributable: Redistribution;
  readonly nowSec: UnixSec;
  /** Undefined at the first look. */
  readonly known: Game | undefined;
  /**
   * When it was last seen being played; undefined where that is not known. A score that changed in
   * play tells as well, and is stored with the game.
   */
  readonly lastLiveSec: UnixSec | undefined;
}

/** What came of it: the game; or what the spine said that cannot be, and then nothing changes. */
export type Observation =
  | { readonly kind: "taken"; readonly game: Game }
  | { readonly kind: "refused"; readonly from: GameStatus | null; readonly to: string };

/**
 * A game that was seen being played at most this long ago, and is over now, ended now. The spine is
 * looked at about once a minute while games are played.
 */
const END_GAP_SEC_MAX = 300;
/** A spine that cannot decide does not fill the store. */
const PREVIOUS_KICKOFFS_MAX = 20;

/** Takes what the spine says now, unless a game cannot go there from where it stood. */
export function observeGame(seen: SpineGame, look: Look): Observation {
  const { known, nowSec } = look;
  const status = isPutOff(seen, look) ? "postponed" : seen.status ?? known?.status;
  const changedSec = isUnseenEnd(status, look) ? null : nowSec;
  if (status === undefined) return { kind: "refused", from: null, to: seen.statusText };
  if (known !== undefined && !mayBecome(known.status, status)) {
    return { kind: "refused", from: known.status, to: status };
  }
  return {
    kind: "taken",
    game: {
      id: gameId(look.source, seen.eventId),
      spine: { source: look.source, eventId: seen.eventId },
      league: seen.league,
      home: seen.home,
      away: seen.away,
      status,
      kickoffSec: seen.kickoffSec,
      isKickoffConfirmed: seen.isKickoffConfirmed,
      isOffSchedule: false,
      previousKickoffs: previousKickoffs(seen, known, nowSec),
      actualEndSec: actualEndSec(status, look),
      // A look without a status says nothing of the score either.
      score: seen.status === null
        ? known?.score ?? null
        : updatedScore(hasScore(status) ? seen.score : null, known?.score ?? null, changedSec),
      supersedes: known?.supersedes ?? null,
      redistributable: look.redistributable,
    },
  };
}

/** A start that is delayed is delayed by less, and a game that goes on another day by more. */
const PUT_OFF_SEC_MIN = 8 * 3_600;

/**
 * Whether a game that was begun goes on, or is played anew, on another day: the spine writes of one
 * that was suspended as of one that is to come.
 */
function isPutOff({ status, kickoffSec }: SpineGame, { known, nowSec }: Look): boolean {
  return known?.status === "live" && status === "scheduled" &&
    kickoffSec > nowSec && kickoffSec - known.kickoffSec >= PUT_OFF_SEC_MIN;
}

/** Before and without a game there is no score, whatever figures are written. */
function hasScore(status: GameStatus): boolean {
  return status === "live" || status === "finished";
}

function previousKickoffs(
  { kickoffSec }: SpineGame,
  known: Game | undefined,
  nowSec: UnixSec,
): ReadonlyArray<PreviousKickoff> {
  if (known === undefined || known.kickoffSec === kickoffSec) return known?.previousKickoffs ?? [];
  return [...known.previousKickoffs, { kickoffSec: known.kickoffSec, changedSec: nowSec }]
    .slice(-PREVIOUS_KICKOFFS_MAX);
}

/** The end of a game that nobody watched is not known: no guess may pass for a measurement. */
function actualEndSec(status: GameStatus, look: Look): UnixSec | null {
  if (status !== "finished") return null;
  if (look.known?.status === "finished") return look.known.actualEndSec;
  return wasPlayedLately(look) ? look.nowSec : null;
}

/** Whether it is over, and nobody saw how: its last score came at any time before this look. */
function isUnseenEnd(status: GameStatus | undefined, look: Look): boolean {
  return status === "finished" && look.known?.status !== "finished" && !wasPlayedLately(look);
}

/** By this process's own looks, or by what is stored: so it holds after a restart as well. */
function wasPlayedLately({ known, nowSec, lastLiveSec }: Look): boolean {
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
