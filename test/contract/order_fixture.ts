/** Orders for the tests of a store, and one or more replicas of it to write to. @module */
import { expect } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import {
  CANCEL_CAUSES,
  NO_TOTALS,
  ORDER_TYPES,
  type OrderOutcome,
  REFUSAL_REASONS,
  type RefusalReason,
} from "../../core/order/mod.ts";
import type { NewOrder, OrderStore, Stored, StoredOrder } from "../../core/port/order_store.ts";
import { conditionOf } from "../condition.ts";

/** What the tests of a store stand on. */
export interface StagedStores {
  /** Replicas of one store; the first may be the only one. */
  readonly stores: ReadonlyArray<OrderStore["Service"]>;
  readonly accountId: string;
  readonly otherAccountId: string;
  /** Returns a wallet without any orders. */
  readonly newWalletId: () => Promise<string>;
  readonly run: <A>(effect: Effect.Effect<A, unknown>) => Promise<A>;
}

/** The store of one of the replicas, by its number. */
export function storeAt({ stores }: StagedStores, number = 0): OrderStore["Service"] {
  const store = stores[number % stores.length];
  if (store === undefined) throw new Error("no store");
  return store;
}

/** Whose orders a test stores: an account with a new wallet. */
export async function ownerIn({ accountId, newWalletId }: StagedStores) {
  return { accountId, walletId: await newWalletId() };
}

/** What an order that is stored gets. */
export const STORED: Stored = { kind: "stored", unsettledE6: 0n };

/** A wallet of its own for a test, and the means to make, store and find its orders. */
export async function stageOrders(fixture: StagedStores, usual: OrderFields = {}) {
  const owner = await ownerIn(fixture);
  const [{ run }, store] = [fixture, storeAt(fixture)];
  const make = (fields: OrderFields = {}) => newOrder(owner, { ...usual, ...fields });
  const add = (added: NewOrder) => run(store.add(added));
  /** Stores an order that nothing prevents. */
  const place = async (fields: OrderFields = {}) => {
    const added = make(fields);
    expect(await add(added)).toEqual(STORED);
    return added.order;
  };
  const find = async (order: StoredOrder) =>
    Option.getOrThrow(await holderOf(fixture, idempotencyKeyOf(order)));
  return { fixture, run, store, make, add, place, find };
}

/** Notes that an order has ended, as the venue's own answer says. */
export function noteFinal(
  staged: StagedStores,
  { id, state: { orderId } }: StoredOrder,
  outcome: OrderOutcome = REFUSED,
): Promise<unknown> {
  const state = finalAs(outcome, orderId);
  return staged.run(storeAt(staged).note({ id, state, latencyMs: Option.none(), lookUpAtMs: 0 }));
}

/** Noon of a UTC day. */
export const NOON_MS = 1_767_268_800_000;
/** Due time of orders that must not become due. */
export const NEVER_MS = 8_640_000_000_000_000;

/** The fields of an order that a test sets. */
export interface OrderFields extends Partial<Omit<StoredOrder, "state" | "idempotency">> {
  readonly key?: string | undefined;
  readonly orderId?: string;
  readonly saleE6?: bigint;
  readonly dayMaxE6?: bigint;
  readonly lookUpAtMs?: number;
  readonly isReserved?: boolean;
}

/** Returns a unique order, with a unique key unless the key is given as undefined. */
export function newOrder(
  owner: Pick<StoredOrder, "accountId" | "walletId">,
  {
    orderId = newOrderId(),
    saleE6 = 0n,
    dayMaxE6,
    lookUpAtMs = NEVER_MS,
    isReserved = false,
    ...fields
  }: OrderFields = {},
): NewOrder {
  const { key, ...others } = { key: crypto.randomUUID(), ...fields };
  const accountId = others.accountId ?? owner.accountId;
  return {
    order: {
      id: Bun.randomUUIDv7(),
      ...owner,
      instruction: {
        slug: "btc-updown-5m-1767268800",
        outcome: "Up",
        tokenId: "7",
        conditionId: conditionOf(8),
        side: "BUY",
        orderType: "FOK",
        amount: "2.50",
        isNegRisk: false,
        limit: Option.none(),
      },
      body: '{"order":{}}',
      notionalE6: 2_500_000n,
      loweredToE6: Option.none(),
      priceE6: Option.some(500_000n),
      feeRate: Option.none(),
      fills: NO_TOTALS,
      unsettledE6: 0n,
      cancelAtMs: Option.none(),
      cancelCause: Option.none(),
      createdMs: NOON_MS,
      latencyMs: Option.none(),
      ...others,
      state: { name: "sent", orderId, sentMs: NOON_MS + 7 },
      idempotency: Option.map(Option.fromUndefinedOr(key), (idempotencyKey) => ({
        accountId,
        idempotencyKey,
        requestSha256: "ab".repeat(32),
      })),
    },
    saleE6,
    dayMaxE6: Option.fromUndefinedOr(dayMaxE6),
    lookUpAtMs,
    isReserved,
  };
}

