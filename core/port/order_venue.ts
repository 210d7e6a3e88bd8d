/**
 * Port: trades on the primary venue's order book.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import type {
  Book,
  MarketKind,
  OrderType,
  PlacingOrder,
  SendOutcome,
  SignatureType,
  VenueOrderStatus,
  Wallet,
} from "../order/mod.ts";
import type { ConditionId, MarketFee, StatedProtocol } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";
import type { VenueCredentials, WalletRefused } from "./venue_account.ts";
import type { EntryLimited } from "./venue_limits.ts";

/** The venue has no order book for this market or outcome, or no longer has one. */
export class NoOrderBook extends Schema.TaggedError<NoOrderBook>()("NoOrderBook", {
  /** For example `condition "0x..."` or `token "123"`. */
  named: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade ${this.named}: the venue has no order book for it`;
  }
}

/** The trading rules of a market. */
export interface MarketTerms {
  readonly conditionId: ConditionId;
  /** As the order book states it. */
  readonly protocol: StatedProtocol;
  /** Each token with the name of its outcome, in the venue's order. */
  readonly tokens: ReadonlyArray<{ readonly tokenId: string; readonly outcome: string }>;
  /** The smallest step of a price, USDC times 10^6. */
  readonly tickE6: bigint;
  /** The smallest resting order, shares times 10^6. */
  readonly sizeMinE6: bigint;
  readonly isNegRisk: boolean;
  readonly isAcceptingOrders: boolean;
  /** How long the venue holds an order that would trade at once, in milliseconds. */
  readonly takerDelayMs?: number;
  readonly fee: Pick<MarketFee, "feeSchedule">;
}

/** An order with every field that is signed, and no signature. */
export interface UnsignedOrder {
  readonly salt: bigint;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: string;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
  readonly side: "BUY" | "SELL";
  readonly signatureType: SignatureType;
  readonly timestampMs: number;
  /** When the venue ends it, in unix seconds; 0 for never. Not signed. */
  readonly expirationSec: number;
  /** 32 bytes in hex. */
  readonly metadata: string;
  readonly builder: string;
  /** The contract that the order is for, and the version of the signing domain. */
  readonly exchange: { readonly address: string; readonly version: number };
}

/** A signed order. Every attempt, on any replica, sends `body` unchanged. */
export interface SignedOrder {
  /** `0x` and 64 hex digits: the hash that is signed, which identifies the order at the venue. */
  readonly orderId: string;
  readonly body: string;
}

/** The owner of orders: the address of the signing key, and its API key at the venue. */
export interface OrderHolder {
  readonly address: string;
  readonly funder: string;
  readonly credentials: VenueCredentials;
}

/** Several orders of one holder that are sent in one call. */
export interface OrderBatch {
  /**
   * Sends an order with the others, at most once, in its place among them. As `send` of a single
   * order otherwise.
   */
  readonly send: (
    order: SignedOrder,
    holder: OrderHolder,
    place: number,
  ) => Effect.Effect<SendOutcome>;
  /** One order will not be sent. */
  readonly leave: Effect.Effect<void>;
}

/** An open order. */
export interface OpenOrder {
  /** The hash that the venue knows it by. */
  readonly orderId: string;
  /** When the venue took it, in unix seconds; none where it does not say so. */
  readonly createdSec: Option.Option<number>;
  /** The JSON object of the venue without the owner's API key; passed on to the caller unread. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** One page of open orders. `nextCursor` is the venue's cursor; none on the last page. */
export interface OpenOrders {
  readonly orders: ReadonlyArray<OpenOrder>;
  readonly nextCursor: Option.Option<string>;
}

/** Selects open orders by market and by outcome. An order must match every given field. */
export interface OrderFilter {
  readonly conditionId: Option.Option<ConditionId>;
  readonly tokenId: Option.Option<string>;
}

/** The result of a cancellation, by order hash. */
export interface Cancelled {
  readonly cancelled: ReadonlyArray<string>;
  /** Orders that were not cancelled, each with the venue's reason. */
  readonly kept: ReadonlyMap<string, string>;
}

/** The venue refuses a request, and says why. */
export class VenueRefused extends Schema.TaggedError<VenueRefused>()("VenueRefused", {
  /** What was requested; completes "Cannot ...". */
  wanted: Schema.String,
  venueMessage: Schema.String,
}) {
  override get message(): string {
    return `Cannot ${this.wanted}: ${this.venueMessage}`;
  }
}

/** What can fail when orders are listed, looked up or cancelled. */
export type OrderCallFailure = VenueRefused | WalletRefused | ProviderFailed;

/** Trades at the venue. */
export class OrderVenue extends Context.Service<OrderVenue, {
  /** Terms are cached for five minutes at most, or as long as is said. */
  readonly terms: (
    conditionId: ConditionId,
    options?: { readonly ageMsMax: number },
  ) => Effect.Effect<MarketTerms, NoOrderBook | ProviderFailed>;

  /**
   * Returns the current book: from the venue's stream for markets that were traded recently, else
   * by a request, which callers share for 250 ms.
   */
  readonly book: (tokenId: string) => Effect.Effect<Book, NoOrderBook | ProviderFailed>;

  /** Follows the books of a market's tokens for the next ten minutes. Returns immediately. */
  readonly follow: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;

  /** Completes an order with every field that is signed. */
  readonly prepare: (draft: {
    readonly wallet: Pick<Wallet, "address" | "funder" | "signatureType">;
    readonly tokenId: string;
    /** Decides which of the venue's contracts the order is for. */
    readonly kind: MarketKind;
    readonly order: PlacingOrder;
  }) => Effect.Effect<UnsignedOrder>;

  /** Signs an order. `signingKey` is 32 bytes and is not kept. `owner` is the venue's API key. */
  readonly sign: (draft: {
    readonly order: UnsignedOrder;
    readonly orderType: OrderType;
    readonly isPostOnly: boolean;
    readonly owner: string;
    readonly signingKey: Uint8Array;
  }) => Effect.Effect<SignedOrder>;

  /**
   * Runs `place`, which places one order of the holder, as soon as the venue's limit allows one
   * more. Waits at most a second; an order that would have to wait longer is refused.
   */
  readonly withinLimits: <A, E, R>(
    holder: OrderHolder,
    place: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | EntryLimited, R>;

  /**
   * Sends the bytes. They are sent again only where the connection failed before anything was
   * written. Never fails: whatever is not certain is an unknown outcome. Must not be interrupted.
   */
  readonly send: (order: SignedOrder, holder: OrderHolder) => Effect.Effect<SendOutcome>;

  /**
   * Makes a batch of orders of a wallet, which go in one call once each of them was sent or has
   * left. Their outcomes say nothing about each other.
   */
  readonly batch: (
    batch: { readonly count: number; readonly walletId: string },
  ) => Effect.Effect<OrderBatch>;

  /** Drops cached trading rules and books after the venue has said that the rules changed. */
  readonly forgetRules: Effect.Effect<void>;

  /** Returns what a wallet has to pay with, as the venue sees it now: USDC times 10^6. */
  readonly balanceE6: (query: {
    readonly holder: OrderHolder;
    readonly signatureType: SignatureType;
  }) => Effect.Effect<bigint, OrderCallFailure>;

  /**
   * Makes the venue read a wallet's shares of an outcome anew, and returns how many it sees then,
   * times 10^6.
   */
  readonly sharesE6: (query: {
    readonly holder: OrderHolder;
    readonly signatureType: SignatureType;
    readonly tokenId: string;
    readonly kind: MarketKind;
  }) => Effect.Effect<bigint, OrderCallFailure>;

  /** Returns the venue's status of an order that was sent some time ago. */
  readonly lookUp: (query: {
    readonly orderId: string;
    readonly orderType: OrderType;
    /** When it was sent, in unix seconds by the service's clock. */
    readonly sentSec: number;
    readonly holder: OrderHolder;
  }) => Effect.Effect<VenueOrderStatus, OrderCallFailure>;

  readonly openOrders: (query: {
    readonly holder: OrderHolder;
    readonly filter: OrderFilter;
    readonly cursor: Option.Option<string>;
  }) => Effect.Effect<OpenOrders, OrderCallFailure>;

  /**
   * Returns one order by its hash, as long as the venue has it; none for another wallet's order.
   */
  readonly order: (query: {
    readonly holder: OrderHolder;
    readonly orderId: string;
  }) => Effect.Effect<Option.Option<OpenOrder>, OrderCallFailure>;

  /**
   * Cancels orders by their hashes. What is over, or still delayed, is kept, with the venue's
   * reason.
   */
  readonly cancelIds: (query: {
    readonly holder: OrderHolder;
    readonly orderIds: ReadonlyArray<string>;
  }) => Effect.Effect<Cancelled, OrderCallFailure | EntryLimited>;

  /**
   * Cancels the open orders that match the filter, or all of them if it is empty. Waits for the
   * venue's limits as an order does; where they do not allow all at once, it cancels one after the
   * other, until none is left.
   */
  readonly cancel: (query: {
    readonly holder: OrderHolder;
    readonly filter: OrderFilter;
  }) => Effect.Effect<Cancelled, OrderCallFailure | EntryLimited>;
}>()("core/port/OrderVenue") {}
