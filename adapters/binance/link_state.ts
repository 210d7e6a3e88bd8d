/**
 * Whether both sockets of the exchange are running, told when that changes.
 *
 * @module
 */
import type { LiveEvent } from "../../core/port/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";

/** Follows both sockets. */
export interface LinkState {
  /** The market's connection brought a trade. */
  readonly delivered: (market: ExchangeMarket) => void;
  /** The market's connection is gone, or was never made. */
  readonly lost: (market: ExchangeMarket) => void;
  /** Whether the market's connection has brought a trade. */
  readonly isUp: (market: ExchangeMarket) => boolean;
}

/** Begins with both of them down, which is not told. */
export function makeLinkState(tell: (event: LiveEvent) => void): LinkState {
  const up = new Set<ExchangeMarket>();
  return {
    delivered: (market) => {
      if (up.has(market)) return;
      up.add(market);
      if (up.size === 2) tell({ kind: "link", provider: "exchange", isUp: true });
    },
    lost: (market) => {
      if (up.size === 2) tell({ kind: "link", provider: "exchange", isUp: false });
      up.delete(market);
    },
    isUp: (market) => up.has(market),
  };
}
