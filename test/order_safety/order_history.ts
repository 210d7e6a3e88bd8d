/**
 * The true events of a simulated world: what was stored, what the venue received, and what clients
 * were answered.
 *
 * @module
 */
import type { FinalState, OrderOutcome } from "../../core/order/mod.ts";
import type { StoredOrder } from "../../core/port/mod.ts";
import type { ReceivedOrder } from "../memory/staged_matching_engine.ts";

/** A client's answer to one request. */
export interface Answer {
  /** The id that an order of this request would have. */
  readonly id: string;
  readonly accountId: string;
  /** Undefined if the request had none. */
  readonly key: string | undefined;
  /** The hash of the request's contents. */
  readonly requestSha256: string;
  readonly beganMs: number;
  readonly answeredMs: number;
  readonly outcome:
    | { readonly kind: "placed"; readonly order: StoredOrder }
    /** `tag`: of the failure. `orderId`: of the order that it names, if any. */
    | { readonly kind: "failed"; readonly tag: string; readonly orderId: string | undefined }
    /** A defect, which must not happen. */
    | { readonly kind: "defect"; readonly why: string };
}

/** Bytes that the store has accepted. */
export interface StoredBytes {
  /** The stored order at the time of these bytes. */
  readonly order: StoredOrder;
  readonly orderId: string;
  readonly storedMs: number;
  readonly dayMaxE6: bigint | undefined;
}

/** Bytes that the venue received. */
export interface Received {
  readonly body: string;
  readonly wasStored: boolean;
  readonly atMs: number;
}

/** Written only by the world: no replica sees it. */
export class OrderHistory {
  /** By the bytes. */
  readonly stored = new Map<string, StoredBytes>();
  /** When the key of each order was reserved for it, by the order's id. */
  readonly reservedMs = new Map<string, number>();
  /** The first final state of each order in the store, by its id. */
  readonly finals = new Map<string, FinalState>();
  /** Everything that reached the venue, as it came. */
  readonly received: Received[] = [];
  readonly answers: Answer[] = [];
  /** The last answers to keyed requests, after all faults. */
  readonly lastAnswers: Answer[] = [];
  /** Every order that the venue received, refused orders included. */
  receivedOrders: ReadonlyArray<ReceivedOrder> = [];
  /** Orders that are not final in the store. */
  notFinal: ReadonlyArray<StoredOrder> = [];
  /** Clients that got no final answer. */
  waiting = 0;
  kills = 0;

  /** Returns the bytes of an order id. */
  byOrderId(orderId: string): StoredBytes | undefined {
    return [...this.stored.values()].find((bytes) => bytes.orderId === orderId);
  }

  /** Whether the store knows how every order ended that it has. */
  get isAllFinal(): boolean {
    return [...this.stored.values()].every(({ order }) => this.finals.has(order.id));
  }

  /** What the venue has taken. */
  get accepted(): ReadonlyArray<ReceivedOrder & { readonly status: Taken }> {
    return this.receivedOrders.filter((
      entry,
    ): entry is ReceivedOrder & { readonly status: Taken } => entry.status.kind === "matched");
  }
}

type Taken = Exclude<OrderOutcome, { readonly kind: "refused" }>;
