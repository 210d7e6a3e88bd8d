/**
 * Orders as tests store them, and a store, or several replicas of it, to put them into.
 *
 * @module
 */
import { Effect, Option } from "effect";
import fc from "fast-check";
import {
  ORDER_TYPES,
  REFUSAL_REASONS,
  type RefusalReason,
  type Settlement,
} from "../../core/order/mod.ts";
import type { NewOrder, OrderStore, Stored, StoredOrder } from "../../core/port/mod.ts";
import { conditionOf } from "../condition.ts";

/** What the tests of a store stand on. */
export interface OrderDesk {
  /** Replicas of one store; the first may be the only one. */
  readonly stores: ReadonlyArray<OrderStore["Service"]>;
  readonly accountId: string;
  readonly otherAccountId: string;
  /** A wallet that nobody has traded with yet. */
  readonly newWalletId: () => Promise<string>;
  readonly run: <A>(effect: Effect.Effect<A, unknown>) => Promise<A>;
}

/** Noon of a UTC day. */
export const NOON_MS = 1_767_268_800_000;
/** Orders are not due before this. */
export const NEVER_MS = 8_640_000_000_000_000;

/** What a test cares about in an order. */
export interface OrderFields extends Partial<Omit<StoredOrder, "state" | "idempotency">> {
  readonly key?: string | undefined;
  readonly orderId?: string;
  readonly dayMaxE6?: bigint;
  readonly lookUpAtMs?: number;
}

/** An order nobody else has, with a key of its own unless the key is named as undefined. */
export function newOrder(
  owner: Pick<StoredOrder, "accountId" | "walletId">,
  { orderId = newOrderId(), dayMaxE6, lookUpAtMs = NEVER_MS, ...fields }: OrderFields = {},
): NewOrder {
  const { key, ...others } = { key: crypto.randomUUID(), ...fields };
  const accountId = others.accountId ?? owner.accountId;
  return {
    order: {
      id: Bun.randomUUIDv7(),
      ...owner,
      request: {
        slug: "btc-updown-5m-1767268800",
        outcome: "Up",
        tokenId: "7",
        conditionId: conditionOf(8),
        side: "BUY",
        orderType: "FOK",
        amount: "2.50",
        isNegRisk: false,
      },
      body: '{"order":{}}',
      worthE6: 2_500_000n,
      createdMs: NOON_MS,
      latencyMs: Option.none(),
      ...others,
      state: { name: "sent", orderId, sentMs: NOON_MS + 7 },
      idempotency: Option.map(Option.fromUndefinedOr(key), (key) => ({
        accountId,
        key,
        requestSha256: "ab".repeat(32),
      })),
    },
    dayMaxE6: Option.fromUndefinedOr(dayMaxE6),
    lookUpAtMs,
  };
}

/** A hash nobody else has. */
export function newOrderId(): string {
  return `0x${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
}

/** The order that has a key now. */
export function holderOf(
  { stores: [store], accountId, run }: OrderDesk,
  key: string | undefined,
): Promise<Option.Option<StoredOrder>> {
  if (store === undefined || key === undefined) throw new Error("nothing to look for");
  return run(store.ofKey({ accountId, key, atMs: 0 }));
}

/** The key that an order was made with. */
export function keyOf({ idempotency }: StoredOrder): string {
  return Option.getOrThrow(idempotency).key;
}

/** Adds orders all at once, to one replica after the other. */
export function addAtOnce(
  { stores, run }: OrderDesk,
  orders: ReadonlyArray<NewOrder>,
): Promise<ReadonlyArray<Stored>> {
  const adds = orders.map((order, at) => stores[at % stores.length]?.add(order) ?? Effect.never);
  return run(Effect.all(adds, { concurrency: "unbounded" }));
}

/** As settled by the venue's own answer. */
export function settledAs(settlement: Settlement, orderId: string): StoredOrder["state"] {
  return { name: "settled", orderId, settlement, isReconciled: false };
}

/** The venue did not take it, for a reason. */
export function refusedFor(reason: RefusalReason): Settlement {
  return { kind: "refused", refusal: { reason, words: "nobody", retryAfterSec: Option.none() } };
}

/** The venue did not take it. */
export const REFUSED = refusedFor("not_filled");

const option = <A>(arbitrary: fc.Arbitrary<A>) =>
  fc.option(arbitrary, { nil: undefined }).map(Option.fromUndefinedOr);
const text = fc.string({ unit: fc.constantFrom("a", "'", "\\", '"', "$1", "é", "\n", "😀") });
const amountE6 = fc.bigInt({ min: 0n, max: 10n ** 30n });
const ms = fc.integer({ min: 0, max: NEVER_MS });
const seconds = fc.double({ min: 0, max: 1e6, noNaN: true });

/** Any request, bytes and instants. */
export const anyFields: fc.Arbitrary<OrderFields> = fc.record({
  request: fc.record({
    slug: text,
    outcome: text,
    tokenId: text,
    conditionId: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(conditionOf),
    side: fc.constantFrom("BUY" as const, "SELL" as const),
    orderType: fc.constantFrom(...ORDER_TYPES),
    amount: text,
    isNegRisk: fc.boolean(),
  }),
  body: text,
  worthE6: amountE6,
  createdMs: ms,
  latencyMs: option(seconds),
  key: text,
}).map(({ key, ...fields }) => ({ ...fields, key: `${key}${crypto.randomUUID()}` }));

const settlement: fc.Arbitrary<Settlement> = fc.oneof(
  fc.constant({ kind: "live" as const }),
  fc.record({
    kind: fc.constant("matched" as const),
    fill: fc.record({ sharesE6: option(amountE6), usdcE6: option(amountE6) }),
  }),
  fc.record({
    kind: fc.constant("refused" as const),
    refusal: fc.record({
      // One that was too many at once gives up its key, by which tests find an order.
      reason: fc.constantFrom(...REFUSAL_REASONS.filter((reason) => reason !== "busy")),
      words: text,
      retryAfterSec: option(seconds),
    }),
  }),
);

/** Any state of an order with this order id. */
export function anyState(orderId: string): fc.Arbitrary<StoredOrder["state"]> {
  return fc.oneof(
    fc.record({ name: fc.constant("sent" as const), orderId: fc.constant(orderId), sentMs: ms }),
    fc.record({
      name: fc.constant("unknown" as const),
      orderId: fc.constant(orderId),
      sentMs: ms,
      why: text,
      isAtVenue: fc.boolean(),
      missingSinceMs: option(ms),
    }),
    fc.record({
      name: fc.constant("settled" as const),
      orderId: fc.constant(orderId),
      settlement,
      isReconciled: fc.boolean(),
    }),
  );
}
