/** The contract that every adapter of the `SecretBox` port must meet. @module */
import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Exit, Fiber, Layer, type Scope } from "effect";
import fc from "fast-check";
import { type Sealed, SecretBox, SecretUnreadable } from "../../core/port/secret_box.ts";

/** The world a contract test runs against. */
export interface SecretBoxWorld {
  readonly name: string;
  /** Makes a box that seals under `key` and opens under both. Keys are 32 bytes. */
  readonly layer: (keys: {
    readonly key: Uint8Array;
    readonly previousKey?: Uint8Array;
  }) => Layer.Layer<SecretBox>;
}

/** Returns a unique key. */
export function newWalletKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

const PLACE = "wallet:1:signingKey";
const SECRET = new Uint8Array([1, 2, 3, 250]);
const copy = (secret: Uint8Array) => Effect.sync(() => secret.slice());

/** Declares the contract's tests for one adapter. */
export function secretBoxContract(world: SecretBoxWorld): void {
  describe(`SecretBox contract: ${world.name}`, () => {
    const openBox = (key = newWalletKey(), previousKey?: Uint8Array) => {
      const layer = world.layer(previousKey === undefined ? { key } : { key, previousKey });
      return run(SecretBox.pipe(Effect.provide(layer)));
    };
    const run = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) =>
      Effect.runPromise(Effect.scoped(effect));
    const opened = (box: SecretBox["Service"], sealed: Sealed, place = PLACE) =>
      run(box.open(sealed, place, copy));
    const failure = async (box: SecretBox["Service"], sealed: Sealed, place = PLACE) => {
      let isLent = false;
      const use = () => Effect.sync(() => void (isLent = true));
      const failure = await run(Effect.flip(box.open(sealed, place, use)));
      expect(isLent).toBe(false);
      expect(failure).toBeInstanceOf(SecretUnreadable);
      return failure as SecretUnreadable;
    };

    test("returns any bytes in any context", async () => {
      const box = await openBox();
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.string(), async (bytes, place) => {
          const before = bytes.slice();
          const sealed = await run(box.seal(bytes, place));
          // The sealed bytes belong to the caller and stay unchanged.
          expect(bytes).toEqual(before);
          expect(await opened(box, sealed, place)).toEqual(before);
        }),
      );
    });

    test("names its key by 16 hex digits, the same only for the same key", async () => {
      const keys = [newWalletKey(), newWalletKey(), newWalletKey().fill(0)];
      const boxes = await Promise.all([...keys, keys[0]].map((key) => openBox(key)));
      const ids = await Promise.all(boxes.map((box) => run(box.keyId)));
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
      expect(ids[3]).toBe(ids[0] ?? "");
      expect(new Set(ids).size).toBe(3);
      for (const [at, box] of boxes.entries()) {
        expect((await run(box.seal(SECRET, PLACE))).keyId).toBe(ids[at] ?? "");
      }
    });

    test("does not open a box in another context", async () => {
      const box = await openBox();
      await fc.assert(
        fc.asyncProperty(fc.string(), fc.string(), async (place, other) => {
          fc.pre(place !== other);
          const sealed = await run(box.seal(SECRET, place));
          expect((await failure(box, sealed, other)).reason).toBe("damaged");
        }),
        { numRuns: 50 },
      );
    });

    test("does not open a box with a flipped bit, or a cut one", async () => {
      const box = await openBox();
      const sealed = await run(box.seal(SECRET, PLACE));
      const bytes = Uint8Array.fromBase64(sealed.box);
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = bytes.with(bit >> 3, (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
        const found = await failure(box, { ...sealed, box: changed.toBase64() });
        expect(found.reason).toBe("damaged");
      }
      for (let length = 0; length < bytes.length; length++) {
        const cut = bytes.slice(0, length).toBase64();
        expect((await failure(box, { ...sealed, box: cut })).reason).toBe("damaged");
      }
    });

    test("accepts any text as a box, and opens none that it did not seal", async () => {
      const box = await openBox();
      const { keyId } = await run(box.seal(SECRET, PLACE));
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.string(), fc.base64String()), async (text) => {
          expect((await failure(box, { keyId, box: text })).reason).toBe("damaged");
        }),
      );
    });

    test("names the key it lacks", async () => {
      const [box, other] = [await openBox(), await openBox()];
      const sealed = await run(other.seal(SECRET, PLACE));
      const found = await failure(box, sealed);
      expect([found.reason, found.keyId]).toEqual(["other_key", sealed.keyId]);
      for (const keyId of ["", "constructor", "__proto__"]) {
        expect((await failure(box, { ...sealed, keyId })).reason).toBe("other_key");
      }
      // With another key's name it does not open either.
      const renamed = { ...sealed, keyId: await run(box.keyId) };
      expect((await failure(box, renamed)).reason).toBe("damaged");
    });

    test("seals the same secret differently every time", async () => {
      const box = await openBox();
      const sealed = await Promise.all(
        Array.from({ length: 100 }, () => run(box.seal(SECRET, PLACE))),
      );
      expect(new Set(sealed.map(({ box }) => box)).size).toBe(100);
      // Not even the first bytes, which hold the nonce.
      expect(new Set(sealed.map(({ box }) => box.slice(0, 16))).size).toBe(100);
    });

    test("opens boxes of the previous key, and seals under the new one", async () => {
      const [newKey, oldKey] = [newWalletKey(), newWalletKey()];
      const before = await openBox(oldKey);
      const sealed = await run(before.seal(SECRET, PLACE));
      const box = await openBox(newKey, oldKey);
      expect(await opened(box, sealed)).toEqual(SECRET);
      const again = await run(box.seal(SECRET, PLACE));
      expect(again.keyId).toBe(await run(box.keyId));
      expect(again.keyId).not.toBe(sealed.keyId);
      expect(await opened(box, again)).toEqual(SECRET);
      expect(await opened(await openBox(newKey), again)).toEqual(SECRET);
      expect((await failure(before, again)).reason).toBe("other_key");
    });

    test("returns the result of the secret's use, and fails if it fails", async () => {
      const box = await openBox();
      const sealed = await run(box.seal(SECRET, PLACE));
      expect(await run(box.open(sealed, PLACE, ({ length }) => Effect.succeed(length)))).toBe(4);
      expect(await run(Effect.flip(box.open(sealed, PLACE, () => Effect.fail("no")))) as string)
        .toBe("no");
    });

    test("overwrites the lent secret, however its use ends", async () => {
      const box = await openBox();
      const sealed = await run(box.seal(SECRET, PLACE));
      const lent: Array<Uint8Array> = [];
      const seen: Array<Uint8Array> = [];
      const using = <A, E>(then: Effect.Effect<A, E>) =>
        box.open(sealed, PLACE, (secret) => {
          lent.push(secret);
          seen.push(secret.slice());
          return then;
        });
      await run(using(Effect.void));
      await run(Effect.exit(using(Effect.fail("no"))));
      await run(Effect.exit(using(Effect.die("never"))));
      await run(Effect.exit(box.open(sealed, PLACE, (secret) => {
        lent.push(secret);
        seen.push(secret.slice());
        throw new Error("at once");
      })));
      const interrupted = await run(Effect.gen(function* () {
        const isLent = yield* Deferred.make<void>();
        const use = Deferred.succeed(isLent, undefined).pipe(Effect.andThen(Effect.never));
        const fiber = yield* Effect.forkChild(using(use));
        yield* Deferred.await(isLent);
        yield* Fiber.interrupt(fiber);
        return yield* Fiber.await(fiber);
      }));
      expect(Exit.hasInterrupts(interrupted)).toBe(true);
      expect(seen).toEqual(Array.from({ length: 5 }, () => SECRET));
      expect(lent).toEqual(Array.from({ length: 5 }, () => new Uint8Array(4)));
    });
  });
}
