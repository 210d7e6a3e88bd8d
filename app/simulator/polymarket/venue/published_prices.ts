/**
 * Overrides for the published prices of windows, which the venue's site and its metadata show.
 *
 * @module
 */
import { type JsonNumber } from "../../../../core/json/mod.ts";
import { type Asset } from "../../../../core/market/mod.ts";

/** A window of any interval. Unix seconds. */
export interface PublishedWindow {
  readonly asset: Asset;
  readonly startSec: number;
  readonly endSec: number;
}

/** Both prices of a window in USD, as written; null for one that is never published. */
export interface WindowPrices {
  readonly openPrice: JsonNumber | null;
  readonly closePrice: JsonNumber | null;
}

/** The overrides. */
export interface PublishedPrices {
  /** Replaces the window's override. Returns false at the maximum number of windows. */
  put(window: PublishedWindow, prices: WindowPrices): boolean;
  of(window: PublishedWindow): WindowPrices | undefined;
}

/** Several days of every asset's windows. */
export const WINDOWS_MAX = 50_000;

/** Makes an empty set of overrides. */
export function makePublishedPrices(): PublishedPrices {
  const overrides = new Map<string, WindowPrices>();
  const keyOf = ({ asset, startSec, endSec }: PublishedWindow) => `${asset}:${startSec}:${endSec}`;
  return {
    put(window, prices) {
      const key = keyOf(window);
      if (!overrides.has(key) && overrides.size >= WINDOWS_MAX) return false;
      overrides.set(key, prices);
      return true;
    },
    of: (window) => overrides.size === 0 ? undefined : overrides.get(keyOf(window)),
  };
}
