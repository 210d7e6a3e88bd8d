/**
 * The price provider of each interval's targets.
 *
 * @module
 */
import { type Interval } from "./interval.ts";

/** `oracle`: an on-chain data-stream provider. `exchange`: a spot and futures exchange. */
export const PROVIDERS = ["oracle", "exchange"] as const;

/** One of {@linkcode PROVIDERS}. */
export type Provider = (typeof PROVIDERS)[number];

const BY_INTERVAL = {
  "5min": "oracle",
  "15min": "oracle",
  "1hour": "exchange",
  "4hour": "oracle",
  daily: "exchange",
} as const satisfies Record<Interval, Provider>;

/** Returns the price provider of an interval. */
export function providerOf(interval: Interval): Provider {
  return BY_INTERVAL[interval];
}
