import { describe, expect, test } from "bun:test";
import { Effect, Exit, Fiber, Redacted, Result } from "effect";
import { layerPasswordHash, makePasswordHash } from "../../../adapters/process/password_hash.ts";
import { HashingBusy, PasswordHash } from "../../../core/port/password_hash.ts";
import { turn, until } from "../../until.ts";

/** Hashes that end when the test says so. */
function heldHashes() {
  const running: Array<PromiseWithResolvers<string>> = [];
  let begun = 0;
  const hash = () => {
    begun += 1;
    const held = Promise.withResolvers<string>();
    running.push(held);
    return held.promise;
  };
  return {
    passwords: makePasswordHash({ hash, verify: () => hash().then(() => true) }),
    begun: () => begun,
    endOne: () => running.shift()?.resolve("hash"),
  };
}

describe("a password's hash", () => {
  test("is argon2id with the parameters of OWASP, and no two are alike", async () => {
    const [one, other, isRight, isWrong] = await Effect.runPromise(
      PasswordHash.use(Effect.fnUntraced(function* ({ hash, verify }) {
        const password = Redacted.make("several words of mine");
        const [one, other] = [yield* hash(password), yield* hash(password)];
        const isWrong = yield* verify(Redacted.make("several words of yours"), one);
        return [one, other, yield* verify(password, other), isWrong] as const;
      })).pipe(Effect.provide(layerPasswordHash)),
    );
    expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(one).not.toBe(other);
    expect([isRight, isWrong]).toEqual([true, false]);
  });

  test("is computed two at a time, of 34; the next is refused until one is done", async () => {
    const { passwords, begun, endOne } = heldHashes();
    const password = Redacted.make("x");
    const asked = Array.from(
      { length: 34 },
      (_, n) =>
        Effect.runFork<unknown, HashingBusy>(
          n % 2 === 0 ? passwords.hash(password) : passwords.verify(password, "hash"),
        ),
    );
    await until(() => begun() === 2);
    const refused = await Effect.runPromise(Effect.result(passwords.hash(password)));
    expect(Result.isFailure(refused) && refused.failure).toBeInstanceOf(HashingBusy);
    endOne();
    await until(() => begun() === 3);
    asked.push(Effect.runFork(passwords.hash(password)));
    for (let n = 0; n < 35; n++) {
      await until(() => begun() >= Math.min(35, n + 2));
      expect(begun()).toBeLessThanOrEqual(n + 3);
      endOne();
    }
    const exits = await Promise.all(asked.map((fiber) => Effect.runPromise(Fiber.await(fiber))));
    expect(exits.every(Exit.isSuccess)).toBe(true);
  });

  test("keeps its turn while it is computed, even if nobody waits for it any more", async () => {
    const { passwords, begun, endOne } = heldHashes();
    const fibers = [0, 1, 2].map(() => Effect.runFork(passwords.hash(Redacted.make("x"))));
    await until(() => begun() === 2);
    for (const fiber of fibers.slice(0, 2)) fiber.interruptUnsafe();
    await turn();
    expect(begun()).toBe(2);
    endOne();
    await until(() => begun() === 3);
    endOne();
    endOne();
  });
});
