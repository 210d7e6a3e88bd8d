/**
 * Port: the slow hash of passwords. It costs memory and time, so only some are computed at once and
 * some wait; more are refused.
 *
 * @module
 */
import { Context, type Effect, type Redacted, Schema } from "effect";

/** Too many passwords wait to be hashed. */
export class HashingBusy extends Schema.TaggedError<HashingBusy>()("HashingBusy", {}) {
  override get message(): string {
    return "Cannot check passwords now: too many wait to be checked";
  }
}

/** Hashes passwords, and compares them with hashes. */
export class PasswordHash extends Context.Service<PasswordHash, {
  /** Returns the hash to store, with its salt and parameters in it. */
  readonly hash: (password: Redacted.Redacted<string>) => Effect.Effect<string, HashingBusy>;

  /** Whether a password has this hash. Costs as much as making one. */
  readonly verify: (
    password: Redacted.Redacted<string>,
    hash: string,
  ) => Effect.Effect<boolean, HashingBusy>;
}>()("core/port/PasswordHash") {}
