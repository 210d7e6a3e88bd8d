/**
 * Executes matches: reduces levels, fills orders, moves balances, and publishes the events.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type Accounts } from "./accounts.ts";
import { type Books, type Offer } from "./books.ts";
import { type Liquidity } from "./liquidity.ts";
import { type MakerFill, type MarketFeed, type Side } from "./market_feed.ts";
import { costE6, ONE_E6 } from "./micro_units.ts";
import { type Ledger, type PlacedOrder, restE6 } from "./placed_order.ts";
import { type Settling } from "./settling.ts";
import {
  inventedNames,
  legacyFeeBps,
  type OwnMovement,
  type Trade,
  type TradeLog,
  type TradeProgress,
} from "./trade_log.ts";
import { otherTokenOf, outcomeIndexOf, type TradedMarket } from "./traded_market.ts";
import { tradingFeeE6 } from "./trading_fee.ts";
import { orderEvent } from "./user_event.ts";

/** The shares taken from one offer, times 10^6. */
export interface Take {
  readonly offer: Offer;
  readonly sizeE6: bigint;
}

/** Trades of a taker with offers, and of the world with a resting order. */
export interface Settlement {
  /** Updates the taker's fills, trades and wallet; the caller sets its status. */
  settle(taker: PlacedOrder, takes: ReadonlyArray<Take>): void;
  /**
   * Lets the world's traders take from a resting order at its price: one who takes its other side,
   * or one who wants the other outcome, so that a pair is minted or merged.
   */
  hit(maker: PlacedOrder, sizeE6: bigint): void;
}

/** The parts that a settlement changes. */
export interface SettlementParts {
  readonly accounts: Accounts;
  readonly books: Books;
  readonly ledger: Ledger;
  readonly liquidity: Liquidity;
  readonly trades: TradeLog;
  readonly settling: Settling;
  readonly feed: MarketFeed;
  readonly clock: SandboxClock;
}

/** A trade that is being made. */
interface Making {
  readonly tradeId: string;
  readonly progress: TradeProgress;
  readonly movements: OwnMovement[];
}

/** Makes the settlement. */
export function makeSettlement(parts: SettlementParts): Settlement {
  const { accounts, books, ledger, liquidity, trades, settling, feed, clock } = parts;

  const begin = (tradeId: string): Making => ({
    tradeId,
    progress: { status: "MATCHED", transactionHash: undefined, updatedMs: clock.nowMs() },
    movements: [],
  });
  const pay = (placed: PlacedOrder, fill: Fill, making: Making) => {
    const { priceE6, sizeE6, feeE6 } = fill;
    const sign = placed.side === "BUY" ? 1n : -1n;
    ledger.fill(placed, { priceE6, sizeE6, progress: making.progress }, making.tradeId);
    const movement = {
      ...fill,
      address: placed.payer,
      wallet: placed.order.maker,
      side: placed.side,
      tokenId: placed.order.tokenId,
      moneyE6: -sign * costE6(sizeE6, priceE6) - feeE6,
      sharesE6: sign * sizeE6,
    };
    making.movements.push(movement);
    accounts.move(placed.payer, movement);
  };
  const fillMaker = (maker: PlacedOrder, sizeE6: bigint, making: Making): MakerFill => {
    pay(maker, { priceE6: maker.priceE6, sizeE6, feeE6: 0n, isTaker: false }, making);
    if (restE6(maker) === 0n) ledger.mark(maker, "matched");
    feed.publishToUser(orderEvent(maker, { type: "UPDATE", nowMs: clock.nowMs() }));
    const { order, market, side, priceE6 } = maker;
    return {
      orderId: maker.id,
      owner: maker.owner,
      makerAddress: order.maker,
      matchedE6: sizeE6,
      priceE6,
      ...outcomeIn(market, order.tokenId),
      side,
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
    settling.begin(trade);
  };
  const publishLevels = ({ market: { conditionId } }: PlacedOrder) =>
    feed.publish({ kind: "changes", conditionId });

  return {
    settle(taker, takes) {
      const { order: { tokenId }, side, market } = taker;
      for (const group of byPrice(takes)) {
        const { priceE6, sizeE6 } = group;
        const tradeId = inventedNames(`trade ${taker.id} ${taker.tradeIds.length}`).uuid;
        const making = begin(tradeId);
        const makers = group.takes.map(({ offer, sizeE6: takenE6 }) => {
          if (offer.maker !== undefined) return fillMaker(offer.maker, takenE6, making);
          liquidity.take(market, { tokenId, side, priceE6, sizeE6: takenE6 });
          return worldMaker(taker, { priceE6, sizeE6: takenE6, tradeId });
        });
        const feeE6 = tradingFeeE6(market.fee, { priceE6, sizeE6 });
        pay(taker, { priceE6, sizeE6, feeE6, isTaker: true }, making);
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
          progress: making.progress,
          movements: making.movements,
        });
      }
      if (takes.length > 0) publishLevels(taker);
    },
    hit(maker, sizeE6) {
      const taker = inventedNames(`taker of ${maker.id} ${maker.tradeIds.length}`);
      const making = begin(taker.uuid);
      const fill = fillMaker(maker, sizeE6, making);
      publish({
        id: taker.uuid,
        takerOrderId: taker.hash,
        owner: inventedNames(taker.uuid).uuid,
        address: taker.address,
        makerAddress: taker.address,
        market: maker.market,
        ...worldTaker(maker),
        sizeE6,
        makers: [fill],
        makerUsers: new Set([maker.address]),
        matchedMs: clock.nowMs(),
        progress: making.progress,
        movements: making.movements,
      });
      publishLevels(maker);
    },
  };
}

interface Fill {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
  readonly feeE6: bigint;
  readonly isTaker: boolean;
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
    ...outcomeIn(market, tokenId),
    side: side === "BUY" ? "SELL" : "BUY",
  };
}

/** Returns what a trader of the world asks for: every other one wants the other outcome. */
function worldTaker(
  { id, tradeIds, order: { tokenId }, side, market, priceE6 }: PlacedOrder,
): Pick<Trade, "tokenId" | "side" | "priceE6"> {
  const takerSide: Side = side === "BUY" ? "SELL" : "BUY";
  const isPair = (Number.parseInt(id.slice(-1), 16) + tradeIds.length) % 2 === 0;
  return isPair
    ? { tokenId: otherTokenOf(market, tokenId), side, priceE6: ONE_E6 - priceE6 }
    : { tokenId, side: takerSide, priceE6 };
}

function outcomeIn(
  market: TradedMarket,
  tokenId: string,
): Pick<MakerFill, "tokenId" | "outcome" | "outcomeIndex"> {
  const outcomeIndex = outcomeIndexOf(market, tokenId);
  return { tokenId, outcome: market.outcomes[outcomeIndex], outcomeIndex };
}
