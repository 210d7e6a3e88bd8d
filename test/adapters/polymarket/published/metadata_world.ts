/**
 * A simulated metadata service with published prices, for the adapter's tests, and a feed pointed
 * at it.
 *
 * @module
 */
import { Effect, type Scope } from "effect";
import { JsonNumber } from "../../../../core/json/mod.ts";
import {
  makePolymarketMetadataFeed,
} from "../../../../adapters/polymarket/published/price_feed.ts";
import { makePublishedPrices } from "../../../../app/simulator/polymarket/venue/published_prices.ts";
import { PROFILE_BY_NAME, type VenueProfile } from "../../../../core/market/mod.ts";
import type { ProviderWatch } from "../../../../core/port/provider_watch.ts";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { questions as venueQuestions } from "../../../contract/target_question.ts";
import { scopedVenueSimulator } from "../../../simulator/kit/scoped_simulator.ts";
import type { StillClock } from "../../../simulator/kit/support.ts";
import type { Written } from "../gamma/gamma_sample.ts";
import { runAt } from "../run_at.ts";

const { polymarket } = PROFILE_BY_NAME;

/** The questions for every window of the venue that starts between two instants. */
export const questions = venueQuestions.bind(undefined, "polymarket");

/** Four windows of an hour that is long over. */
export const FOUR = questions("btc", "5min", ["2026-11-20T10:00:00Z", "2026-11-20T10:20:00Z"]);

/** Replaces an event of the venue. */
export function eventOf({ asset, window }: TargetQuery, changes: Written = {}) {
  const iso = (sec: number) => new Date(sec * 1000).toISOString().replace(".000", "");
  return {
    id: String(window.startSec),
    slug: polymarket.slugOf(asset, window),
    startTime: iso(window.startSec),
    endDate: iso(window.endSec),
    closed: true,
    seriesSlug: "btc-up-or-down-5m",
    series: [{ id: "10684", slug: "btc-up-or-down-5m" }],
    eventMetadata: { priceToBeat: 7.5 },
    ...changes,
  };
}

/** Starts the service for as long as the scope lives, with a feed of its own. */
export const makeMetadata = Effect.fnUntraced(function* (
  clock: StillClock,
  profile: VenueProfile = polymarket,
) {
  const published = makePublishedPrices();
  const { send, ...simulator } = yield* scopedVenueSimulator("venue-metadata", {
    clock,
    profile,
    published,
  });
  const feed = yield* makePolymarketMetadataFeed({ gammaUrl: simulator.url, profile });
  return {
    ...simulator,
    clock,
    feed,
    /** Replaces the venue's prices of a window, by their exact text. */
    publish: (
      { asset, window }: Pick<TargetQuery, "asset" | "window">,
      [openPrice, closePrice]: readonly [string | null, string | null],
    ) => {
      const written = (text: string | null) => text === null ? null : new JsonNumber(text);
      published.put(
        { asset, ...window },
        { openPrice: written(openPrice), closePrice: written(closePrice) },
      );
    },
    put: (event: Written) => send("PUT", "/__event", event),
    /** Asks in the feed's own groups. */
    ask: (queries: ReadonlyArray<TargetQuery>) =>
      Effect.map(
        Effect.forEach(feed.groups(queries), feed.openings),
        (results) => results.flat(),
      ),
  };
});

/** The service, as a test works with it. */
export type Metadata = Effect.Success<ReturnType<typeof makeMetadata>>;

/** Runs with a service, on a clock that moves when a fiber sleeps. */
export function withMetadata<A, E>(
  nowIso: string,
  body: (metadata: Metadata) => Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  return runAt(nowIso, (clock) => Effect.flatMap(makeMetadata(clock), body));
}
