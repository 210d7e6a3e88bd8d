/**
 * The resting orders of the simulated venue: what time and the world's traders do to them, and how
 * they end.
 *
 * @module
 */
import { hash32, streamOf } from "../../world/hash.ts";
import { type Heartbeats } from "./heartbeats.ts";
import { makerQueue, type QueuedMaker } from "./maker_queue.ts";
import { type Side } from "./market_feed.ts";
import { type Markets } from "./markets.ts";
import { type EndedStatus, isResting, type PlacedOrder, restE6 } from "./placed_order.ts";
import { type Settlement, type SettlementParts } from "./settlement.ts";
import { type TradedMarket } from "./traded_market.ts";
import { orderEvent } from "./user_event.ts";
import { flowE6, slotOf, slotsAfter } from "./world_flow.ts";

/** The resting orders. */
export interface RestingOrders {
  /** Returns the order's market while it is open. */
  readonly marketNow: (placed: PlacedOrder) => TradedMarket | undefined;
  /** Applies the effects of time. */
  readonly tend: () => void;
  /** Cancels an order; its owner sees the message as its status, if given. */
  readonly end: (placed: PlacedOrder, message?: string) => void;
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
  readonly heartbeats: Pick<Heartbeats, "stoppedMs">;
  readonly seed: number;
}

/** Why time ends an order: the status it gets, and whether its owner is always told. */
interface Ending {
  readonly status: EndedStatus;
  readonly isTold: boolean;
}

const SIDES: ReadonlyArray<Side> = ["BUY", "SELL"];

/** Makes the resting orders of a ledger. */
export function makeRestingOrders(
  { clock, feed, heartbeats, ledger, liquidity, markets, seed, settlement }: RestingOrderParts,
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
  const endAs = (placed: PlacedOrder, status: EndedStatus) => {
    const stood = isResting(placed);
    ledger.mark(placed, status);
    if (stood) publishLevel(placed);
  };
  const end = (placed: PlacedOrder, message?: string) => {
    endAs(placed, "canceled");
    publishToUser(placed, "CANCELLATION", message);
  };

  const endByTime = () => {
    const found = new Map<string, TradedMarket | undefined>();
    for (const placed of ledger.resting()) {
      const { conditionId } = placed.market;
      if (!found.has(conditionId)) found.set(conditionId, markets.byCondition(conditionId));
      const market = found.get(conditionId);
      const ending = endingOf(placed, { market, nowSec: clock.nowMs() / 1000, heartbeats });
      if (ending === undefined) continue;
      endAs(placed, ending.status);
      // The venue does not say whether it tells of these: the order itself decides.
      const isTold = ending.isTold || hash32(streamOf(seed, `end of ${placed.id}`), 0) % 2 === 0;
      if (isTold) publishToUser(placed, "CANCELLATION");
    }
  };
  const queueOf = (market: TradedMarket, side: Side) =>
    makerQueue(ledger.resting(market.conditionId), {
      market,
      tokenId: market.tokenIds[0],
      side,
    });
  const bestOf = (market: TradedMarket, side: Side): bigint | undefined => {
    const { bids, asks } = liquidity.levels(market, market.tokenIds[0]);
    return (side === "SELL" ? bids : asks).at(-1)?.priceE6;
  };

  /** Lets the world's traders whose own levels cross an order take from it. */
  const cross = (market: TradedMarket, side: Side, { maker, priceE6 }: QueuedMaker) => {
    const [tokenId] = market.tokenIds;
    const { bids, asks } = liquidity.levels(market, tokenId);
    // Who sells to a bid has an ask that crosses it: taking that is buying.
    const takenBy = side === "SELL" ? "BUY" : "SELL";
    for (const level of (side === "SELL" ? asks : bids).toReversed()) {
      const crosses = side === "SELL" ? level.priceE6 <= priceE6 : level.priceE6 >= priceE6;
      const rest = restE6(maker);
      if (!crosses || rest === 0n) return;
      const sizeE6 = level.sizeE6 < rest ? level.sizeE6 : rest;
      liquidity.take(market, { tokenId, side: takenBy, priceE6: level.priceE6, sizeE6 });
      settlement.hit(maker, sizeE6);
    }
  };
  /** Lets the traders of one slot take from the orders at the world's best price, or inside it. */
  const flow = (market: TradedMarket, side: Side, slot: number) => {
    const best = bestOf(market, side);
    const isBetter = (priceE6: bigint) =>
      best === undefined || (side === "SELL" ? priceE6 > best : priceE6 < best);
    const queue = queueOf(market, side)
      .filter(({ priceE6 }) => priceE6 === best || isBetter(priceE6));
    const [first] = queue;
    if (first === undefined) return;
    let leftE6 = flowE6(first.maker, { seed, slot, isInside: isBetter(first.priceE6) });
    for (const { maker } of queue) {
      if (leftE6 === 0n) return;
      const rest = restE6(maker);
      const sizeE6 = rest < leftE6 ? rest : leftE6;
      settlement.hit(maker, sizeE6);
      leftE6 -= sizeE6;
    }
  };

  let slotDone = slotOf(clock.nowMs());
  let isTending = false;
  const tend = () => {
    if (isTending) return;
    isTending = true;
    try {
      endByTime();
      const slots = slotsAfter(slotDone, clock.nowMs());
      slotDone = slots.at(-1) ?? slotDone;
      const resting = new Map(ledger.resting().map((each) => [each.market.conditionId, each]));
      for (const placed of resting.values()) {
        const market = marketNow(placed);
        if (market === undefined) continue;
        for (const side of SIDES) {
          for (const maker of queueOf(market, side)) cross(market, side, maker);
        }
        if (slots.length === 0 || !liquidity.isWorlds(market)) continue;
        for (const slot of slots) SIDES.forEach((side) => flow(market, side, slot));
      }
    } finally {
      isTending = false;
    }
  };

  return { marketNow, tend, end, publishToUser, publishLevel };
}

/** Returns how time ends an order now, if it does. */
function endingOf(
  { createdMs, endSec, owner }: PlacedOrder,
  { market, nowSec, heartbeats }: {
    readonly market: TradedMarket | undefined;
    readonly nowSec: number;
    readonly heartbeats: Pick<Heartbeats, "stoppedMs">;
  },
): Ending | undefined {
  if (endSec !== undefined && endSec <= nowSec) return { status: "canceled", isTold: false };
  if (market?.isOpen !== true) return { status: "canceled_market_resolved", isTold: true };
  const startSec = market.clearsOnStart ? market.gameStartSec : undefined;
  if (startSec !== undefined && startSec <= nowSec && createdMs < startSec * 1000) {
    return { status: "invalid", isTold: true };
  }
  const isAbandoned = createdMs <= (heartbeats.stoppedMs(owner) ?? -Infinity);
  return isAbandoned ? { status: "canceled", isTold: false } : undefined;
}
