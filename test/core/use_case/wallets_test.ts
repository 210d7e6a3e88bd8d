import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import { missingOf } from "../../../core/order/mod.ts";
import { SecretBox, secretPlace, WalletStore } from "../../../core/port/mod.ts";
import {
  importWallet,
  listWallets,
  openAccount,
  provisionWallet,
  rotateSecrets,
  showWallet,
} from "../../../core/use_case/mod.ts";
import { boxOf, CREDENTIALS, keyOf, sealKey, STANDING, walletWorld } from "./wallet_world.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CONTRACT = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

const order = Effect.fnUntraced(function* (id: string, signingKey = keyOf(7)) {
  return {
    id,
    email: "a@b.c",
    address: ADDRESS,
    signatureType: 0 as const,
    funder: Option.none<string>(),
    signingKey: yield* sealKey(id, signingKey),
  };
});

/** Opens the account and imports wallets with these ids, each with a contract of its own. */
const importAll = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  yield* openAccount({ id: "1", email: "a@b.c" });
  for (const [i, id] of ids.entries()) {
    const funder = Option.some(CONTRACT.slice(0, -1) + String(i));
    yield* importWallet({ ...(yield* order(id)), signatureType: 1, funder });
  }
});

describe("importing a wallet", () => {
  test("gives it the key's own address as funder, and nothing that it does not have", async () => {
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
        areAllowancesReady: false,
      });
      expect((yield* listWallets("a@b.c")).wallets).toEqual([stored.wallet]);
    }));
  });

  test("twice gives the stored one, and its box stays", async () => {
    const { runtime } = walletWorld();
    await runtime.runPromise(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      const first = yield* importWallet(yield* order("w1"));
      const second = yield* importWallet(yield* order("w2"));
      expect(second.isNew).toBe(false);
      expect(second.stored).toEqual(first.stored);
    }));
  });

  test("under the id it has is no other, and is sealed anew when its box is lost", async () => {
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

  test("again puts its signing key in the place of one that does not open any more", async () => {
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
    expect([isResealed, missingOf(stored.wallet)]).toEqual([true, ["clob_api_key"]]);
    expect(await runtime.runPromise(showWallet("w1"))).toEqual(stored);
    expect(await lost(again)).toMatchObject({ isNew: false, isResealed: false });
    await runtime.runPromise(Effect.provide(provisionWallet("w1"), boxOf(2)));
    expect(venue.lent.at(-1)?.copy).toEqual(keyOf(7));
    const { keyId } = (await runtime.runPromise(showWallet("w1"))).secrets.signingKey;
    const { wallets } = await runtime.runPromise(listWallets("a@b.c"));
    expect(wallets.map(({ id }) => id)).toEqual(["w1"]);
    const rotation = await runtime.runPromise(Effect.provide(rotateSecrets(), boxOf(2)));
    expect(rotation).toEqual({ keyId, resealed: 0, passedOver: 0, unreadable: [] });
  });

  test("refuses what would be of no use later", async () => {
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

describe("provisioning a wallet", () => {
  const setUp = async () => {
    const world = walletWorld();
    await world.runtime.runPromise(importAll(["w1"]));
    return world;
  };

  test("keeps the venue's key, sealed, and says how the wallet stands", async () => {
    const { runtime, venue } = await setUp();
    const found = await runtime.runPromise(
      Effect.provide(
        Effect.andThen(TestClock.setTime(Date.UTC(2026, 10, 5, 12, 34)), provisionWallet("w1")),
        TestClock.layer(),
      ),
    );
    expect(found.standing).toEqual(STANDING);
    expect(found.wallet).toMatchObject({
      clobApiKey: Option.some(CREDENTIALS.apiKey),
      areAllowancesReady: true,
    });
    expect([venue.slugs, venue.tokenIds]).toEqual([["btc-1h-2026-11-05-1200"], ["111"]]);
    const { secrets } = await runtime.runPromise(showWallet("w1"));
    const opened = await runtime.runPromise(SecretBox.use((box) =>
      box.open(
        Option.getOrThrow(secrets.credentials),
        secretPlace("w1", "credentials"),
        (bytes) => Effect.succeed(new TextDecoder().decode(bytes)),
      )
    ));
    const { secret, passphrase } = CREDENTIALS;
    expect(JSON.parse(opened)).toEqual({ secret, passphrase });
  });

  test("lends the signing key for no longer than the question", async () => {
    const { runtime, venue } = await setUp();
    await runtime.runPromise(provisionWallet("w1"));
    expect(venue.lent).toEqual([{ copy: keyOf(7), bytes: keyOf(0) }]);
  });

  test("is not ready while one approval is missing, or where the venue names none", async () => {
    const { runtime, venue } = await setUp();
    const [first, ...others] = STANDING.approvals;
    if (first === undefined) throw new Error("no approvals");
    for (const approvals of [[], [{ ...first, isGiven: false }, ...others]]) {
      venue.standing = { ...STANDING, approvals };
      const { wallet } = await runtime.runPromise(provisionWallet("w1"));
      expect(wallet.areAllowancesReady).toBe(false);
      expect(wallet.clobApiKey).toEqual(Option.some(CREDENTIALS.apiKey));
    }
  });

  test("claims nothing that the venue does not say, and keeps what it said", async () => {
    const { runtime, venue } = await setUp();
    const fail = () => runtime.runPromise(Effect.flip(provisionWallet("w1")));
    const stored = async () => (await runtime.runPromise(showWallet("w1"))).wallet;
    const before = await stored();

    venue.credentials = "refused";
    expect((await fail()).message).toContain("address banned");
    venue.credentials = "unreachable";
    expect((await fail())._tag).toBe("ProviderFailed");
    expect(await stored()).toEqual(before);

    venue.credentials = "given";
    venue.standing = "unreachable";
    const withKey = { ...before, clobApiKey: Option.some(CREDENTIALS.apiKey) };
    expect((await fail())._tag).toBe("ProviderFailed");
    expect(await stored()).toEqual(withKey);
    for (const catalog of ["unlisted", "undeployed"] as const) {
      venue.catalog = catalog;
      expect((await fail())._tag).toBe("NotListed");
      expect(await stored()).toEqual(withKey);
    }

    venue.catalog = "listed";
    venue.standing = STANDING;
    await runtime.runPromise(provisionWallet("w1"));
    venue.standing = "unreachable";
    await fail();
    expect((await stored()).areAllowancesReady).toBe(true);
  });

  test("needs a wallet, and its signing key", async () => {
    const { runtime } = await setUp();
    const missing = await runtime.runPromise(Effect.flip(provisionWallet("w9")));
    expect(missing.message).toBe('Cannot find the wallet "w9"');
    const unreadable = await runtime.runPromise(
      Effect.flip(Effect.provide(provisionWallet("w1"), boxOf(2))),
    );
    expect(unreadable).toMatchObject({ _tag: "SecretUnreadable", reason: "other_key" });
  });
});

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
    expect(await runtime.runPromise(rotate)).toMatchObject({ resealed: 0, passedOver: 0 });
    const later = Effect.forEach(ids, (id) => provisionWallet(id));
    await runtime.runPromise(Effect.provide(later, boxOf(2)));
    expect(venue.lent.slice(-3).map(({ copy }) => copy)).toEqual(Array(3).fill(keyOf(7)));
    const { secrets } = await runtime.runPromise(showWallet("w2"));
    const credentials = Option.getOrThrow(secrets.credentials);
    expect(credentials.keyId).toBe(secrets.signingKey.keyId);
  });

  test("leaves alone what does not open, and goes on", async () => {
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

  test("beside another rotation and beside provisioning loses nothing", async () => {
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
    expect(rotation).toMatchObject({ resealed: 0, passedOver: 3 });
  });

  test("reads again what was changed, and seals that", async () => {
    const { runtime } = await setUp();
    const rotation = await runtime.runPromise(
      Effect.provide(rotateBesideProvisioning(2), boxOf(2, 1)),
    );
    expect(rotation).toMatchObject({ resealed: 3, passedOver: 0 });
    await runtime.runPromise(Effect.provide(provisionWallet("w1"), boxOf(2)));
  });
});
