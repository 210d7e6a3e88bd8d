/**
 * Port: what accounts sign in with, and who failed to. Passwords are hashes, one-time links the
 * SHA-256 of their tokens in lower-case hex. Instants are unix milliseconds of machine time.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Account, FailureCount } from "../access/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** An account with the hash of its password; none for one that has no password yet. */
export interface PasswordHolder {
  readonly account: Account;
  readonly passwordHash: Option.Option<string>;
}

/** What came of adding an account: `not_first` only where it had to be the first one. */
export type Registration = "added" | "taken" | "not_first";

/** Stores passwords, one-time links and failures. */
export class SignInStore extends Context.Service<SignInStore, {
  /**
   * Adds an account with a password. With `mustBeFirst` only while there is none at all, exactly
   * one of any that are added at the same time.
   */
  readonly register: (added: {
    readonly account: Account;
    readonly passwordHash: string;
    readonly mustBeFirst: boolean;
  }) => Effect.Effect<Registration, StoreFailed>;

  /** Finds what the account of an e-mail address signs in with. */
  readonly passwordOf: (email: string) => Effect.Effect<Option.Option<PasswordHolder>, StoreFailed>;

  /** Replaces the hash of a password. False if it is not, or no longer, `from`. */
  readonly replacePassword: (change: {
    readonly accountId: string;
    readonly from: Option.Option<string>;
    readonly to: string;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Stores a link of an account in place of its former one. */
  readonly setLink: (link: {
    readonly accountId: string;
    readonly sha256: string;
    readonly expiresMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  /** Takes a link out, and returns its account; none if it is gone or expired. */
  readonly takeLink: (
    sha256: string,
    nowMs: number,
  ) => Effect.Effect<Option.Option<Account>, StoreFailed>;

  readonly failuresOf: (
    caller: string,
  ) => Effect.Effect<Option.Option<FailureCount>, StoreFailed>;

  /** Replaces a caller's failures. False if they are not, or no longer, `from`. */
  readonly replaceFailures: (change: {
    readonly caller: string;
    readonly from: Option.Option<FailureCount>;
    readonly to: Option.Option<FailureCount>;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Drops expired links, failures before an instant, and the oldest beyond a bound. */
  readonly prune: (bounds: {
    readonly nowMs: number;
    readonly failuresSinceMs: number;
    readonly callersMax: number;
  }) => Effect.Effect<void, StoreFailed>;
}>()("core/port/SignInStore") {}
