/**
 * Which providers the status page names from the start, and which of them are off.
 *
 * @module
 */
import { Option } from "effect";
import type { ProviderWatchOptions } from "../adapters/memory/provider_watch.ts";
import type { ProviderSetup } from "./live_config.ts";

/**
 * As the status page lists them: what is asked, and what is listened to. Those that are asked only
 * when they are needed (the venue's site and data service, the exchange's archive) follow with
 * their first call.
 */
const PROVIDER_NAMES = [
  "oracle",
  "oracle stream",
  "exchange",
  "exchange stream",
  "venue metadata",
  "venue orders",
  "venue stream",
  "schedule",
  "kalshi",
  "limitless",
  "sx_bet",
  "hyperliquid",
  "hyperliquid stream",
];

/** Those of a set-up. A source that the operator left out on purpose is not named. */
export function watchedProviders({ oracle, relay }: ProviderSetup): ProviderWatchOptions {
  const isRelayNamed = Option.isSome(relay.access) || relay.missing !== "ORACLE";
  return {
    providers: [...PROVIDER_NAMES, ...isRelayNamed ? ["relay"] : []],
    off: [
      ...Option.isNone(oracle.credentials) ? ["oracle", "oracle stream"] : [],
      ...isRelayNamed && Option.isNone(relay.access) ? ["relay"] : [],
    ],
  };
}
