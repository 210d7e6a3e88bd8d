/**
 * The windows that an event of a provider opens.
 *
 * @module
 */
import { type VenueProfile } from "../../market/mod.ts";
import { type LiveEvent } from "../../port/mod.ts";
import {
  type LiveOpening,
  openedByObservation,
  openedByRollover,
  relayTarget,
  reportTarget,
} from "../../price/mod.ts";

/**
 * Returns the windows whose target the event decides. A published price cannot open a future
 * window, even if a provider's clock is ahead.
 */
export function openingsOf(
  profile: VenueProfile,
  event: LiveEvent,
  nowMs: number,
): ReadonlyArray<LiveOpening> {
  return decidedBy(profile, event).filter(({ query }) => query.window.startSec * 1000 <= nowMs);
}

function decidedBy(profile: VenueProfile, event: LiveEvent): ReadonlyArray<LiveOpening> {
  switch (event.kind) {
    case "report":
      return openedByObservation(profile, event.asset, {
        observation: event.report,
        target: reportTarget(event.report, { isLate: false }),
      });
    case "point":
      return openedByObservation(profile, event.asset, {
        observation: event.point,
        target: relayTarget(event.point),
      });
    case "rollover":
      return openedByRollover(profile, event.asset, event.rollover);
    default:
      return [];
  }
}
