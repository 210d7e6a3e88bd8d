/**
 * Prices that were put in place of those that the venue publishes of its windows. Its site shows
 * them, and its metadata do.
 *
 * @module
 */
import { type JsonNumber } from "../../../adapters/http/json_number.ts";
import { type Asset } from "../../../core/market/mod.ts";

/** Which window: whatever interval it has. Unix seconds. */
export interface PublishedWindow {
  readonly asset: Asset;
  readonly startSec: number;
  readonly endSec: number;
}

/** Both prices of a window in USD, as they were spelled; null for one that is never published. */
export interface PutPrices {
  readonly openPrice: JsonNumber | null;
  readonly closePrice: JsonNumber | null;
}

/** What was put. */
export interface PublishedPrices {
  /** Replaces what was put for the window. False where too many windows have prices already. */
  put(window: PublishedWindow, prices: PutPrices): boolean;
  of(window: PublishedWindow): PutPrices | undefined;
}

/** Several days of every asset's windows. */
export const PUT_WINDOWS_MAX = 50_000;

/** Nothing was put yet. */
export function makePublishedPrices(): PublishedPrices {
  const put = new Map<string, PutPrices>();
  const keyOf = ({ asset, startSec, endSec }: PublishedWindow) => `${asset}:${startSec}:${endSec}`;
  return {
    put(window, prices) {
      const key = keyOf(window);
      if (!put.has(key) && put.size >= PUT_WINDOWS_MAX) return false;
      put.set(key, prices);
      return true;
    },
    of: (window) => put.size === 0 ? undefined : put.get(keyOf(window)),
  };
}
