/**
 * The assets and intervals of the markets, in the order in which pages show them.
 *
 * @module
 */
import { computed } from "@preact/signals";
import { canonicalName, providerOf } from "../../client/typescript/stream/topic.ts";
import {
  type Asset,
  ASSETS,
  type Interval,
  INTERVALS,
} from "../../client/typescript/wire/names.ts";
import { service } from "../service/session.ts";

export { INTERVALS };

/** What the service serves: what most do, until it has said so. */
export const served = computed(() =>
  service.value?.assets ?? ASSETS.map((asset) => ({ asset, intervals: INTERVALS, elsewhere: [] }))
);

const LENGTH_SEC: Readonly<Record<Interval, number>> = {
  "5min": 300,
  "15min": 900,
  "1hour": 3_600,
  "4hour": 14_400,
  daily: 86_400,
};

/** Returns the asset of a name in an address; undefined for any other. */
export function parseAsset(name: string | undefined): Asset | undefined {
  const canonical = canonicalName(name ?? "");
  return served.value.find(({ asset }) => asset === canonical)?.asset;
}

/** Returns the interval of a name in an address; the shortest for any other. */
export function parseInterval(name: string | null): Interval {
  const canonical = canonicalName(name ?? "");
  return INTERVALS.find((interval) => interval === canonical) ?? "5min";
}

/** Returns the length of most windows: where clocks change, some differ by an hour. */
export function lengthSecOf(interval: Interval): number {
  return LENGTH_SEC[interval];
}

/** Returns whether windows of this length settle on the exchange's price, not the oracle's. */
export function isOfExchange(interval: Interval): boolean {
  return providerOf(`windows::${interval}`) === "exchange";
}

/** Returns the other venues at which windows of a market are looked for too. */
export function otherVenues(
  { asset, interval }: { readonly asset: Asset; readonly interval: Interval },
): ReadonlyArray<string> {
  const { elsewhere = [] } = served.value.find((one) => one.asset === asset) ?? {};
  return elsewhere.filter((one) => one.interval === interval).map(({ venue }) => venue);
}
