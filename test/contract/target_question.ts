/** The questions that tests ask of price feeds. @module */
import {
  type Asset,
  type Interval,
  PROFILE_BY_NAME,
  type VenueProfileName,
  windowContaining,
  windowsStartingIn,
} from "../../core/market/mod.ts";
import { type TargetQuery, targetRule } from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** An ISO time, or unix seconds. */
type Instant = string | number;

const secOf = (at: Instant) => UnixSec(typeof at === "string" ? Date.parse(at) / 1000 : at);

/** Returns the question for the window that an instant falls in. */
export function questionAt(
  profileName: VenueProfileName,
  asset: Asset,
  interval: Interval,
  at: Instant,
): TargetQuery {
  const profile = PROFILE_BY_NAME[profileName];
  const window = windowContaining(profile.calendar, interval, secOf(at));
  return { asset, window, rule: targetRule(profile, window) };
}

/** Returns the questions for every window that starts between two instants. */
export function questions(
  profileName: VenueProfileName,
  asset: Asset,
  interval: Interval,
  [from, to]: readonly [Instant, Instant],
): ReadonlyArray<TargetQuery> {
  const profile = PROFILE_BY_NAME[profileName];
  const range = { startSec: secOf(from), endSec: secOf(to) };
  return [...windowsStartingIn(profile.calendar, interval, range)]
    .map((window) => ({ asset, window, rule: targetRule(profile, window) }));
}
