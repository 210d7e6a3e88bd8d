/**
 * Port: stores the orders that were sent, with their signed bytes and their state.
 *
 * @module
 */
import { type BigDecimal, Context, type Effect, type Option } from "effect";
import type { Side } from "../fee/mod.ts";
import type {
  CancelCause,
  FillTotals,
  LimitPassed,
  ListedState,
  OrderState,
  OrderType,
  SentState,
} from "../order/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** What an order trades, as the answer repeats it. */
export interface OrderInstruction {
  /** The market's slug. */
  readonly slug: string;
  /** The outcome's name as the venue writes it. */
  readonly outcome: string;
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly side: Side;
  readonly orderType: OrderType;
  /**
   * USDC that a BUY spends, or shares that a SELL sells, as decimal text: exactly as requested, or
   * as the price and size of a limit order make it.
   */
  readonly amount: string;
  readonly isNegRisk: boolean;
  /** What only a limit order has. Its price is the worst one that it was signed for. */
  readonly limit: Option.Option<LimitInstruction>;
}

/** What was asked of a limit order besides its price. */
export interface LimitInstruction {
  /** Shares times 10^6. */
  readonly sizeE6: bigint;
  /** When it ends by itself, in unix seconds. */
  readonly expiresSec: Option.Option<number>;
  /** For how many seconds it may rest before this service cancels it. */
  readonly lifeSec: Option.Option<number>;
  readonly isPostOnly: boolean;
}

/** An account's own name for a request, which makes the request run once. */
export interface IdempotencyKey {
  readonly accountId: string;
  readonly idempotencyKey: string;
}

/** An idempotency key with the request that it was used for. */
export interface IdempotentRequest extends IdempotencyKey {
  /** SHA-256, in hex, of everything in the request that decides what is done. */
  readonly requestSha256: string;
}

/** An order that may be at the venue. Instants are whole milliseconds. */
export interface StoredOrder<State extends OrderState = OrderState> {
  /** A UUID of version 7. */
  readonly id: string;
  readonly accountId: string;
  readonly walletId: string;
  /** The request that placed it, whose key is of the same account; none without a key. */
  readonly idempotency: Option.Option<IdempotentRequest>;
  readonly instruction: OrderInstruction;
  /** The signed bytes, exactly as they are sent. */
  readonly body: string;
  /** What the order may trade, in USDC times 10^6; for a BUY, what it spends. */
  readonly notionalE6: bigint;
  /**
   * What it gives instead of the amount that was requested, where it was made anew with less: USDC
   * of a BUY, shares of a SELL, times 10^6.
   */
  readonly loweredToE6: Option.Option<bigint>;
  /** The worst price that it was signed for, in USDC times 10^6; none where it was not kept. */
  readonly priceE6: Option.Option<bigint>;
  /** The fraction that takers pay in its market; none where that was not known. */
  readonly feeRate: Option.Option<BigDecimal.BigDecimal>;
  /** Shares of a SELL that counted on purchases which could still fail, times 10^6. */
  readonly unsettledE6: bigint;
  /** What its fills come to, as far as they were heard of. */
  readonly fills: FillTotals;
  /** When this service cancels it, by the service's clock. */
  readonly cancelAtMs: Option.Option<number>;
  /** Why this service has asked the venue to cancel it. */
  readonly cancelCause: Option.Option<CancelCause>;
  readonly state: State;
  /** By the service's clock. */
  readonly createdMs: number;
  /** From the request to the answer, or from the sending until the outcome was known. */
  readonly latencyMs: Option.Option<number>;
}

/** A new order to store before it is sent. */
export interface NewOrder {
  readonly order: StoredOrder<SentState>;
  /** Shares that it sells, times 10^6: those that are unsettled are counted as it is stored. */
  readonly saleE6: bigint;
  /** The limit on the notional of the wallet's orders of one UTC day, in USDC times 10^6. */
  readonly dayMaxE6: Option.Option<bigint>;
  /** When to look the order up unless it is final by then, by the machine's clock. */
  readonly lookUpAtMs: number;
  /** Whether its idempotency key is reserved for it. Storing it needs and ends the reservation. */
  readonly isReserved: boolean;
}

