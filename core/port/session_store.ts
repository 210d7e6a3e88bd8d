/**
 * Port: sessions of the console, and the API key that each has for its page. Tokens are SHA-256 in
 * lower-case hex. Instants of sessions are unix milliseconds of machine time.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Account, ApiKey, Session } from "../access/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** A session with its account. */
export interface HeldSession {
  readonly session: Session;
  readonly account: Account;
  /** The hash of the account's password; none if it has none. */
  readonly passwordHash: Option.Option<string>;
}

/** Stores sessions. The key of a session goes with it. */
export class SessionStore extends Context.Service<SessionStore, {
  /**
   * Adds a session and its key. Ends the account's oldest sessions beyond the most it may have, and
   * returns the ids of those. Adds none, and returns none, where the account's password no longer
   * has the hash `checkedHash`.
   */
  readonly add: (added: {
    readonly session: Session;
    readonly tokenSha256: string;
    readonly key: ApiKey;
    readonly keySha256: string;
    readonly checkedHash: Option.Option<string>;
  }) => Effect.Effect<Option.Option<ReadonlyArray<string>>, StoreFailed>;

  /** Finds a session that lasts. */
  readonly find: (
    tokenSha256: string,
    nowMs: number,
  ) => Effect.Effect<Option.Option<HeldSession>, StoreFailed>;

  /** Stores when a session was renewed and when it ends. One that is gone stays gone. */
  readonly renew: (session: Session) => Effect.Effect<void, StoreFailed>;

  /** Lists an account's sessions that last, newest first. */
  readonly ofAccount: (
    accountId: string,
    nowMs: number,
  ) => Effect.Effect<ReadonlyArray<Session>, StoreFailed>;

  /**
   * Ends sessions of an account: the one of this id, or all but the one of `exceptId`. Returns the
   * ids of those that there were.
   */
  readonly end: (
    accountId: string,
    which: { readonly id: string } | { readonly exceptId: string },
  ) => Effect.Effect<ReadonlyArray<string>, StoreFailed>;

  /** Drops sessions that have expired, and keys whose sessions are gone. */
  readonly prune: (nowMs: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/SessionStore") {}
