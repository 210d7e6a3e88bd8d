/**
 * Every track of the simulated venue: seven assets in five intervals, and the recurring topics.
 *
 * @module
 */
import {
  ASSETS,
  type Interval,
  INTERVALS,
  KNOWN_ASSETS,
  seriesOf,
  type VenueProfile,
} from "../../../../core/market/mod.ts";
import { hash32, streamOf } from "../../world/hash.ts";
import { TOPICS } from "./topic.ts";
import { gridTrack, periodicTrack, type Track } from "./track.ts";

const DAY_SEC = 86_400;
/** Topics begin at a round quarter of an hour that depends on the seed. */
const PHASE_STEP_SEC = 900;
/**
 * Up-or-down windows use the slots below this, with room for more; topics the ones from here on.
 */
const TOPIC_SLOT = 128;

/** The venue lists hourly windows two days ahead and the rest one day. */
const LEAD_SEC: Readonly<Record<Interval, number>> = {
  "5min": DAY_SEC,
  "15min": DAY_SEC,
  "1hour": 2 * DAY_SEC,
  "4hour": DAY_SEC,
  daily: DAY_SEC,
};
/**
 * Windows decided by the oracle resolve immediately; those decided by the exchange slightly later.
 */
const RESOLVE_SEC: Readonly<Record<Interval, number>> = {
  "5min": 45,
  "15min": 45,
  "1hour": 180,
  "4hour": 45,
  daily: 180,
};
const TOPIC_RESOLVE_SEC = 7_200;

/** Makes the tracks of a seed, by slot. */
export function makeTracks(seed: number, profile: VenueProfile): ReadonlyMap<number, Track> {
  const upDown = seriesOf(ASSETS).map(({ asset, interval }) =>
    gridTrack(profile.calendar[interval], {
      slot: 1 + KNOWN_ASSETS.indexOf(asset) * INTERVALS.length + INTERVALS.indexOf(interval),
      subject: { kind: "up_down", asset, interval },
      leadSec: LEAD_SEC[interval],
      resolveSec: RESOLVE_SEC[interval],
    })
  );
  const phases = streamOf(seed, "venue topic phase");
  const topics = TOPICS.map((topic, i) => {
    const steps = (topic.periodDays * DAY_SEC) / PHASE_STEP_SEC;
    return periodicTrack({
      periodSec: topic.periodDays * DAY_SEC,
      phaseSec: (hash32(phases, i) % steps) * PHASE_STEP_SEC,
      lifeSec: topic.lifeDays * DAY_SEC,
    }, {
      slot: TOPIC_SLOT + i,
      subject: { kind: "topic", topic },
      // An asset's week is listed and decided like its days.
      leadSec: topic.asset === undefined ? 0 : LEAD_SEC.daily,
      resolveSec: topic.asset === undefined ? TOPIC_RESOLVE_SEC : RESOLVE_SEC.daily,
    });
  });
  return new Map([...upDown, ...topics].map((track) => [track.slot, track]));
}
