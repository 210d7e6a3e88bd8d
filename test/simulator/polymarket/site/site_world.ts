/**
 * Shared parts of the site's tests: the site, the metadata and the oracle of one process, on one
 * clock that stands still.
 *
 * @module
 */
import { makeOracleSeries } from "../../../../app/simulator/chainlink/oracle_series.ts";
import { makeChainlinkSimulator } from "../../../../app/simulator/chainlink/chainlink_simulator.ts";
import { makeRecordedPoints } from "../../../../app/simulator/polymarket/relay/recorded_points.ts";
import { listen } from "../../../../app/simulator/kit/simulator.ts";
import { makeSiteSimulator } from "../../../../app/simulator/polymarket/site/site_simulator.ts";
import { makePublishedPrices } from "../../../../app/simulator/polymarket/venue/published_prices.ts";
import { makeStagedEvents } from "../../../../app/simulator/polymarket/venue/staged_events.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeGammaSimulator } from "../../../../app/simulator/polymarket/gamma/gamma_simulator.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { type Asset, type Interval, PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { get, makeStillClock, ORACLE_KEY, signed } from "../../kit/support.ts";

/** A window by its asset, its interval and its two unix seconds. */
export interface AskedWindow {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly startSec: number;
  readonly endSec: number;
}

/** An answer of `crypto-price`. */
export interface PriceBody {
  readonly openPrice: number | null;
  readonly closePrice: number | null;
  readonly timestamp: number;
  readonly completed: boolean;
  readonly incomplete: boolean;
  readonly cached: boolean;
}

/** How the site names the intervals. */
export const VARIANT: Readonly<Record<Interval, string>> = {
  "5min": "fiveminute",
  "15min": "fifteen",
  "1hour": "hourly",
  "4hour": "fourhour",
  daily: "daily",
};

/** `2026-11-20T12:00:00Z`. */
export function isoSecond(sec: number): string {
  return `${new Date(sec * 1_000).toISOString().slice(0, 19)}Z`;
}

/** The path that asks for both prices of a window by the average that settles. */
export function pricePath(
  { asset, interval, startSec, endSec }: AskedWindow,
  changed: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams();
  const parameters = {
    symbol: asset.toUpperCase(),
    eventStartTime: isoSecond(startSec),
    endDate: isoSecond(endSec),
    variant: VARIANT[interval],
    twapEnabled: "true",
    twapLookbackSeconds: "60",
    ...changed,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  return `/api/crypto/crypto-price?${query}`;
}

/** The average of 60 s of some assets, at the oracle. */
const TWAP_60 = new Map<Asset, string>([
  ["btc", "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f"],
  ["eth", "0x0002fbf9f58ef89c93385770d289d7c10c01c250641daa811063e303ee095593"],
  ["doge", "0x00021251b82fb66152ed854da5b7228fca7fa6165305e06c564c5604e884073b"],
]);

/** Assets whose average can be read at the oracle here. */
export const ORACLE_ASSETS = [...TWAP_60.keys()];

/** Starts the three. A `speed` beyond that of tests of the pace keeps the pace out of the way. */
export function startSiteWorld(
  startMs: number,
  { speed = 1_000_000, seed = 1 }: { readonly speed?: number; readonly seed?: number } = {},
) {
  const still = makeStillClock(startMs);
  const clock = { ...still, speed };
  const world = makeWorld(seed);
  const profile = PROFILE_BY_NAME.polymarket;
  const recorded = makeRecordedPoints();
  const shared = { recorded, published: makePublishedPrices() };
  const venue = makeVenueWorld(world, profile, shared);
  const staged = makeStagedEvents();
  const running = { seed, clock };
  const site = listen(makeSiteSimulator({ world, clock, profile, ...shared }), running);
  const metadata = listen(
    makeGammaSimulator({ world, clock, profile, staged, ...shared }),
    running,
  );
  const oracle = listen(
    makeChainlinkSimulator({ series: makeOracleSeries(world), clock, key: ORACLE_KEY }),
    running,
  );
  return {
    clock,
    recorded,
    venue,
    site,
    metadata,
    /** Both prices of a window, as the site has them now. */
    prices: async (window: AskedWindow, changed?: Parameters<typeof pricePath>[1]) =>
      (await get<PriceBody>(`${site.url}${pricePath(window, changed)}`)).body,
    /** `eventMetadata` of a window's event. */
    eventMetadata: async (window: AskedWindow) => {
      const slug = profile.slugOf(window.asset, {
        interval: window.interval,
        startSec: UnixSec(window.startSec),
        endSec: UnixSec(window.endSec),
      });
      const { body } = await get(`${metadata.url}/events/slug/${slug}`);
      return body["eventMetadata"] as
        | { readonly priceToBeat?: number; readonly finalPrice?: number }
        | undefined;
    },
    /** The average of 60 s that covers a second, as the oracle signs it: scaled by 10^18. */
    report: async (asset: Asset, sec: number) => {
      const target = `/api/v1/reports?feedID=${TWAP_60.get(asset)}&timestamp=${sec}`;
      const { body } = await get<{ readonly report: { readonly fullReport: string } }>(
        `${oracle.url}${target}`,
        signed(target, { nowMs: clock.nowMs() }),
      );
      const word = body.report.fullReport.slice(2 + (8 + 6) * 64, 2 + (8 + 7) * 64);
      return BigInt.asIntN(256, BigInt(`0x${word}`));
    },
    stop: async () => {
      await Promise.all([site.stop(), metadata.stop(), oracle.stop()]);
    },
  };
}
