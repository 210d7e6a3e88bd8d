/**
 * The operations on accounts and their API keys.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Option, Schema } from "effect";
import { type ApiKey, SCOPES } from "../../core/access/mod.ts";
import type { AccountStore } from "../../core/port/account_store.ts";
import { issueKey, listKeys, openAccount, revokeKey } from "../../core/use_case/account/mod.ts";
import type { WorldName } from "../wiring/world_folder.ts";
import { handleOperation, type OperationHandler } from "./operation.ts";

const Email = Schema.Struct({ email: Schema.String });

/** The schema of a listed key. Instants are unix milliseconds. */
export const KeyFacts = Schema.Struct({
  name: Schema.String,
  prefix: Schema.String,
  lastFour: Schema.String,
  scopes: Schema.Array(Schema.Literals(SCOPES)),
  createdMs: Schema.Number,
  lastUsedMs: Schema.NullOr(Schema.Number),
  revokedMs: Schema.NullOr(Schema.Number),
});
/** A listed key. Instants are unix milliseconds. */
export type KeyFacts = typeof KeyFacts.Type;

/** The operations, with their paths and schemas. */
export const ACCOUNT_OPERATIONS = {
  addAccount: {
    path: "/account/add",
    input: Email,
    output: Schema.Struct({ email: Schema.String, isNew: Schema.Boolean }),
  },
  /** The key itself stays in the command's process: the service gets only what it stores. */
  issueKey: {
    path: "/account/key",
    input: Schema.Struct({
      email: Schema.String,
      name: Schema.String,
      scopes: Schema.NonEmptyArray(Schema.Literals(SCOPES)),
      prefix: Schema.String.check(Schema.isPattern(/^sk_(live|test)_[0-9A-Za-z]{8}$/)),
      lastFour: Schema.String.check(Schema.isPattern(/^[0-9A-Za-z]{4}$/)),
      sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
    }),
    output: Schema.Struct({
      email: Schema.String,
      /** Whether the account was made for this key. */
      isNew: Schema.Boolean,
      key: KeyFacts,
      /** The service's URL; null if no service is running. */
      url: Schema.NullOr(Schema.String),
    }),
  },
  listKeys: {
    path: "/account/keys",
    input: Email,
    output: Schema.Struct({ email: Schema.String, keys: Schema.Array(KeyFacts) }),
  },
  revokeKey: {
    path: "/account/revoke",
    input: Schema.Struct({ prefix: Schema.String }),
    output: Schema.Struct({
      email: Schema.String,
      isNew: Schema.Boolean,
      prefix: Schema.String,
      lastFour: Schema.String,
      revokedMs: Schema.Number,
    }),
  },
} as const;

/** The service that handles the operations. */
export interface AccountService {
  readonly runtime: ManagedRuntime.ManagedRuntime<AccountStore, unknown>;
  readonly world: WorldName;
  /** Its URL, if it listens. */
  readonly url: Option.Option<string>;
}

/** Returns the handlers. In a sandbox the first key of an e-mail address opens its account. */
export function accountHandlers(
  { runtime, world, url }: AccountService,
): ReadonlyArray<OperationHandler> {
  const open = (email: string) => openAccount({ id: Bun.randomUUIDv7(), email });
  return [
    handleOperation(ACCOUNT_OPERATIONS.addAccount, {
      runtime,
      run: ({ email }) =>
        Effect.map(open(email), ({ account, isNew }) => ({ email: account.email, isNew })),
    }),
    handleOperation(ACCOUNT_OPERATIONS.issueKey, {
      runtime,
      run: (input) =>
        Effect.gen(function* () {
          const { isNew } = world === "live" ? { isNew: false } : yield* open(input.email);
          const { account, key } = yield* issueKey({ ...input, id: Bun.randomUUIDv7() });
          return { email: account.email, isNew, key: toFacts(key), url: Option.getOrNull(url) };
        }),
    }),
    handleOperation(ACCOUNT_OPERATIONS.listKeys, {
      runtime,
      run: ({ email }) =>
        Effect.map(listKeys(email), ({ account, keys }) => ({
          email: account.email,
          keys: keys.map(toFacts),
        })),
    }),
    handleOperation(ACCOUNT_OPERATIONS.revokeKey, {
      runtime,
      run: ({ prefix }) =>
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
  const { name, prefix, lastFour, scopes, createdMs } = key;
  return {
    name,
    prefix,
    lastFour,
    scopes,
    createdMs,
    lastUsedMs: Option.getOrNull(key.lastUsedMs),
    revokedMs: Option.getOrNull(key.revokedMs),
  };
}
