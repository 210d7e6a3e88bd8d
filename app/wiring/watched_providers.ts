/**
 * The providers that the status page lists from the start, and which of them are off.
 *
 * @module
 */
import { Option } from "effect";
import type { ProviderWatchOptions } from "../../adapters/process/provider_watch.ts";
import type { ProviderSettings } from "../settings/provider_settings.ts";

/**
 * The providers in the order of the status page. Those used only on demand (the venue's site and
 * data service, the exchange's archive) are added by their first call.
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

/** Returns the providers of some settings. Omits a source that the operator left out on purpose. */
export function watchedProviders({ oracle, relay }: ProviderSettings): ProviderWatchOptions {
  const isRelayNamed = Option.isSome(relay.access) || relay.missing !== "ORACLE";
  return {
    providers: [...PROVIDER_NAMES, ...isRelayNamed ? ["relay"] : []],
    off: [
      ...Option.isNone(oracle.credentials) ? ["oracle", "oracle stream"] : [],
      ...isRelayNamed && Option.isNone(relay.access) ? ["relay"] : [],
    ],
  };
}
