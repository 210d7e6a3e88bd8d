/**
 * The events of the simulated venue that its sockets publish.
 *
 * @module
 */
import { type TokenBook } from "./level.ts";

/** A trader's side, as the venue writes it. */
export type Side = "BUY" | "SELL";

/** A public event. Prices and sizes are times 10^6, times are unix milliseconds. */
export type MarketEvent =
  /** A completely new book. */
  | { readonly kind: "book"; readonly book: TokenBook }
  /** Levels of both outcomes' books changed; the books show which. */
  | { readonly kind: "changes"; readonly conditionId: string }
  /** A trade, with the taker's side and token. */
  | {
    readonly kind: "trade";
    readonly tokenId: string;
    readonly conditionId: string;
    readonly priceE6: bigint;
    readonly sizeE6: bigint;
    readonly side: Side;
    readonly feeRateBps: number;
    readonly timestampMs: number;
  }
  /** Both outcomes have a new tick size. */
  | { readonly kind: "tick"; readonly conditionId: string };

/** A resting order that a trade filled, in the venue's fields. */
export interface MakerFill {
  readonly orderId: string;
  readonly owner: string;
  readonly makerAddress: string;
  readonly matchedE6: bigint;
  readonly priceE6: bigint;
  readonly tokenId: string;
  readonly outcome: string;
  readonly outcomeIndex: 0 | 1;
  readonly side: Side;
}

/** The progress of a trade. */
export type TradeStatus = "MATCHED" | "MINED" | "RETRYING" | "CONFIRMED" | "FAILED";

/** An event for the owner of an API key only. */
export type UserEvent =
  | {
    readonly kind: "order";
    readonly type: "PLACEMENT" | "UPDATE" | "CANCELLATION";
    readonly id: string;
    /** The API key. */
    readonly owner: string;
    readonly makerAddress: string;
    readonly conditionId: string;
    readonly tokenId: string;
    readonly outcome: string;
    readonly side: Side;
    readonly priceE6: bigint;
    readonly originalSizeE6: bigint;
    readonly matchedE6: bigint;
    readonly orderType: "GTC" | "GTD" | "FOK" | "FAK";
    /** `LIVE`, `MATCHED`, `CANCELED`, `INVALID`, or the venue's reason for a killed order. */
    readonly status: string;
    /** Whether it could not trade immediately, and never rested. */
    readonly isKilled: boolean;
    /** Unix seconds, 0 for never. */
    readonly expirationSec: number;
    readonly tradeIds: ReadonlyArray<string>;
    readonly createdSec: number;
    readonly timestampMs: number;
  }
  | {
    readonly kind: "trade";
    readonly id: string;
    /** The API key of the receiver. */
    readonly owner: string;
    readonly traderSide: "TAKER" | "MAKER";
    readonly takerOrderId: string;
    /** The API key of the taker. */
    readonly takerOwner: string;
    readonly makerAddress: string;
    readonly conditionId: string;
    readonly tokenId: string;
    readonly outcome: string;
    readonly side: Side;
    readonly priceE6: bigint;
    readonly sizeE6: bigint;
    readonly status: TradeStatus;
    /** Undefined until it is mined. */
    readonly transactionHash: string | undefined;
    readonly feeRateBps: number;
    readonly makers: ReadonlyArray<MakerFill>;
    readonly matchedMs: number;
    readonly timestampMs: number;
  };

/** Publishes events synchronously and in order. */
export interface MarketFeed {
  /** Subscribes until the returned function is called. */
  listen(listener: (event: MarketEvent) => void): () => void;
  publish(event: MarketEvent): void;
  /** Subscribes until the returned function is called. */
  listenUser(listener: (event: UserEvent) => void): () => void;
  publishToUser(event: UserEvent): void;
}

/** Makes a feed without subscribers. */
export function makeMarketFeed(): MarketFeed {
  const market = makeChannel<MarketEvent>();
  const user = makeChannel<UserEvent>();
  return {
    listen: market.listen,
    publish: market.publish,
    listenUser: user.listen,
    publishToUser: user.publish,
  };
}

function makeChannel<E>() {
  const listeners = new Set<(event: E) => void>();
  return {
    listen(listener: (event: E) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish(event: E): void {
      for (const listener of [...listeners]) listener(event);
    },
  };
}