/** Returns a unique hash. */
export function newOrderId(): string {
  return `0x${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
}

/** Returns the order that holds a key now. */
export function holderOf(
  staged: StagedStores,
  idempotencyKey: string | undefined,
): Promise<Option.Option<StoredOrder>> {
  if (idempotencyKey === undefined) throw new Error("Cannot look up an order without a key");
  return staged.run(
    storeAt(staged).ofIdempotencyKey({ accountId: staged.accountId, idempotencyKey, atMs: 0 }),
  );
}

/** Returns the key that an order was made with. */
export function idempotencyKeyOf({ idempotency }: StoredOrder): string {
  return Option.getOrThrow(idempotency).idempotencyKey;
}

/** Adds orders concurrently, spread over the replicas. */
export function addAtOnce(
  staged: StagedStores,
  orders: ReadonlyArray<NewOrder>,
): Promise<ReadonlyArray<Stored>> {
  const adds = orders.map((order, at) => storeAt(staged, at).add(order));
  return staged.run(Effect.all(adds, { concurrency: "unbounded" }));
}

/** Final by the venue's own answer. */
export function finalAs(outcome: OrderOutcome, orderId: string): StoredOrder["state"] {
  return { name: "final", orderId, outcome, isReconciled: false };
}

/** Sent, and without an answer. */
export function unknownAs(orderId: string, missingSinceMs?: number): StoredOrder["state"] {
  const missing = { missingSinceMs: Option.fromUndefinedOr(missingSinceMs) };
  const venue = { isAtVenue: false, isMatched: false, ...missing };
  return { name: "unknown", orderId, sentMs: NOON_MS, why: "reset", ...venue };
}

/** The venue did not take it, for a reason. */
export function refusedFor(reason: RefusalReason): OrderOutcome {
  return { kind: "refused", refusal: { reason, message: "nobody", retryAfterSec: Option.none() } };
}

/** The outcome of an order that the venue refused. */
export const REFUSED = refusedFor("killed");

const option = <A>(arbitrary: fc.Arbitrary<A>) =>
  fc.option(arbitrary, { nil: undefined }).map(Option.fromUndefinedOr);
const text = fc.string({ unit: fc.constantFrom("a", "'", "\\", '"', "$1", "é", "\n", "😀") });
const amountE6 = fc.bigInt({ min: 0n, max: 10n ** 30n });
const ms = fc.integer({ min: 0, max: NEVER_MS });
const seconds = fc.double({ min: 0, max: 1e6, noNaN: true });

/** Generates any request, bytes and instants. */
export const anyFields: fc.Arbitrary<OrderFields> = fc.record({
  instruction: fc.record({
    slug: text,
    outcome: text,
    tokenId: text,
    conditionId: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(conditionOf),
    side: fc.constantFrom("BUY" as const, "SELL" as const),
    orderType: fc.constantFrom(...ORDER_TYPES),
    amount: text,
    isNegRisk: fc.boolean(),
    limit: option(fc.record({
      sizeE6: amountE6,
      expiresSec: option(fc.integer({ min: 0, max: 4_102_444_800 })),
      lifeSec: option(fc.integer({ min: 1, max: 86_400 })),
      isPostOnly: fc.boolean(),
    })),
  }),
  body: text,
  notionalE6: amountE6,
  loweredToE6: option(amountE6),
  priceE6: option(amountE6),
  unsettledE6: fc.constant(0n),
  // Later than any that a test lets end.
  cancelAtMs: option(fc.integer({ min: NOON_MS, max: NEVER_MS })),
  createdMs: ms,
  latencyMs: option(seconds),
  key: text,
}).map(({ key, ...fields }) => ({ ...fields, key: `${key}${crypto.randomUUID()}` }));

const fill = fc.record({ sharesE6: option(amountE6), usdcE6: option(amountE6) });
const outcome: fc.Arbitrary<OrderOutcome> = fc.oneof(
  fc.record({
    kind: fc.constant("matched" as const),
    fill,
  }),
  fc.record({
    kind: fc.constant("canceled" as const),
    fill,
    cause: fc.constantFrom(...CANCEL_CAUSES),
    message: text,
  }),
  fc.record({
    kind: fc.constant("refused" as const),
    refusal: fc.record({
      // These lose their key, by which tests find orders.
      reason: fc.constantFrom(
        ...REFUSAL_REASONS.filter((reason) => !["busy", "unsettled", "accuracy"].includes(reason)),
      ),
      message: text,
      retryAfterSec: option(seconds),
    }),
  }),
);

/** Generates any state of an order with this order id. */
export function anyState(orderId: string): fc.Arbitrary<StoredOrder["state"]> {
  return fc.oneof(
    fc.record({ name: fc.constant("sent" as const), orderId: fc.constant(orderId), sentMs: ms }),
    fc.record({
      name: fc.constant("unknown" as const),
      orderId: fc.constant(orderId),
      sentMs: ms,
      why: text,
      isAtVenue: fc.boolean(),
      isMatched: fc.boolean(),
      missingSinceMs: option(ms),
    }),
    fc.record({
      name: fc.constant("live" as const),
      orderId: fc.constant(orderId),
      sentMs: ms,
      isDelayed: fc.boolean(),
      fill,
      missingSinceMs: option(ms),
    }),
    fc.record({
      name: fc.constant("final" as const),
      orderId: fc.constant(orderId),
      outcome,
      isReconciled: fc.boolean(),
    }),
  );
}
