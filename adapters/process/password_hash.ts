/**
 * Passwords hashed with argon2id by Bun, on threads of its own.
 *
 * @module
 */
import { Effect, Layer, Redacted, Semaphore } from "effect";
import { HashingBusy, PasswordHash } from "../../core/port/password_hash.ts";

/** OWASP's password storage cheat sheet: argon2id with 19 MiB and two passes. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** More at the same time would take the processor from everything else. */
const AT_ONCE_MAX = 2;
/** About a second of work. */
const WAITING_MAX = 32;

/** Computes what is hashed; tests put another one in its place. */
export interface PasswordAlgorithm {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, hash: string) => Promise<boolean>;
}

/** Bun's. */
const BUN_ARGON2ID: PasswordAlgorithm = {
  hash: (password) => Bun.password.hash(password, ARGON2ID),
  verify: (password, hash) => Bun.password.verify(password, hash),
};

/** Provides the hash. */
export const layerPasswordHash: Layer.Layer<PasswordHash> = Layer.sync(
  PasswordHash,
  () => makePasswordHash(BUN_ARGON2ID),
);

/** Runs some at once, lets some wait, and refuses the rest. */
export function makePasswordHash({ hash, verify }: PasswordAlgorithm): PasswordHash["Service"] {
  const permits = Semaphore.makeUnsafe(AT_ONCE_MAX);
  let unfinished = 0;

  function inTurn<A>(compute: () => Promise<A>): Effect.Effect<A, HashingBusy> {
    return Effect.suspend((): Effect.Effect<A, HashingBusy> => {
      if (unfinished >= AT_ONCE_MAX + WAITING_MAX) return Effect.fail(new HashingBusy());
      unfinished += 1;
      // A hash that has begun cannot be stopped, so nobody leaves before it is done.
      const computed = Effect.uninterruptible(Effect.promise(compute));
      return permits.withPermits(1)(computed).pipe(
        Effect.ensuring(Effect.sync(() => void (unfinished -= 1))),
      );
    });
  }

  return PasswordHash.of({
    hash: (password) => inTurn(() => hash(Redacted.value(password))),
    verify: (password, stored) => inTurn(() => verify(Redacted.value(password), stored)),
  });
}
