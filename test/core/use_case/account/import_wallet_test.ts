import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { missingOf, UNLIMITED } from "../../../../core/order/mod.ts";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import {
  importWallet,
  listWallets,
  openAccount,
  provisionWallet,
  rotateSecrets,
  showWallet,
} from "../../../../core/use_case/account/mod.ts";
import {
  ADDRESS,
  boxOf,
  CONTRACT,
  importAll,
  keyOf,
  order,
  sealKey,
  walletWorld,
} from "../../../stage/wallet_world.ts";

describe("importing a wallet", () => {
  test("sets the key's own address as funder, and nothing that it does not have", async () => {
    const { runtime } = walletWorld();
    await runtime.runPromise(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      const { stored, isNew } = yield* importWallet(yield* order("w1"));
      expect(isNew).toBe(true);
      expect(stored.wallet).toMatchObject({
        id: "w1",
        accountId: "1",
        funder: ADDRESS,
        clobApiKey: Option.none(),
        rights: new Map(),
      });
      expect((yield* listWallets("a@b.c")).wallets).toEqual([stored.wallet]);
    }));
  });

  test("limits it, unless it is told other limits, and a stored one stays as it is", async () => {
    const { runtime } = walletWorld();
    const limitsOf = Effect.fnUntraced(function* (change: object) {
      return (yield* importWallet({ ...(yield* order("w1")), ...change })).stored.wallet.limits;
    });
    await runtime.runPromise(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      expect(yield* limitsOf({ limits: UNLIMITED })).toEqual(UNLIMITED);
      expect(yield* limitsOf({})).toEqual(UNLIMITED);
      const contract = { signatureType: 1, funder: Option.some(CONTRACT) };
      const own = yield* sealKey("w2", keyOf(7));
      expect(yield* limitsOf({ id: "w2", signingKey: own, ...contract }))
        .toEqual({ orderMaxE6: Option.some(50_000_000n), dayMaxE6: Option.some(200_000_000n) });
    }));
  });

  test("under its own id is the same wallet, and is resealed when its box is lost", async () => {
    const { runtime } = walletWorld();
    const imported = Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      return yield* importWallet(yield* order("w1"));
    });
    expect(await runtime.runPromise(imported)).toMatchObject({ isNew: true, isResealed: false });
    expect(await runtime.runPromise(imported)).toMatchObject({ isNew: false, isResealed: false });
    expect(await runtime.runPromise(Effect.provide(imported, boxOf(2))))
      .toMatchObject({ isNew: false, isResealed: true });
  });

  test("again replaces a signing key that no longer opens", async () => {
    const { runtime, venue } = walletWorld();
    await runtime.runPromise(importAll(["w1"]));
    expect(missingOf((await runtime.runPromise(provisionWallet("w1"))).wallet)).toEqual([]);
    const again = Effect.gen(function* () {
      const funder = Option.some(`${CONTRACT.slice(0, -1)}0`);
      return yield* importWallet({ ...(yield* order("w2")), signatureType: 1, funder });
    });
    expect(await runtime.runPromise(again)).toMatchObject({ isNew: false, isResealed: false });
    const lost = (program: typeof again) => runtime.runPromise(Effect.provide(program, boxOf(2)));
    const { stored, isResealed } = await lost(again);
    // What the venue gave was sealed under the lost key as well.
    expect([isResealed, missingOf(stored.wallet)]).toEqual([true, ["clobApiKey"]]);
    expect(await runtime.runPromise(showWallet("w1"))).toEqual(stored);
    expect(await lost(again)).toMatchObject({ isNew: false, isResealed: false });
    await runtime.runPromise(Effect.provide(provisionWallet("w1"), boxOf(2)));
    expect(venue.lent.at(-1)?.copy).toEqual(keyOf(7));
    const { keyId } = (await runtime.runPromise(showWallet("w1"))).secrets.signingKey;
    const { wallets } = await runtime.runPromise(listWallets("a@b.c"));
    expect(wallets.map(({ id }) => id)).toEqual(["w1"]);
    const rotation = await runtime.runPromise(Effect.provide(rotateSecrets(), boxOf(2)));
    expect(rotation).toEqual({ keyId, resealed: 0, skipped: 0, unreadable: [] });
  });

  test("refuses what could not be used later", async () => {
    const { runtime } = walletWorld();
    await runtime.runPromise(Effect.gen(function* () {
      const failure = Effect.fnUntraced(function* (change: object) {
        return yield* Effect.flip(importWallet({ ...(yield* order("w1")), ...change }));
      });
      expect((yield* failure({}))._tag).toBe("AccountMissing");
      yield* openAccount({ id: "1", email: "a@b.c" });
      expect((yield* failure({ signatureType: 2 }))._tag).toBe("RequestRejected");
      const foreign = yield* Effect.provide(sealKey("w1", keyOf(7)), boxOf(2));
      expect(yield* failure({ signingKey: foreign })).toMatchObject({
        _tag: "SealForeign",
        keyId: foreign.keyId,
        ownKeyId: yield* SecretBox.use(({ keyId }) => keyId),
      });
      const elsewhere = yield* sealKey("w2", keyOf(7));
      expect(yield* failure({ signingKey: elsewhere })).toMatchObject({ reason: "damaged" });
      const short = yield* sealKey("w1", keyOf(7).subarray(1));
      expect(yield* failure({ signingKey: short })).toMatchObject({ reason: "damaged" });
      expect((yield* listWallets("a@b.c")).wallets).toEqual([]);
    }));
  });
});
