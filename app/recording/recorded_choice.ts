/**
 * What an operator chose on which it depends what a service publishes, as a recording tells it.
 *
 * @module
 */
import { Effect } from "effect";
import { VENUE_PROFILES, type VenueProfileName } from "../../core/market/mod.ts";
import { ClockSpeed } from "../../core/use_case/time/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";

/** The choice: whose calendar and slugs, and where the pages of events are. */
export interface RecordedChoice {
  readonly profile: VenueProfileName;
  /** How many seconds of the service's clock passed in one of its machine. */
  readonly speed: number;
  readonly eventBaseUrl: string;
}

/** That of this service, as text: `profile=spec speed=1 events=https://polymarket.com/event`. */
export const recordedChoice = Effect.gen(function* () {
  const { profile: { name }, eventBaseUrl } = yield* Venue;
  return `profile=${name} speed=${yield* ClockSpeed} events=${eventBaseUrl}`;
});

const WRITTEN = /^profile=(\w+) speed=([\d.]+) events=(\S+)$/;

/** Returns the choice that a text tells; undefined where it is no such text. */
export function readRecordedChoice(text: string): RecordedChoice | undefined {
  const [, name, speed = "", eventBaseUrl = ""] = WRITTEN.exec(text) ?? [];
  const profile = VENUE_PROFILES.find((known) => known === name);
  const isWhole = profile !== undefined && Number(speed) > 0;
  return isWhole ? { profile, speed: Number(speed), eventBaseUrl } : undefined;
}
