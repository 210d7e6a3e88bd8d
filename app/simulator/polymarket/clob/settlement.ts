/**
 * Executes matches: reduces levels, fills orders, moves balances, and publishes the events.
 *
 * @module
 */
import { type Accounts } from "./accounts.ts";
import { type Books, type Offer } from "./books.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type Liquidity } from "./liquidity.ts";
import { type MakerFill, type MarketFeed } from "./market_feed.ts";
import { costE6 } from "./micro_units.ts";
import { type Ledger, type PlacedOrder, restE6 } from "./placed_order.ts";
import { outcomeIndexOf } from "./traded_market.ts";
import {
  CONFIRMED_MS,
  inventedNames,
  legacyFeeBps,
  MINED_MS,
  type Trade,
  type TradeLog,
} from "./trade_log.ts";
import { tradingFeeE6 } from "./trading_fee.ts";
import { orderEvent, tradeEvents } from "./user_event.ts";

/** The shares taken from one offer, times 10^6. */
export interface Take {
  readonly offer: Offer;
  readonly sizeE6: bigint;
}

/** Trades of a taker with offers, and of the world with a resting order. */
export interface Settlement {
  /** Updates the taker's fills, trades and wallet; the caller sets its status. */
  settle(taker: PlacedOrder, takes: ReadonlyArray<Take>): void;
  /** Lets the world's traders take from a resting order at its price. */
  hit(maker: PlacedOrder, sizeE6: bigint): void;
}

/** The parts that a settlement changes. */
export interface SettlementParts {
  readonly accounts: Accounts;
  readonly books: Books;
  readonly ledger: Ledger;
  readonly liquidity: Liquidity;
  readonly trades: TradeLog;
  readonly feed: MarketFeed;
  readonly clock: SandboxClock;
}

