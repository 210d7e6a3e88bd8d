/**
 * The operations on accounts, their API keys and their links to sign in with.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { type ApiKey, SCOPES } from "../../core/access/mod.ts";
import {
  issueKey,
  listKeys,
  makeLink,
  openAccount,
  revokeKey,
} from "../../core/use_case/account/mod.ts";
import type { WorldName } from "../wiring/world_folder.ts";
import { handleOperation } from "./operation.ts";

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
  /** The token stays in the command's process: the service gets its digest alone. */
  makeLink: {
    path: "/account/link",
    input: Schema.Struct({
      email: Schema.String,
      sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
    }),
    output: Schema.Struct({
      email: Schema.String,
      /** Whether the account was made for this link. */
      isNew: Schema.Boolean,
      /** The service's URL; null if no service is running. */
      url: Schema.NullOr(Schema.String),
    }),
  },
} as const;

/** The service that handles the operations. */
export interface AccountService {
  readonly world: WorldName;
  /** Its URL, if it listens. */
  readonly url: Option.Option<string>;
}

/** Returns the handlers. In a sandbox the first key or link of an address opens its account. */
export function accountHandlers({ world, url }: AccountService) {
  return [
    handleOperation(
      ACCOUNT_OPERATIONS.addAccount,
      ({ email }) =>
        Effect.map(open(email), ({ account, isNew }) => ({ email: account.email, isNew })),
    ),
    handleOperation(ACCOUNT_OPERATIONS.issueKey, (input) =>
      Effect.gen(function* () {
        const { isNew } = yield* openIn(world, input.email);
        const { account, key } = yield* issueKey({ ...input, id: Bun.randomUUIDv7() });
        return { email: account.email, isNew, key: toFacts(key), url: Option.getOrNull(url) };
      })),
    handleOperation(
      ACCOUNT_OPERATIONS.listKeys,
      ({ email }) =>
        Effect.map(listKeys(email), ({ account, keys }) => ({
          email: account.email,
          keys: keys.map(toFacts),
        })),
    ),
    handleOperation(
      ACCOUNT_OPERATIONS.revokeKey,
      ({ prefix }) =>
        Effect.map(revokeKey(prefix), ({ account, key, revokedMs, isNew }) => ({
          email: account.email,
          isNew,
          prefix: key.prefix,
          lastFour: key.lastFour,
          revokedMs,
        })),
    ),
  ];
}

/** Returns the handler that makes links. */
export function linkHandler({ world, url }: AccountService) {
  return handleOperation(
    ACCOUNT_OPERATIONS.makeLink,
    Effect.fnUntraced(function* ({ email, sha256 }) {
      const { isNew } = yield* openIn(world, email);
      const account = yield* makeLink({ email, sha256 });
      return { email: account.email, isNew, url: Option.getOrNull(url) };
    }),
  );
}

function openIn(world: WorldName, email: string) {
  return world === "live" ? Effect.succeed({ isNew: false }) : open(email);
}

const open = (email: string) => openAccount({ id: Bun.randomUUIDv7(), email });

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
