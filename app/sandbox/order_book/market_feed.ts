/**
 * What happens at the simulated venue, for its sockets to tell.
 *
 * @module
 */
import { type TokenBook } from "./level.ts";

/** Which way a trader goes, as the venue writes it. */
export type Side = "BUY" | "SELL";

/** Something that everyone may see. Prices and sizes are times 10^6, times unix milliseconds. */
export type MarketEvent =
  /** A book that is new as a whole. */
  | { readonly kind: "book"; readonly book: TokenBook }
  /** Levels of both outcomes' books changed; which, the books tell. */
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
  /** Prices of both outcomes have another smallest step. */
  | { readonly kind: "tick"; readonly conditionId: string };

/** A resting order that a trade took from, in the venue's words. */
export interface MakerFill {
  readonly orderId: string;
  readonly owner: string;
  readonly makerAddress: string;
  readonly matchedE6: bigint;
  readonly priceE6: bigint;
  readonly tokenId: string;
  readonly outcome: string;
  readonly side: Side;
}

/** How far the venue is with a trade. */
export type TradeStatus = "MATCHED" | "MINED" | "CONFIRMED";

/** Something that only the owner of an API key may see. */
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
    /** `LIVE`, `MATCHED`, `CANCELED` or, for one that was killed, the venue's sentence. */
    readonly status: string;
    /** Unix seconds, 0 for never. */
    readonly expirationSec: number;
    readonly tradeIds: ReadonlyArray<string>;
    readonly createdSec: number;
    readonly timestampMs: number;
  }
  | {
    readonly kind: "trade";
    readonly id: string;
    /** The API key of whom it is told to. */
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
    readonly matchedSec: number;
    readonly timestampMs: number;
  };

/** Tells what happens, at once and in order. */
export interface MarketFeed {
  /** Until what it returns is called. */
  listen(listener: (event: MarketEvent) => void): () => void;
  tell(event: MarketEvent): void;
  /** Until what it returns is called. */
  listenUser(listener: (event: UserEvent) => void): () => void;
  tellUser(event: UserEvent): void;
}

/** Nobody listens yet. */
export function makeMarketFeed(): MarketFeed {
  const market = makeBell<MarketEvent>();
  const user = makeBell<UserEvent>();
  return {
    listen: market.listen,
    tell: market.ring,
    listenUser: user.listen,
    tellUser: user.ring,
  };
}

function makeBell<E>() {
  const listeners = new Set<(event: E) => void>();
  return {
    listen(listener: (event: E) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ring(event: E): void {
      for (const listener of [...listeners]) listener(event);
    },
  };
}
