/**
 * The resting orders of the simulated venue: what time and the world's traders do to them, and how
 * they end.
 *
 * @module
 */
import { hash32, streamOf } from "../../world/hash.ts";
import { type Heartbeats } from "./heartbeats.ts";
import { type Markets } from "./markets.ts";
import { type EndedStatus, isResting, type PlacedOrder } from "./placed_order.ts";
import { type Settlement, type SettlementParts } from "./settlement.ts";
import { type TradedMarket } from "./traded_market.ts";
import { orderEvent } from "./user_event.ts";
import { slotOf, slotsAfter } from "./world_flow.ts";
import { makeWorldTakers } from "./world_takers.ts";

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

/** Makes the resting orders of a ledger. */
export function makeRestingOrders(
  { clock, feed, heartbeats, ledger, liquidity, markets, seed, settlement }: RestingOrderParts,
): RestingOrders {
  const takers = makeWorldTakers({ ledger, liquidity, seed, settlement });
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
        if (!liquidity.isWorlds(market)) takers.meetPut(market);
        else for (const slot of slots) takers.flow(market, slot);
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
