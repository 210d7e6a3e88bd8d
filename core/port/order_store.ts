/**
 * Port: orders that were sent, with their signed bytes and what became of them.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Side } from "../fee/mod.ts";
import type { IntentState, LimitPassed, OrderType } from "../order/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** What a caller asked for, as it is repeated in the answer. */
export interface OrderRequest {
  /** The market's. */
  readonly slug: string;
  /** As the venue writes it. */
  readonly outcome: string;
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Decimal text, exactly as it was asked for. */
  readonly amount: string;
  readonly isNegRisk: boolean;
}

/** The caller's own name for a request, by which it is done once. */
export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  /** SHA-256 of everything in the request that decides what is done, in hex. */
  readonly requestSha256: string;
}

/** An order that may be at the venue: never `received` or `signed`. Instants are whole. */
export interface StoredOrder {
  /** A UUID of version 7. */
  readonly id: string;
  readonly accountId: string;
  readonly walletId: string;
  /** Of the same account. */
  readonly idempotency: Option.Option<IdempotencyKey>;
  readonly request: OrderRequest;
  /** The signed bytes, exactly as they are sent. */
  readonly body: string;
  /** What it may trade, USDC times 10^6: of a BUY what it spends. */
  readonly worthE6: bigint;
  readonly state: Extract<IntentState, { readonly name: "sent" | "unknown" | "settled" }>;
  /** By the service's clock. */
  readonly createdMs: number;
  /** From the request to the answer, or from the sending until its fate was found out. */
  readonly latencyMs: Option.Option<number>;
}

/** An order to be stored, which nobody has heard of yet. */
export interface NewOrder {
  readonly order: StoredOrder & {
    readonly state: Extract<IntentState, { readonly name: "sent" }>;
  };
  /** What the wallet's orders of its UTC day may be worth together, USDC times 10^6. */
  readonly dayMaxE6: Option.Option<bigint>;
  /** When it is looked up unless it is settled by then, by the machine's clock. */
  readonly lookUpAtMs: number;
}

/**
 * What became of {@linkcode NewOrder}. `held`: the idempotency key names another order already, so
 * that nothing was stored. `limited`: it would pass the wallet's limit for a day.
 */
export type Stored =
  | { readonly kind: "stored" }
  | { readonly kind: "held"; readonly by: StoredOrder }
  | { readonly kind: "limited"; readonly limit: LimitPassed };

/** Idempotency keys are forgotten after this. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;

/**
 * Whether an order keeps its idempotency key from a request that comes at this instant, by the
 * service's clock: for a day, and for as long as nobody knows how it ended. An order that was one
 * too many at once was never looked at, so that the same request may be tried again.
 */
export function holdsKey(
  { state, createdMs }: Pick<StoredOrder, "state" | "createdMs">,
  atMs: number,
): boolean {
  if (state.name !== "settled") return true;
  const { settlement } = state;
  if (settlement.kind === "refused" && settlement.refusal.reason === "busy") return false;
  return atMs - createdMs <= IDEMPOTENCY_MS;
}

/** Keeps orders. What a call has acknowledged is there for every replica, and after every crash. */
export class OrderStore extends Context.Service<OrderStore, {
  /**
   * Stores an order about to be sent. Any number of replicas may store orders of one key or of one
   * wallet at once: one order has the key, and no limit is passed by orders that are not refused.
   */
  readonly add: (order: NewOrder) => Effect.Effect<Stored, StoreFailed>;

  /** The order that holds an idempotency key at an instant, by {@linkcode holdsKey}. */
  readonly ofKey: (question: {
    readonly accountId: string;
    readonly key: string;
    readonly atMs: number;
  }) => Effect.Effect<Option.Option<StoredOrder>, StoreFailed>;

  /**
   * Puts other bytes in the place of those that the venue has refused for certain; false, and
   * nothing done, unless the order is still `sent` with the order id `from`.
   */
  readonly replace: (change: {
    readonly id: string;
    readonly from: string;
    readonly to: Pick<StoredOrder, "body" | "state" | "worthE6">;
  }) => Effect.Effect<boolean, StoreFailed>;

  /**
   * Notes how an order stands. One that is settled stays as it is, and so does one whose bytes were
   * replaced since: what is known of the former order id says nothing of the one in force.
   * `lookUpAtMs`: when to look again, by the machine's clock; ignored for what is settled.
   */
  readonly note: (found: {
    readonly id: string;
    readonly state: StoredOrder["state"];
    readonly latencyMs: Option.Option<number>;
    readonly lookUpAtMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  /**
   * Takes unsettled orders that are due to be looked up, and holds them until `untilMs`, so that no
   * replica looks up what another does. Oldest first. `all`: those that are not due yet as well.
   */
  readonly takeDue: (question: {
    readonly nowMs: number;
    readonly untilMs: number;
    readonly limit: number;
    readonly all: boolean;
  }) => Effect.Effect<ReadonlyArray<StoredOrder>, StoreFailed>;

  /** Lets go of idempotency keys of settled orders from before this, by the service's clock. */
  readonly forgetKeys: (beforeMs: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/OrderStore") {}
