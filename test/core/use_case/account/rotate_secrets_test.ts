import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { WalletStore } from "../../../../core/port/wallet_store.ts";
import {
  provisionWallet,
  rotateSecrets,
  showWallet,
} from "../../../../core/use_case/account/mod.ts";
import { boxOf, importAll, keyOf, walletWorld } from "../../../stage/wallet_world.ts";

describe("rotating secrets", () => {
  const ids = ["w1", "w2", "w3"];
  const setUp = async () => {
    const world = walletWorld();
    await world.runtime.runPromise(importAll(ids));
    await world.runtime.runPromise(provisionWallet("w2"));
    return world;
  };

  test("seals everything again, once, and everything still opens", async () => {
    const { runtime, venue } = await setUp();
    const rotate = Effect.provide(rotateSecrets(), boxOf(2, 1));
    expect(await runtime.runPromise(rotate)).toMatchObject({ resealed: 3, unreadable: [] });
    expect(await runtime.runPromise(rotate)).toMatchObject({ resealed: 0, skipped: 0 });
    const later = Effect.forEach(ids, (id) => provisionWallet(id));
    await runtime.runPromise(Effect.provide(later, boxOf(2)));
    expect(venue.lent.slice(-3).map(({ copy }) => copy)).toEqual(Array(3).fill(keyOf(7)));
    const { secrets } = await runtime.runPromise(showWallet("w2"));
    const credentials = Option.getOrThrow(secrets.credentials);
    expect(credentials.keyId).toBe(secrets.signingKey.keyId);
  });

  test("skips secrets that do not open, and continues", async () => {
    const { runtime } = await setUp();
    const before = await runtime.runPromise(showWallet("w1"));
    const rotation = await runtime.runPromise(Effect.provide(rotateSecrets(), boxOf(2)));
    expect(rotation.resealed).toBe(0);
    expect(rotation.unreadable.map(({ walletId }) => walletId)).toEqual(ids);
    expect(rotation.unreadable[0]?.reason).toContain(before.secrets.signingKey.keyId);
    expect(await runtime.runPromise(showWallet("w1"))).toEqual(before);
    await runtime.runPromise(Effect.gen(function* () {
      const store = yield* WalletStore;
      const { secrets } = before;
      const damaged = { ...secrets, signingKey: { ...secrets.signingKey, box: "AAAA" } };
      yield* store.replaceSecrets({ id: "w1", from: secrets, to: damaged });
    }));
    expect(await runtime.runPromise(Effect.provide(rotateSecrets(), boxOf(2, 1)))).toMatchObject({
      resealed: 2,
      unreadable: [{ walletId: "w1" }],
    });
  });

  test("loses nothing during another rotation and during provisioning", async () => {
    const { runtime } = await setUp();
    const rotate = Effect.provide(rotateSecrets(), boxOf(2, 1));
    const provision = Effect.provide(provisionWallet("w1"), boxOf(2, 1));
    const all = Effect.all([rotate, provision, rotate, rotate], { concurrency: "unbounded" });
    const [a, , b, c] = await runtime.runPromise(all);
    expect(a.resealed + b.resealed + c.resealed).toBe(3);
    const stored = await runtime.runPromise(Effect.forEach(ids, (id) => showWallet(id)));
    const keyId = await runtime.runPromise(
      Effect.provide(SecretBox.use(({ keyId }) => keyId), boxOf(2)),
    );
    for (const { secrets } of stored) expect(secrets.signingKey.keyId).toBe(keyId);
    expect(stored[0]?.secrets.credentials.pipe(Option.map((sealed) => sealed.keyId)))
      .toEqual(Option.some(keyId));
  });

  /** Provisions so many times, each between another reading of a wallet and its writing. */
  const rotateBesideProvisioning = Effect.fnUntraced(function* (times: number) {
    const store = yield* WalletStore;
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof provisionWallet>>>();
    let left = times;
    const meddled = WalletStore.of({
      ...store,
      replaceSecrets: (change) =>
        (left-- > 0 ? Effect.orDie(provisionWallet(change.id)) : Effect.void).pipe(
          Effect.andThen(store.replaceSecrets(change)),
          Effect.provide(context),
        ),
    });
    return yield* Effect.provideService(rotateSecrets(), WalletStore, meddled);
  });

  test("never overwrites what was changed since it was read", async () => {
    const { runtime } = await setUp();
    const rotation = await runtime.runPromise(
      Effect.provide(rotateBesideProvisioning(Infinity), boxOf(2, 1)),
    );
    expect(rotation).toMatchObject({ resealed: 0, skipped: 3 });
  });

  test("reads again what was changed, and seals that", async () => {
    const { runtime } = await setUp();
    const rotation = await runtime.runPromise(
      Effect.provide(rotateBesideProvisioning(2), boxOf(2, 1)),
    );
    expect(rotation).toMatchObject({ resealed: 3, skipped: 0 });
    await runtime.runPromise(Effect.provide(provisionWallet("w1"), boxOf(2)));
  });
});