/** Makes the settlement. */
export function makeSettlement(parts: SettlementParts): Settlement {
  const { accounts, books, ledger, liquidity, trades, feed, clock } = parts;

  const pay = (placed: PlacedOrder, fill: Fill) => {
    const { priceE6, sizeE6, feeE6 } = fill;
    const sign = placed.side === "BUY" ? 1n : -1n;
    placed.fills.push({ priceE6, sizeE6 });
    accounts.move(placed.payer, {
      tokenId: placed.order.tokenId,
      moneyE6: -sign * costE6(sizeE6, priceE6) - feeE6,
      sharesE6: sign * sizeE6,
    });
  };
  const fillMaker = (maker: PlacedOrder, { sizeE6, tradeId }: {
    readonly sizeE6: bigint;
    readonly tradeId: string;
  }): MakerFill => {
    pay(maker, { priceE6: maker.priceE6, sizeE6, feeE6: 0n });
    maker.tradeIds.push(tradeId);
    if (restE6(maker) === 0n) ledger.mark(maker, "matched");
    feed.publishToUser(orderEvent(maker, { type: "UPDATE", nowMs: clock.nowMs() }));
    const { order, market } = maker;
    return {
      orderId: maker.id,
      owner: maker.owner,
      makerAddress: order.maker,
      matchedE6: sizeE6,
      priceE6: maker.priceE6,
      tokenId: order.tokenId,
      outcome: market.outcomes[outcomeIndexOf(market, order.tokenId)],
      side: maker.side,
    };
  };
  const publish = (trade: Trade) => {
    const { market: { conditionId }, tokenId, side, priceE6, sizeE6 } = trade;
    trades.add(trade);
    books.traded(trade.market, tokenId, priceE6);
    feed.publish({
      kind: "trade",
      tokenId,
      conditionId,
      priceE6,
      sizeE6,
      side,
      feeRateBps: legacyFeeBps(trade.market),
      timestampMs: trade.matchedMs,
    });
    const publishToUsers = (ageMs: number) => {
      // Uses that instant, because a timer may fire slightly early or late on the clock.
      const nowMs = trade.matchedMs + ageMs;
      for (const event of tradeEvents(trade, nowMs)) feed.publishToUser(event);
    };
    publishToUsers(0);
    for (const ageMs of [MINED_MS, CONFIRMED_MS]) {
      setTimeout(() => publishToUsers(ageMs), clock.realMs(ageMs)).unref();
    }
  };
  const publishLevels = ({ market: { conditionId } }: PlacedOrder) =>
    feed.publish({ kind: "changes", conditionId });

  return {
    settle(taker, takes) {
      const { order: { tokenId }, side, market } = taker;
      for (const group of byPrice(takes)) {
        const { priceE6, sizeE6 } = group;
        const tradeId = inventedNames(`trade ${taker.id} ${taker.tradeIds.length}`).uuid;
        const makers = group.takes.map(({ offer, sizeE6: takenE6 }) => {
          if (offer.maker !== undefined) {
            return fillMaker(offer.maker, { sizeE6: takenE6, tradeId });
          }
          liquidity.take(market, { tokenId, side, priceE6, sizeE6: takenE6 });
          return worldMaker(taker, { priceE6, sizeE6: takenE6, tradeId });
        });
        pay(taker, { priceE6, sizeE6, feeE6: tradingFeeE6(market.fee, { priceE6, sizeE6 }) });
        taker.tradeIds.push(tradeId);
        publish({
          id: tradeId,
          takerOrderId: taker.id,
          owner: taker.owner,
          address: taker.address,
          makerAddress: taker.order.maker,
          market,
          tokenId,
          side,
          priceE6,
          sizeE6,
          makers,
          makerUsers: new Set(group.takes.flatMap(({ offer }) => offer.maker?.address ?? [])),
          matchedMs: clock.nowMs(),
        });
      }
      if (takes.length > 0) publishLevels(taker);
    },
    hit(maker, sizeE6) {
      const { order: { tokenId }, side, market, priceE6 } = maker;
      const taker = inventedNames(`taker of ${maker.id} ${maker.tradeIds.length}`);
      const takerSide = side === "BUY" ? "SELL" : "BUY";
      const fill = fillMaker(maker, { sizeE6, tradeId: taker.uuid });
      publish({
        id: taker.uuid,
        takerOrderId: taker.hash,
        owner: inventedNames(taker.uuid).uuid,
        address: taker.address,
        makerAddress: taker.address,
        market,
        tokenId,
        side: takerSide,
        priceE6,
        sizeE6,
        makers: [fill],
        makerUsers: new Set([maker.address]),
        matchedMs: clock.nowMs(),
      });
      publishLevels(maker);
    },
  };
}

interface Fill {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
  readonly feeE6: bigint;
}

interface Group {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
  readonly takes: ReadonlyArray<Take>;
}

/** Groups takes by price, because a trade has one price. */
function byPrice(takes: ReadonlyArray<Take>): ReadonlyArray<Group> {
  return [...Map.groupBy(takes, ({ offer }) => offer.priceE6)].map(([priceE6, group]) => ({
    priceE6,
    sizeE6: group.reduce((sum, { sizeE6 }) => sum + sizeE6, 0n),
    takes: group,
  }));
}

/** Returns an invented world trader as the counterparty. */
function worldMaker(
  { order: { tokenId }, side, market }: PlacedOrder,
  { priceE6, sizeE6, tradeId }: {
    readonly priceE6: bigint;
    readonly sizeE6: bigint;
    readonly tradeId: string;
  },
): MakerFill {
  const maker = inventedNames(`maker of ${tradeId}`);
  return {
    orderId: maker.hash,
    owner: maker.uuid,
    makerAddress: maker.address,
    matchedE6: sizeE6,
    priceE6,
    tokenId,
    outcome: market.outcomes[outcomeIndexOf(market, tokenId)],
    side: side === "BUY" ? "SELL" : "BUY",
  };
}
