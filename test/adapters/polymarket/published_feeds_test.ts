import { Effect } from "effect";
import { PROFILE_BY_NAME, windowAfter, windowContaining } from "../../../core/market/mod.ts";
import type { PriceFeed } from "../../../core/port/price_feed.ts";
import { formatE18 } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { type PriceFact, priceFeedContract } from "../../contract/price_feed_contract.ts";
import {
  layerStillClock,
  makeStillClock,
  ms,
  type StillClock,
} from "../../simulator/kit/support.ts";
import { makeMetadata } from "./published/metadata_world.ts";
import { makeSite } from "./site/site_world.ts";

const INTERVALS = ["5min", "15min", "4hour"] as const;
const { spec } = PROFILE_BY_NAME;
/** A midnight from which on the 60-second average decides all of them. */
const DAY_START_SEC = ms("2026-10-01T00:00:00Z") / 1000;
const NOW_MS = ms("2026-10-02T12:00:00Z");

/** The first windows of that day, with the price that the facts give their first second. */
function pricedWindows(facts: ReadonlyArray<PriceFact>) {
  return (["btc", "eth", "sol"] as const).flatMap((asset) =>
    INTERVALS.flatMap((interval) => {
      const first = windowContaining(spec.calendar, interval, UnixSec(DAY_START_SEC));
      return [first, windowAfter(spec.calendar, first)].map((window) => {
        const fact = facts.find((each) =>
          each.asset === asset && each.atMs === window.startSec * 1000
        );
        return { asset, window, price: fact === undefined ? null : formatE18(fact.priceE18) };
      });
    })
  );
}

/** The feed, always on the clock of its simulator. */
function onClock(feed: PriceFeed, clock: StillClock): PriceFeed {
  return {
    groups: feed.groups,
    openings: (group) => Effect.provide(feed.openings(group), layerStillClock(clock)),
  };
}

const ONE_A_WINDOW = {
  reason: "the venue publishes one price of a window",
  tests: ["gives the first price after a start without one"],
};

priceFeedContract({
  name: "polymarket metadata",
  intervals: INTERVALS,
  dayStartSec: DAY_START_SEC,
  skip: [ONE_A_WINDOW],
  stage: Effect.fnUntraced(function* (facts) {
    const clock = makeStillClock(NOW_MS);
    const metadata = yield* makeMetadata(clock, spec);
    for (const { asset, window, price } of pricedWindows(facts)) {
      metadata.publish({ asset, window }, [price, null]);
    }
    return onClock(metadata.feed, clock);
  }),
});

priceFeedContract({
  name: "polymarket site",
  intervals: INTERVALS,
  dayStartSec: DAY_START_SEC,
  skip: [ONE_A_WINDOW],
  stage: (facts) => {
    const clock = makeStillClock(NOW_MS);
    return Effect.gen(function* () {
      const site = yield* makeSite(clock);
      yield* Effect.forEach(
        pricedWindows(facts),
        ({ asset, window, price }) => site.publish({ asset, window }, price),
      );
      return onClock(site.feed, clock);
    }).pipe(Effect.provide(layerStillClock(clock)));
  },
});