/** The reservation of an idempotency key for an order that is not stored yet. */
export interface IdempotencyReservation extends IdempotencyKey {
  /** The id of the order, which no other request has. */
  readonly orderId: string;
}

/**
 * The result of storing a {@linkcode NewOrder}. `unsettledE6`: shares that it sells, and that are
 * not settled. `duplicate`: the idempotency key has another order already, so nothing was stored.
 * `limited`: the order would pass the wallet's limit for a day. `unreserved`: its key was reserved
 * for it, and is no more; another request may have taken it.
 */
export type Stored =
  | { readonly kind: "stored"; readonly unsettledE6: bigint }
  | { readonly kind: "duplicate"; readonly existing: StoredOrder }
  | { readonly kind: "limited"; readonly limit: LimitPassed }
  | { readonly kind: "unreserved" };

/** The place of an order in the listing of its wallet: newest first, then by id, backwards. */
export type OrderPosition = Pick<StoredOrder, "createdMs" | "id">;

/** Which of a wallet's orders to list. */
export interface OrderListing {
  readonly walletId: string;
  /** Only orders in one of these states. */
  readonly states: ReadonlyArray<ListedState>;
  /** Only orders in this market. */
  readonly conditionId: Option.Option<ConditionId>;
  /** Only orders that come after this one. */
  readonly after: Option.Option<OrderPosition>;
  readonly limit: number;
}

/** Orders that this service has to cancel now, and when to ask for others. */
export interface EndedLives {
  readonly orders: ReadonlyArray<StoredOrder>;
  readonly nextMs: Option.Option<number>;
}

/** A request to put another order in the place of one that rests. */
export interface Replacement extends IdempotentRequest {
  readonly walletId: string;
  /** The hash of the order that has to go. */
  readonly from: string;
  /** The id of the order that takes its place. Whether there is one says the order's own row. */
  readonly to: string;
  /** By the service's clock. */
  readonly createdMs: number;
  /** Why no order took its place; none while one may, or where one has. */
  readonly why: Option.Option<string>;
}

/** Stores orders. What a call acknowledges is visible to every replica and survives any crash. */
export class OrderStore extends Context.Service<OrderStore, {
  /**
   * Whether other processes may store orders here at the same time. Where none can, a process need
   * not reserve the idempotency keys of its own requests.
   */
  readonly isShared: boolean;

  /**
   * Reserves an idempotency key for an order, or its reservation for longer: for `forMs`, by the
   * store's own clock. Returns false while it is reserved for another order. A reservation that has
   * ended by the clock stays in force until the key is reserved for another order.
   */
  readonly reserve: (
    wanted: IdempotencyReservation & { readonly forMs: number },
  ) => Effect.Effect<boolean, StoreFailed>;

  /** Ends a reservation. Returns whether it was in force. */
  readonly release: (reservation: IdempotencyReservation) => Effect.Effect<boolean, StoreFailed>;

  /**
   * Stores an order before it is sent. Any number of replicas may store orders of one key or of one
   * wallet in parallel: one order gets the key, and orders that are not refused never pass a limit.
   */
  readonly add: (order: NewOrder) => Effect.Effect<Stored, StoreFailed>;

  /** Finds the order that has a key at an instant, by {@linkcode holdsIdempotencyKey}. */
  readonly ofIdempotencyKey: (
    query: IdempotencyKey & { readonly atMs: number },
  ) => Effect.Effect<Option.Option<StoredOrder>, StoreFailed>;

  /**
   * Replaces the bytes of an order that the venue refused for certain. Returns false, and changes
   * nothing, unless the order is still `sent` with the order id `from`.
   */
  readonly replace: (change: {
    readonly id: string;
    readonly from: string;
    readonly to: Pick<
      StoredOrder<SentState>,
      "body" | "state" | "notionalE6" | "loweredToE6" | "priceE6"
    >;
  }) => Effect.Effect<boolean, StoreFailed>;

