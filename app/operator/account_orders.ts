/**
 * The operator's orders about accounts and their API keys.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Option, Schema } from "effect";
import { type ApiKey, SCOPES } from "../../core/access/mod.ts";
import type { AccountStore } from "../../core/port/mod.ts";
import { issueKey, listKeys, openAccount, revokeKey } from "../../core/use_case/mod.ts";
import type { WorldName } from "../store.ts";
import { type OrderTaken, takeOrder } from "./operator_order.ts";

const Email = Schema.Struct({ email: Schema.String });

/** A key as it is listed. Instants are unix milliseconds. */
export const KeyFacts = Schema.Struct({
  prefix: Schema.String,
  lastFour: Schema.String,
  scopes: Schema.Array(Schema.Literals(SCOPES)),
  createdMs: Schema.Number,
  lastUsedMs: Schema.NullOr(Schema.Number),
  revokedMs: Schema.NullOr(Schema.Number),
});
/** A key as it is listed. Instants are unix milliseconds. */
export type KeyFacts = typeof KeyFacts.Type;

/** What can be ordered. */
export const ACCOUNT_ORDERS = {
  addAccount: {
    path: "/account/add",
    order: Email,
    answer: Schema.Struct({ email: Schema.String, isNew: Schema.Boolean }),
  },
  /** The key itself stays with whoever made it: the service gets what it keeps, and no more. */
  issueKey: {
    path: "/account/key",
    order: Schema.Struct({
      email: Schema.String,
      scopes: Schema.NonEmptyArray(Schema.Literals(SCOPES)),
      prefix: Schema.String.check(Schema.isPattern(/^sk_(live|test)_[0-9A-Za-z]{8}$/)),
      lastFour: Schema.String.check(Schema.isPattern(/^[0-9A-Za-z]{4}$/)),
      sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
    }),
    answer: Schema.Struct({
      email: Schema.String,
      /** Whether the account was made for this key. */
      isNew: Schema.Boolean,
      key: KeyFacts,
      /** Where the service answers; null where none runs. */
      url: Schema.NullOr(Schema.String),
    }),
  },
  listKeys: {
    path: "/account/keys",
    order: Email,
    answer: Schema.Struct({ email: Schema.String, keys: Schema.Array(KeyFacts) }),
  },
  revokeKey: {
    path: "/account/revoke",
    order: Schema.Struct({ prefix: Schema.String }),
    answer: Schema.Struct({
      email: Schema.String,
      isNew: Schema.Boolean,
      prefix: Schema.String,
      lastFour: Schema.String,
      revokedMs: Schema.Number,
    }),
  },
} as const;

/** Which service takes the orders. */
export interface AccountDesk {
  readonly runtime: ManagedRuntime.ManagedRuntime<AccountStore, unknown>;
  readonly world: WorldName;
  /** Where it answers, if it does. */
  readonly url: Option.Option<string>;
}

/** The orders as a service takes them. In a sandbox an account is made for its first key. */
export function accountOrders(
  { runtime, world, url }: AccountDesk,
): ReadonlyArray<OrderTaken> {
  const open = (email: string) => openAccount({ id: Bun.randomUUIDv7(), email });
  return [
    takeOrder(ACCOUNT_ORDERS.addAccount, {
      runtime,
      carryOut: ({ email }) =>
        Effect.map(open(email), ({ account, isNew }) => ({ email: account.email, isNew })),
    }),
    takeOrder(ACCOUNT_ORDERS.issueKey, {
      runtime,
      carryOut: (order) =>
        Effect.gen(function* () {
          const { isNew } = world === "live" ? { isNew: false } : yield* open(order.email);
          const { account, key } = yield* issueKey({ ...order, id: Bun.randomUUIDv7() });
          return { email: account.email, isNew, key: toFacts(key), url: Option.getOrNull(url) };
        }),
    }),
    takeOrder(ACCOUNT_ORDERS.listKeys, {
      runtime,
      carryOut: ({ email }) =>
        Effect.map(listKeys(email), ({ account, keys }) => ({
          email: account.email,
          keys: keys.map(toFacts),
        })),
    }),
    takeOrder(ACCOUNT_ORDERS.revokeKey, {
      runtime,
      carryOut: ({ prefix }) =>
        Effect.map(revokeKey(prefix), ({ account, key, revokedMs, isNew }) => ({
          email: account.email,
          isNew,
          prefix: key.prefix,
          lastFour: key.lastFour,
          revokedMs,
        })),
    }),
  ];
}

function toFacts(key: ApiKey): KeyFacts {
  const { prefix, lastFour, scopes, createdMs } = key;
  return {
    prefix,
    lastFour,
    scopes,
    createdMs,
    lastUsedMs: Option.getOrNull(key.lastUsedMs),
    revokedMs: Option.getOrNull(key.revokedMs),
  };
}
