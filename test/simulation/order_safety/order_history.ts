/**
 * What truly happened in a simulated world: what was stored, what the venue got, who was told what.
 *
 * @module
 */
import type { Settled, Settlement } from "../../../core/order/mod.ts";
import type { StoredOrder } from "../../../core/port/mod.ts";
import type { LedgerEntry } from "../../../adapters/memory/staged_exchange.ts";

/** What a client heard of one request. */
export interface Answer {
  /** That an order of this request would have. */
  readonly id: string;
  readonly accountId: string;
  /** None where the request had none. */
  readonly key: string | undefined;
  /** Of the request's contents. */
  readonly requestSha256: string;
  readonly beganMs: number;
  readonly toldMs: number;
  readonly said:
    | { readonly kind: "placed"; readonly order: StoredOrder }
    /** `tag`: of the failure. `orderId`: of the order that it speaks of, if it speaks of one. */
    | { readonly kind: "failed"; readonly tag: string; readonly orderId: string | undefined }
    /** It died of something that must not happen. */
    | { readonly kind: "defect"; readonly why: string };
}

/** Bytes that the store has taken. */
export interface StoredBytes {
  /** As it was stored when it came with these bytes. */
  readonly order: StoredOrder;
  readonly orderId: string;
  readonly storedMs: number;
  readonly dayMaxE6: bigint | undefined;
}

/** Bytes that the venue got. */
export interface Received {
  readonly body: string;
  readonly wasStored: boolean;
  readonly atMs: number;
}

/** Written by the world alone: no replica sees it. */
export class OrderHistory {
  /** By the bytes. */
  readonly stored = new Map<string, StoredBytes>();
  /** How each order was first settled in the store, by its id. */
  readonly settled = new Map<string, Settled>();
  /** Everything that reached the venue, as it came. */
  readonly received: Received[] = [];
  readonly answers: Answer[] = [];
  /** What keyed requests were told in the end, once everything was quiet. */
  readonly lastAnswers: Answer[] = [];
  /** The venue's ledger, refused orders included. */
  ledger: ReadonlyArray<LedgerEntry> = [];
  /** Orders that the store still holds as not settled. */
  unsettled: ReadonlyArray<StoredOrder> = [];
  /** Clients that got no final answer. */
  waiting = 0;
  kills = 0;

  /** Bytes by the name that the venue has for them. */
  byOrderId(orderId: string): StoredBytes | undefined {
    return [...this.stored.values()].find((bytes) => bytes.orderId === orderId);
  }

  /** Whether the store knows how every order ended that it has. */
  get isAllSettled(): boolean {
    return [...this.stored.values()].every(({ order }) => this.settled.has(order.id));
  }

  /** What the venue has taken. */
  get accepted(): ReadonlyArray<LedgerEntry & { readonly standing: Taken }> {
    return this.ledger.filter((entry): entry is LedgerEntry & { readonly standing: Taken } =>
      entry.standing.kind === "matched" || entry.standing.kind === "live"
    );
  }
}

type Taken = Exclude<Settlement, { readonly kind: "refused" }>;