  readonly find: (id: string) => Effect.Effect<Option.Option<StoredOrder>, StoreFailed>;

  /** Finds an order of a wallet by the hash that the venue knows it by. */
  readonly ofOrderId: (
    query: { readonly walletId: string; readonly orderId: string },
  ) => Effect.Effect<Option.Option<StoredOrder>, StoreFailed>;

  /**
   * Records that the venue was asked, or is about to be, to cancel orders of a wallet, so that they
   * are looked up at `lookUpAtMs`, by the machine's clock. The first cause is kept; what is final
   * stays as it is. `isDone`: the venue says that this ended them, so that it is also the cause of
   * those that were found canceled meanwhile, without one of this service's.
   */
  readonly noteCancel: (found: {
    readonly walletId: string;
    readonly orderIds: ReadonlyArray<string>;
    readonly cause: CancelCause;
    readonly lookUpAtMs: number;
    readonly isDone: boolean;
  }) => Effect.Effect<void, StoreFailed>;

  /**
   * Takes orders that are not final and whose `cancelAtMs` is not after `nowMs`, the most urgent
   * first, notes that their life is the cause, and takes them again at `againMs` unless they are
   * final by then. `nextMs`: when the next one is due, by the same clock.
   */
  readonly takeEndedLives: (query: {
    readonly nowMs: number;
    readonly againMs: number;
    readonly limit: number;
  }) => Effect.Effect<EndedLives, StoreFailed>;

  /**
   * Stores a replacement before anything is done for it, unless its idempotency key has one.
   * Returns the one that the key has.
   */
  readonly beginReplacement: (wanted: Replacement) => Effect.Effect<Replacement, StoreFailed>;

  /** Stores why no order took the place of the other. */
  readonly endReplacement: (
    ended: IdempotencyKey & { readonly why: string },
  ) => Effect.Effect<void, StoreFailed>;

  /**
   * Stores an order's new state. An order that is final stays as it is, and so does one whose bytes
   * were replaced since: what is known of the former order id says nothing of the current one. One
   * that is known to have matched, or to rest, stays so, whatever a state says that knows of
   * neither, and what is known to be traded never becomes less: whoever reports later may have
   * asked earlier. `cancelAtMs`: when this service is to cancel it, if that is known better now.
   * What its customer sees change leaves a frame and messages of webhooks in the same step.
   * `lookUpAtMs`: when to look it up again, by the machine's clock; ignored for a final state.
   * Returns the wallet of the order, unless it stays as it is.
   */
  readonly note: (found: {
    readonly id: string;
    readonly state: OrderState;
    readonly latencyMs: Option.Option<number>;
    readonly lookUpAtMs: number;
    readonly cancelAtMs?: number;
  }) => Effect.Effect<Option.Option<string>, StoreFailed>;

  /**
   * Takes orders that are not final and due for a lookup, oldest first, and reserves them until
   * `untilMs`, so that no two replicas look up the same order. `all`: also those not due yet.
   */
  readonly takeDue: (query: {
    readonly nowMs: number;
    readonly untilMs: number;
    readonly limit: number;
    readonly all: boolean;
  }) => Effect.Effect<ReadonlyArray<StoredOrder>, StoreFailed>;

  /** Lists orders of a wallet, newest first. What it costs grows with `limit` alone. */
  readonly list: (of: OrderListing) => Effect.Effect<ReadonlyArray<StoredOrder>, StoreFailed>;

  /**
   * Returns what a wallet's orders of `[startMs, endMs)` have traded or may still trade together,
   * in USDC times 10^6: what its limit for a day counts. No order waits for this.
   */
  readonly spentE6: (query: {
    readonly walletId: string;
    readonly startMs: number;
    readonly endMs: number;
  }) => Effect.Effect<bigint, StoreFailed>;

  /**
   * Deletes the idempotency keys of final orders from before this, by the service's clock, and the
   * reservations that have ended by the store's.
   */
  readonly forgetIdempotencyKeys: (beforeMs: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/OrderStore") {}
