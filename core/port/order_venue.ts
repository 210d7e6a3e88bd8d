/**
 * Port: the primary venue's order book.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import type {
  Book,
  MarketKind,
  MarketOrder,
  Outcome,
  SignatureType,
  Standing,
  Wallet,
} from "../order/mod.ts";
import type { ConditionId, MarketFee, ToldProtocol } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";
import type { VenueCredentials, WalletRefused } from "./venue_account.ts";
import type { EntryLimited } from "./venue_limits.ts";

/** The order book knows no such market or outcome, or not any more. */
export class NoOrderBook extends Schema.TaggedError<NoOrderBook>()("NoOrderBook", {
  /** Such as `condition "0x..."` or `token "123"`. */
  named: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade ${this.named}: the venue has no order book for it`;
  }
}

/** By what rules a market is traded. */
export interface MarketTerms {
  readonly conditionId: ConditionId;
  /** In the order book's words. */
  readonly protocol: ToldProtocol;
  /** Tokens by the names of their outcomes, in the venue's order. */
  readonly tokens: ReadonlyArray<{ readonly tokenId: string; readonly outcome: string }>;
  /** Smallest step of a price, USDC times 10^6. */
  readonly tickE6: bigint;
  /** Smallest resting order, shares times 10^6. */
  readonly sizeMinE6: bigint;
  readonly isNegRisk: boolean;
  readonly isAcceptingOrders: boolean;
  readonly fee: Pick<MarketFee, "feeSchedule">;
}

/** What an order is made of, before it is signed. */
export interface OrderDraft {
  readonly wallet: Pick<Wallet, "address" | "funder" | "signatureType">;
  readonly tokenId: string;
  /** Which of the venue's contracts it is for. */
  readonly kind: MarketKind;
  readonly order: MarketOrder;
}

/** An order without its signature, for whoever wants to see what would be signed. */
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
  /** 32 bytes in hex. */
  readonly metadata: string;
  readonly builder: string;
  /** The contract that it is for, and the version of the domain that is signed. */
  readonly exchange: { readonly address: string; readonly version: number };
}

/** A signed order. `body` is sent as it is, however often and by whichever replica. */
export interface SignedOrder {
  /** `0x` and 64 hex digits: the hash that is signed, by which the venue knows the order. */
  readonly orderId: string;
  readonly body: string;
}

/** Whose orders: the address of the signing key, and its API key at the venue. */
export interface OrderHolder {
  readonly address: string;
  readonly funder: string;
  readonly credentials: VenueCredentials;
}

/** An order as the venue describes it, in its own words, without whose API key it is. */
export type VenueOrder = Readonly<Record<string, unknown>>;

/** One page of open orders. `nextCursor` is the venue's own; none at the end. */
export interface OpenOrders {
  readonly orders: ReadonlyArray<VenueOrder>;
  readonly nextCursor: Option.Option<string>;
}

/** Which open orders: of one market or outcome, or with one hash. All that are given must hold. */
export interface OrderFilter {
  readonly conditionId: Option.Option<ConditionId>;
  readonly tokenId: Option.Option<string>;
}

/** What became of a cancellation, by order hash. */
export interface Cancelled {
  readonly cancelled: ReadonlyArray<string>;
  /** Why not, in the venue's words. */
  readonly kept: ReadonlyMap<string, string>;
}

/** The venue does not do what was asked, and says why. */
export class VenueRefused extends Schema.TaggedError<VenueRefused>()("VenueRefused", {
  /** What was asked for, after "Cannot". */
  wanted: Schema.String,
  words: Schema.String,
}) {
  override get message(): string {
    return `Cannot ${this.wanted}: ${this.words}`;
  }
}

/** What may go wrong when orders are listed or cancelled. */
export type OrderCallFailure = VenueRefused | WalletRefused | ProviderFailed;

/** Trades at the venue. */
export class OrderVenue extends Context.Service<OrderVenue, {
  readonly terms: (
    conditionId: ConditionId,
  ) => Effect.Effect<MarketTerms, NoOrderBook | ProviderFailed>;

  /**
   * The book as it is now: followed on the venue's stream for markets that were traded lately,
   * else asked for, unless it was within the last 250 ms.
   */
  readonly book: (tokenId: string) => Effect.Effect<Book, NoOrderBook | ProviderFailed>;

  /** Follows the books of a market's tokens for the next ten minutes. Returns at once. */
  readonly follow: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;

  /** A draft as it would be signed. */
  readonly prepare: (draft: OrderDraft) => Effect.Effect<UnsignedOrder>;

  /** Signs it. `signingKey` is 32 bytes and is not kept. `owner` is the venue's API key. */
  readonly sign: (question: {
    readonly order: UnsignedOrder;
    readonly orderType: MarketOrder["orderType"];
    readonly owner: string;
    readonly signingKey: Uint8Array;
  }) => Effect.Effect<SignedOrder>;

  /**
   * Runs what places one order of the holder's as soon as the venue takes one more of them. Waits a
   * second at most: who would have to wait longer is refused.
   */
  readonly withinLimits: <A, E, R>(
    holder: Pick<OrderHolder, "address">,
    place: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | EntryLimited, R>;

  /**
   * Sends the bytes. They are sent again only where the connection failed before anything was
   * written. Never fails: whatever is not certain is an unknown outcome. Must not be interrupted.
   */
  readonly send: (order: SignedOrder, holder: OrderHolder) => Effect.Effect<Outcome>;

  /** Forgets by what rules orders are made, as the venue has said that they have changed. */
  readonly relearn: Effect.Effect<void>;

  /** What a wallet has to pay with, as the venue sees it now: USDC times 10^6. */
  readonly balanceE6: (question: {
    readonly holder: OrderHolder;
    readonly signatureType: SignatureType;
  }) => Effect.Effect<bigint, OrderCallFailure>;

  /** How an order stands that was sent some time ago. */
  readonly lookUp: (question: {
    readonly orderId: string;
    readonly tokenId: string;
    /** When it was sent, unix seconds by the service's clock. */
    readonly sentSec: number;
    readonly holder: OrderHolder;
  }) => Effect.Effect<Standing, OrderCallFailure>;

  readonly openOrders: (question: {
    readonly holder: OrderHolder;
    readonly filter: OrderFilter;
    readonly cursor: Option.Option<string>;
  }) => Effect.Effect<OpenOrders, OrderCallFailure>;

  /** One order by its hash, as long as the venue has it; none for another wallet's. */
  readonly order: (question: {
    readonly holder: OrderHolder;
    readonly orderId: string;
  }) => Effect.Effect<Option.Option<VenueOrder>, OrderCallFailure>;

  /**
   * Cancels what is open and passes the filter; everything, where the filter is empty. Waits for
   * the venue's limits as an order does.
   */
  readonly cancel: (question: {
    readonly holder: OrderHolder;
    readonly filter: OrderFilter;
  }) => Effect.Effect<Cancelled, OrderCallFailure | EntryLimited>;
}>()("core/port/OrderVenue") {}
