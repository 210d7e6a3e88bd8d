/**
 * The legs of windows: the primary venue's own, and what the store has of other venues.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import {
  isDecided,
  type Leg,
  legKey,
  legOf,
  type LegRecord,
  type LegSeries,
  primaryLeg,
  wasReadOver,
} from "../../leg/mod.ts";
import { windowContaining } from "../../market/mod.ts";
import { LegStore } from "../../port/leg_store.ts";
import { LegVenues } from "../../port/leg_venue.ts";
import { DAY_SEC, UnixSec } from "../../time/mod.ts";
import type { WindowState } from "../../window/mod.ts";
import { RangeBudget } from "../price/range_budget.ts";
import { targetQuery } from "../price/target_query.ts";
import { Venue, type VenueChoice } from "../venue/venue.ts";
import { type LegDay, LegDays, READ_AFTER_MS } from "./leg_days.ts";

/**
 * The legs of windows, in order: of each the primary one first. `isCached`: no other venue was
 * asked for them.
 */
export interface WindowLegs {
  readonly legs: ReadonlyArray<ReadonlyArray<Leg>>;
  /** How many windows lack something that there was no time for. */
  readonly leftCount: number;
  readonly isCached: boolean;
}

/**
 * Returns the legs of windows. Days that nobody has read are read within the
 * {@linkcode RangeBudget}. Fails only if the store does.
 */
export const windowLegs = Effect.fn("windowLegs")(function* (states: ReadonlyArray<WindowState>) {
  const venue = yield* Venue;
  const venues = yield* LegVenues;
  const nowMs = yield* Clock.currentTimeMillis;
  const series = venues.flatMap((one) => one.series);
  const ownSeries = ({ asset, window: { interval } }: WindowState) =>
    series.filter((one) => one.asset === asset && one.interval === interval);
  let known = yield* knownOf(states, series);
  const missing = states.flatMap((state) =>
    ownSeries(state).filter((one) => isUnread(one, known.get(keyOf(one, state)), state, nowMs))
      .map((one): LegDay => ({ series: one, daySec: dayOf(state) }))
  );
  if (missing.length > 0) {
    yield* (yield* LegDays).until(missing, yield* RangeBudget);
    known = yield* knownOf(states, series);
  }
  const legs = states.map((state) => {
    const { asset, window } = state;
    const previous = windowContaining(
      venue.profile.calendar,
      window.interval,
      UnixSec(window.startSec - 1),
    );
    return [
      primaryOf(venue, state, nowMs),
      ...ownSeries(state).map((one) =>
        legOf({
          series: one,
          window,
          record: known.get(keyOf(one, state)),
          previous: known.get(keyOf(one, { asset, window: previous })),
          nowMs,
        })
      ),
    ];
  });
  const left = states.filter((state) =>
    ownSeries(state).some((one) => isUnread(one, known.get(keyOf(one, state)), state, nowMs))
  );
  const isCached = missing.length === 0;
  return { legs, leftCount: left.length, isCached } satisfies WindowLegs;
});

/** Returns the primary leg of a window. */
export function primaryOf(venue: VenueChoice, state: WindowState, nowMs: number): Leg {
  const { asset, window } = state;
  const url = `${venue.eventBaseUrl}/${venue.profile.slugOf(asset, window)}`;
  return primaryLeg({ state, url, rule: targetQuery(venue, asset, window).rule, nowMs });
}

/** Whether a window that has ended was not read since, or not to its end. */
function isUnread(
  { fromSec }: LegSeries,
  record: LegRecord | undefined,
  { window }: WindowState,
  nowMs: number,
): boolean {
  if (window.startSec < fromSec || nowMs - window.endSec * 1000 < READ_AFTER_MS) return false;
  if (record === undefined) return true;
  // A list of the day before may have been too early for it.
  return record.market === null ? !wasReadOver(record) : !isDecided(record.market);
}

type Keyed = Pick<WindowState, "asset" | "window">;

function keyOf({ venue }: LegSeries, { asset, window }: Keyed): string {
  const { interval, startSec } = window;
  return legKey({ venue, asset, interval, startSec });
}

function dayOf({ window: { startSec } }: WindowState): UnixSec {
  return UnixSec(startSec - startSec % DAY_SEC);
}

/** What the store has of the windows and of those before them, by key; one question a series. */
const knownOf = Effect.fnUntraced(function* (
  states: ReadonlyArray<WindowState>,
  series: ReadonlyArray<LegSeries>,
) {
  const store = yield* LegStore;
  const asked = states.filter(({ asset, window }) =>
    series.some((one) => one.asset === asset && one.interval === window.interval)
  );
  const groups = Map.groupBy(asked, ({ asset, window }) => `${asset}:${window.interval}`);
  const found = yield* Effect.forEach(groups.values(), (some) => {
    const windows = some.map(({ window }) => window);
    const lengthSec = Math.max(...windows.map(({ startSec, endSec }) => endSec - startSec));
    const starts = windows.map(({ startSec }) => startSec);
    const range = {
      startSec: UnixSec(Math.min(...starts) - lengthSec),
      endSec: UnixSec(Math.max(...starts) + 1),
    };
    const [{ asset, window: { interval } }] = some as [WindowState];
    return store.find({ asset, interval, range });
  }, { concurrency: 4 });
  return new Map(found.flat().map((record) => [legKey(record), record]));
});
