/**
 * A game as a platform offers it at one instant.
 *
 * @module
 */
import { type PlatformCode } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { type OfferPlan } from "./offer_plan.ts";
import { callOffAt, gameAt, lastKickoffSec, type PlannedGame, stepAt } from "./planned_game.ts";
import { type Offer } from "./season.ts";

const HOUR_SEC = 3_600;
/** How long a postponed game stays open on a platform that gives it up. */
const GIVEN_UP_SEC: Partial<Record<PlatformCode, number>> = { polymarket: DAY_SEC };
/** How long it stays open on a platform that waits for a new date that never comes. */
const WAITED_FOR_SEC = 7 * DAY_SEC;

/** A platform's plan for a game. */
export interface PlannedOffer {
  readonly platform: PlatformCode;
  readonly planned: PlannedGame;
  readonly plan: OfferPlan;
}

/** Returns the kickoff that the platform shows, which may be out of date. */
export function offeredKickoffSec({ planned, plan }: PlannedOffer, nowSec: UnixSec): UnixSec {
  const { listedSec, lagSec, isStale } = plan;
  return stepAt(planned, isStale ? listedSec : Math.max(listedSec, nowSec - lagSec)).kickoffSec;
}

/** Returns the offer of a game that is already listed. */
export function offerAt(offered: PlannedOffer, nowSec: UnixSec): Offer {
  const { platform, planned, plan } = offered;
  const closeSec = Math.ceil(closeSecOf(offered, nowSec));
  const isClosed = nowSec >= closeSec;
  return {
    platform,
    game: gameAt(planned, nowSec),
    listedSec: UnixSec(plan.listedSec),
    kickoffSec: offeredKickoffSec(offered, nowSec),
    lacksKickoff: plan.lacksKickoff,
    isSwapped: plan.isSwapped,
    homeName: plan.home.name,
    awayName: plan.away.name,
    homeCode: plan.home.code,
    awayCode: plan.away.code,
    kinds: plan.kinds,
    isClosed,
    closedSec: isClosed ? UnixSec(closeSec) : null,
  };
}

function closeSecOf({ platform, planned, plan }: PlannedOffer, nowSec: UnixSec): number {
  const { callOff } = planned;
  const isKnown = callOff !== null && callOff.fromSec <= nowSec &&
    plan.listedSec <= callOff.fromSec;
  if (isKnown && callOff.kind === "cancelled") return callOff.fromSec + HOUR_SEC;
  const givenUpSec = GIVEN_UP_SEC[platform];
  if (isKnown && plan.isStale && givenUpSec !== undefined) return callOff.fromSec + givenUpSec;
  if (callOffAt(planned, nowSec) !== null) {
    return callOff?.untilSec === Number.POSITIVE_INFINITY
      ? lastKickoffSec(planned) + WAITED_FOR_SEC
      : Number.POSITIVE_INFINITY;
  }
  const kickoffSec = lastKickoffSec(planned);
  if (nowSec < kickoffSec) return Number.POSITIVE_INFINITY;
  return kickoffSec + planned.life().endSec + plan.settleSec;
}
