/**
 * The resting orders of the simulated venue: what time and the world's traders do to them, and how
 * they end.
 *
 * @module
 */
import { type Markets } from "./markets.ts";
import { isResting, type PlacedOrder, restE6 } from "./placed_order.ts";
import { type Settlement, type SettlementParts } from "./settlement.ts";
import { type TradedMarket } from "./traded_market.ts";
import { orderEvent } from "./user_event.ts";

/** The resting orders. */
export interface RestingOrders {
  /** Returns the order's market while it is open. */
  readonly marketNow: (placed: PlacedOrder) => TradedMarket | undefined;
  /** Applies the effects of time. */
  readonly tend: () => void;
  /** Cancels an order; its owner sees the status. */
  readonly end: (placed: PlacedOrder, status?: string) => void;
  /** Publishes what became of an order to its owner. */
  readonly publishToUser: (
    placed: PlacedOrder,
    type: "PLACEMENT" | "UPDATE" | "CANCELLATION",
    status?: string,
  ) => void;
  /** Publishes that the levels of the order's market changed. */
  readonly publishLevel: (placed: PlacedOrder) => void;
}

/** What the resting orders work with. */
export interface RestingOrderParts
  extends Pick<SettlementParts, "clock" | "feed" | "ledger" | "liquidity"> {
  readonly markets: Markets;
  readonly settlement: Settlement;
}

/** Makes the resting orders of a ledger. */
export function makeRestingOrders(
  { clock, feed, ledger, liquidity, markets, settlement }: RestingOrderParts,
): RestingOrders {
  const marketNow = ({ market }: PlacedOrder) => {
    const found = markets.byCondition(market.conditionId);
    return found?.isOpen === true ? found : undefined;
  };
  const publishToUser = (
    placed: PlacedOrder,
    type: "PLACEMENT" | "UPDATE" | "CANCELLATION",
    status?: string,
  ) => {
    const change = status === undefined ? {} : { status };
    feed.publishToUser(orderEvent(placed, { type, nowMs: clock.nowMs(), ...change }));
  };
  const publishLevel = ({ market: { conditionId } }: PlacedOrder) =>
    feed.publish({ kind: "changes", conditionId });
  const end = (placed: PlacedOrder, status?: string) => {
    const stood = isResting(placed);
    ledger.mark(placed, "canceled");
    publishToUser(placed, "CANCELLATION", status);
    if (stood) publishLevel(placed);
  };

  /** Lets the world's traders take resting orders that cross their levels. */
  const hitByWorld = (placed: PlacedOrder) => {
    const { market, side, priceE6, order: { tokenId } } = placed;
    const { bids, asks } = liquidity.levels(market, tokenId);
    for (const level of (side === "BUY" ? asks : bids).toReversed()) {
      const crosses = side === "BUY" ? level.priceE6 <= priceE6 : level.priceE6 >= priceE6;
      const rest = restE6(placed);
      if (!crosses || rest === 0n) return;
      const sizeE6 = level.sizeE6 < rest ? level.sizeE6 : rest;
      liquidity.take(market, { tokenId, side, priceE6: level.priceE6, sizeE6 });
      settlement.hit(placed, sizeE6);
    }
  };
  let isTending = false;
  const tend = () => {
    if (isTending) return;
    isTending = true;
    try {
      const nowSec = clock.nowMs() / 1000;
      for (const placed of ledger.resting()) {
        const { expirationSec } = placed;
        const hasExpired = expirationSec !== 0 && expirationSec <= nowSec;
        if (hasExpired || marketNow(placed) === undefined) end(placed);
        else hitByWorld(placed);
      }
    } finally {
      isTending = false;
    }
  };

  return { marketNow, tend, end, publishToUser, publishLevel };
}
