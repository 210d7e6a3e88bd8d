/**
 * The users' trades, and their progress on the chain.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type Movement } from "./accounts.ts";
import { type MakerFill, type Side, type TradeStatus } from "./market_feed.ts";
import { type TradedMarket } from "./traded_market.ts";

/** One taker's trade at one price. Prices and sizes are times 10^6. */
export interface Trade {
  readonly id: string;
  readonly takerOrderId: string;
  /** The taker's API key, its address in lower case, and the payer. */
  readonly owner: string;
  readonly address: string;
  readonly makerAddress: string;
  readonly market: TradedMarket;
  readonly tokenId: string;
  readonly side: Side;
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
  readonly makers: ReadonlyArray<MakerFill>;
  /** Addresses of the users among the makers, in lower case. */
  readonly makerUsers: ReadonlySet<string>;
  readonly matchedMs: number;
  readonly progress: TradeProgress;
  /** What the match moved. */
  readonly movements: ReadonlyArray<OwnMovement>;
}

/** How far a trade has come on the chain. It is shared by all who read the trade. */
export interface TradeProgress {
  status: TradeStatus;
  /** Undefined until it is mined. */
  transactionHash: string | undefined;
  /** When it came so far, in unix milliseconds. */
  updatedMs: number;
}

/** The effect of a trade on one wallet. Amounts are times 10^6. */
export interface OwnMovement extends Movement {
  /** The account that paid. */
  readonly address: string;
  /** The order's maker, which the chain knows as the trader. */
  readonly wallet: string;
  readonly side: Side;
  readonly isTaker: boolean;
  readonly priceE6: bigint;
  /** Part of `moneyE6`. */
  readonly feeE6: bigint;
}

/** The latest trades, oldest first. */
export interface TradeLog {
  all(): ReadonlyArray<Trade>;
  byId(id: string): Trade | undefined;
  add(trade: Trade): void;
  /** Sets how far a trade has come. All changes go through here. */
  advance(trade: Trade, to: TradeProgress): void;
}

/** The nominal rate of markets with fees, which differs from their actual rate. */
const LEGACY_FEE_BPS = 1_000;

/** Bounds memory, because a sandbox may run for days. */
const TRADES_MAX = 10_000;

/** Makes a log, empty but for what was kept. */
export function makeTradeLog(kept: KeptMaps = UNKEPT): TradeLog {
  const trades = kept.map<Trade>("trades", TRADES_MAX);
  return {
    all: () => [...trades.values()],
    byId: (id) => trades.get(id),
    add: (trade) => trades.set(trade.id, trade),
    advance(trade, to) {
      Object.assign(trade.progress, to);
      if (trades.has(trade.id)) trades.set(trade.id, trade);
    },
  };
}

/** Returns the fee that the venue reports for a market's trades, in basis points. */
export function legacyFeeBps({ fee }: TradedMarket): number {
  return fee === undefined ? 0 : LEGACY_FEE_BPS;
}

/** Returns invented ids that look random: a UUID, an address, 64 hex digits. */
export function inventedNames(
  thing: string,
): { readonly uuid: string; readonly address: string; readonly hash: string } {
  const hex = digest(thing);
  // Only the format is that of a UUID of version 4.
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return { uuid: groups.join("-"), address: `0x${hex.slice(0, 40)}`, hash: `0x${hex}` };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
