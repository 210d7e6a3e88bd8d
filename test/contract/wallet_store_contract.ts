/** The contract that every adapter of the `WalletStore` port must meet. @module */
import { beforeAll, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import {
  CLAIM_POLICIES,
  type Right,
  RIGHTS,
  SIGNATURE_TYPES,
  UNLIMITED,
  type Wallet,
  type WalletRights,
} from "../../core/order/mod.ts";
import { AccountStore } from "../../core/port/account_store.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import { type SealedSecrets, WalletStore } from "../../core/port/wallet_store.ts";
import { newAccount } from "./account_store_contract.ts";
import { newAddress, newBox, newSecrets, newWallet } from "./new_wallet.ts";
import { ALL_RIGHTS } from "./staged_rights.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** Declares the contract's tests for one adapter. */
export function walletStoreContract(world: StoreWorld<WalletStore | AccountStore>): void {
  describeStore("the wallet store", world, (run) => {
    let store: WalletStore["Service"];
    let accountId: string;
    let otherAccountId: string;
    const newAccountId = async () =>
      (await run(AccountStore.use(({ addAccount }) => addAccount(newAccount())))).id;
    beforeAll(async () => {
      store = await run(WalletStore);
      [accountId, otherAccountId] = [await newAccountId(), await newAccountId()];
    });

    const add = (fields: Partial<Wallet> = {}, secrets: Partial<SealedSecrets> = {}) =>
      run(store.add({ wallet: newWallet(accountId, fields), secrets: newSecrets(secrets) }));
    const find = async (id: string) => Option.getOrThrow(await run(store.find(id)));

    test("keeps a wallet and its boxes exactly", async () => {
      const text = fc.string({ unit: fc.constantFrom("a", "'", "\\", "=", "é"), minLength: 1 });
      const some = <A>(arbitrary: fc.Arbitrary<A>) =>
        fc.option(arbitrary, { nil: undefined }).map(Option.fromUndefinedOr);
      const sealed = fc.record({ keyId: text, box: text });
      const max = some(fc.bigInt({ min: 1n, max: 10n ** 18n }));
      const rights = fc.dictionary(fc.constantFrom(...RIGHTS), fc.boolean())
        .map((rights): WalletRights => new Map(Object.entries(rights) as Array<[Right, boolean]>));
      const limits = fc.record({ orderMaxE6: max, dayMaxE6: max });
      const fields = fc.record({
        signatureType: fc.constantFrom(...SIGNATURE_TYPES),
        clobApiKey: some(text),
        rights,
        limits,
        claimPolicy: fc.constantFrom(...CLAIM_POLICIES),
        createdMs: fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
      });
      const secrets = fc.record({ signingKey: sealed, credentials: some(sealed) });
      await fc.assert(
        fc.asyncProperty(fields, secrets, async (fields, secrets) => {
          const funder = newAddress();
          const stored = { wallet: newWallet(accountId, { ...fields, funder }), secrets };
          expect(await run(store.add(stored))).toEqual(stored);
          expect(await find(stored.wallet.id)).toEqual(stored);
        }),
        { numRuns: 25 },
      );
    });

    test("keeps the first wallet, and knows none by another text than its id", async () => {
      const first = await add();
      const { id, address, funder, signatureType } = first.wallet;
      expect(await add({ address, funder, signatureType, createdMs: 9 })).toEqual(first);
      expect(await add({ id })).toEqual(first);
      expect(await find(id)).toEqual(first);
      for (const other of [address, accountId, `${id} `, "", "__proto__", "\0", "%"]) {
        expect(await run(store.find(other))).toEqual(Option.none());
      }
    });

    test("prefers the id if it names one wallet and the address another", async () => {
      const [one, other] = [await add(), await add()];
      for (const [named, meant] of [[one, other], [other, one]] as const) {
        const { address, funder } = meant.wallet;
        expect(await add({ id: named.wallet.id, address, funder })).toEqual(named);
      }
    });

    test("distinguishes wallets by address, funder, signature type and account", async () => {
      const { wallet } = await add({ signatureType: 2, funder: newAddress() });
      const { address, funder, signatureType } = wallet;
      const same = { address, funder, signatureType };
      const others = [
        await add({ ...same, address: newAddress() }),
        await add({ ...same, funder: newAddress() }),
        await add({ ...same, signatureType: 1 }),
        await add({ ...same, accountId: otherAccountId }),
      ];
      expect(new Set([wallet.id, ...others.map(({ wallet: { id } }) => id)]).size).toBe(5);
      for (const other of others) expect(await find(other.wallet.id)).toEqual(other);
    });

    test("returns no wallet of another account", async () => {
      const first = await add();
      const taken = { wallet: newWallet(otherAccountId, { id: first.wallet.id }) };
      const failure = await run(Effect.flip(store.add({ ...taken, secrets: newSecrets() })));
      expect(failure).toBeInstanceOf(StoreFailed);
      expect(await find(first.wallet.id)).toEqual(first);
    });

    test("lists an account's wallets, oldest first", async () => {
      const accountId = await newAccountId();
      const ids = ["b", "c", "a"].map((letter) => `${letter}${crypto.randomUUID()}`);
      const instants = [30, 9, 30];
      for (const [at, id] of ids.entries()) {
        await add({ id, accountId, createdMs: instants[at] ?? 0 });
      }
      const found = await run(store.ofAccount(accountId));
      expect(found.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]].map(String));
      expect(found[0]).toEqual((await find(ids[1] ?? "")).wallet);
      expect(await run(store.ofAccount(crypto.randomUUID()))).toEqual([]);
    });

    test("knows all wallets whose shares are at an address, of any account", async () => {
      const [funder, other] = [newAddress(), newAddress()];
      const first = await add({ funder });
      await add({ funder: other });
      const wallet = newWallet(otherAccountId, { funder: funder.toUpperCase().replace("X", "x") });
      await run(store.add({ wallet, secrets: newSecrets() }));
      expect((await run(store.idsOfFunder(funder))).toSorted())
        .toEqual([first.wallet.id, wallet.id].toSorted());
      expect(await run(store.idsOfFunder(newAddress()))).toEqual([]);
    });

    test("knows all wallets whose signing key has an address, of any account", async () => {
      const address = newAddress();
      const [first] = [await add({ address }), await add({})];
      const wallet = newWallet(otherAccountId, { address: address.toLowerCase() });
      await run(store.add({ wallet, secrets: newSecrets() }));
      expect((await run(store.idsOfAddress(address.toUpperCase().replace("X", "x")))).toSorted())
        .toEqual([first.wallet.id, wallet.id].toSorted());
      expect(await run(store.idsOfAddress(newAddress()))).toEqual([]);
    });

    test("stores the provisioning result of this wallet only, at any time", async () => {
      const [{ wallet, secrets }, bystander] = [await add(), await add()];
      const rightsOfThen: ReadonlyArray<WalletRights> = [
        new Map([["shares:exchange", true], ["collateral:exchange", false]]),
        new Map([["collateral:exchange", true]]),
        new Map(),
      ];
      for (const rights of rightsOfThen) {
        const [clobApiKey, credentials] = [crypto.randomUUID(), newBox("another key")];
        const found = { id: wallet.id, clobApiKey, credentials, rights };
        await run(store.provision(found));
        expect(await find(wallet.id)).toEqual({
          wallet: { ...wallet, clobApiKey: Option.some(clobApiKey), rights },
          secrets: { ...secrets, credentials: Option.some(credentials) },
        });
      }
      const nobody = { id: crypto.randomUUID(), clobApiKey: "x", rights: ALL_RIGHTS };
      await run(store.provision({ ...nobody, credentials: newBox() }));
      expect(await find(bystander.wallet.id)).toEqual(bystander);
      expect(await run(store.find(nobody.id))).toEqual(Option.none());
    });

    test("sets each limit of this wallet only, and removes it again", async () => {
      const [{ wallet, secrets }, bystander] = [await add(), await add()];
      const [some, none] = [Option.some(2_500_000n), Option.none<bigint>()];
      for (
        const limits of [
          { orderMaxE6: some, dayMaxE6: none },
          { orderMaxE6: none, dayMaxE6: some },
          UNLIMITED,
        ]
      ) {
        expect(await run(store.setLimits(wallet.id, limits))).toBe(true);
        expect(await find(wallet.id)).toEqual({ wallet: { ...wallet, limits }, secrets });
      }
      expect(await run(store.setLimits(crypto.randomUUID(), UNLIMITED))).toBe(false);
      expect(await find(bystander.wallet.id)).toEqual(bystander);
    });

    test("sets the claim policy of this wallet only, and finds those that claim", async () => {
      const [late, { wallet, secrets }] = [
        await add({ createdMs: 9 }),
        await add({ createdMs: 3 }),
      ];
      const kept = await add({ createdMs: 5, claimPolicy: "auto" });
      for (const { wallet: { id } } of [late, { wallet }]) {
        expect(await run(store.setClaimPolicy(id, "auto"))).toBe(true);
      }
      expect(await find(wallet.id)).toEqual({
        wallet: { ...wallet, claimPolicy: "auto" },
        secrets,
      });
      const claiming = async () =>
        (await run(store.claimingAutomatically)).map(({ id }) => id)
          .filter((id) => [late, { wallet }, kept].some(({ wallet }) => wallet.id === id));
      expect(await claiming()).toEqual([wallet, kept.wallet, late.wallet].map(({ id }) => id));
      expect(await run(store.setClaimPolicy(kept.wallet.id, "off"))).toBe(true);
      expect(await claiming()).toEqual([wallet.id, late.wallet.id]);
      expect(await run(store.setClaimPolicy(crypto.randomUUID(), "auto"))).toBe(false);
      await run(Effect.forEach([wallet, late.wallet], ({ id }) => store.setClaimPolicy(id, "off")));
    });

    test("finds secrets that are not sealed under a key, even one of two", async () => {
      const keyId = crypto.randomUUID();
      const under = newBox(keyId);
      const credentials = Option.some(under);
      await add({}, { signingKey: under });
      await add({}, { signingKey: under, credentials });
      const others = [
        await add({ createdMs: 3 }, { credentials }),
        await add({ createdMs: 1 }, { signingKey: under, credentials: Option.some(newBox()) }),
        await add({ createdMs: 2 }),
      ];
      const found = await run(store.notSealedUnder(keyId));
      const ours = found.filter(({ wallet: { id } }) =>
        others.some(({ wallet }) => wallet.id === id)
      );
      expect(ours).toEqual([1, 2, 0].flatMap((at) => others[at] ?? []));
      // Of those with a signing key under it, only the one with other credentials.
      const half = found.filter(({ secrets }) => secrets.signingKey.keyId === keyId);
      expect(half).toEqual(others.slice(1, 2));
    });

    test("replaces secrets only if they are as they were read", async () => {
      const [{ wallet, secrets }, bystander] = [await add(), await add()];
      const change = (from: SealedSecrets, to: SealedSecrets) =>
        run(store.replaceSecrets({ id: wallet.id, from, to }));
      const [one, both] = [newSecrets(), newSecrets({ credentials: Option.some(newBox()) })];
      expect(await change(secrets, both)).toBe(true);
      const { signingKey, credentials } = both;
      const outdated = [
        secrets,
        { signingKey, credentials: Option.none() },
        { signingKey, credentials: Option.some(newBox()) },
        { signingKey: newBox(), credentials },
        { signingKey: { ...signingKey, keyId: "another" }, credentials },
        { signingKey, credentials: Option.map(credentials, (it) => ({ ...it, keyId: "another" })) },
      ];
      for (const from of outdated) expect(await change(from, one)).toBe(false);
      expect(await find(wallet.id)).toEqual({ wallet, secrets: both });
      expect(await change(both, one)).toBe(true);
      expect(await find(wallet.id)).toEqual({ wallet, secrets: one });
      expect(await find(bystander.wallet.id)).toEqual(bystander);
      const missing = { id: crypto.randomUUID(), from: one, to: both };
      expect(await run(store.replaceSecrets(missing))).toBe(false);
    });

    test("returns no venue API key whose secret is gone", async () => {
      const { wallet, secrets } = await add({ rights: ALL_RIGHTS });
      const [clobApiKey, credentials] = [crypto.randomUUID(), newBox()];
      await run(
        store.provision({ id: wallet.id, clobApiKey, credentials, rights: ALL_RIGHTS }),
      );
      const read = { ...secrets, credentials: Option.some(credentials) };
      const other = newSecrets({ credentials: Option.some(newBox()) });
      expect(await run(store.replaceSecrets({ id: wallet.id, from: read, to: other }))).toBe(true);
      const known = { ...wallet, clobApiKey: Option.some(clobApiKey) };
      expect(await find(wallet.id)).toEqual({ wallet: known, secrets: other });
      expect(await run(store.replaceSecrets({ id: wallet.id, from: other, to: secrets }))).toBe(
        true,
      );
      expect(await find(wallet.id)).toEqual({ wallet, secrets });
    });

    test("lets one of many concurrent readers replace the secrets", async () => {
      const { wallet, secrets } = await add();
      const changes = Array.from({ length: 8 }, () => newSecrets());
      const won = await run(Effect.forEach(
        changes,
        (to) => store.replaceSecrets({ id: wallet.id, from: secrets, to }),
        { concurrency: "unbounded" },
      ));
      expect(won.filter((isDone) => isDone).length).toBe(1);
      expect((await find(wallet.id)).secrets).toEqual(changes[won.indexOf(true)] ?? secrets);
    });

    test("returns the same to all concurrent adds", async () => {
      for (let round = 0; round < 2; round++) {
        const first = { wallet: newWallet(accountId), secrets: newSecrets() };
        const rivals = Array.from({ length: 8 }, () => ({
          wallet: { ...first.wallet, id: crypto.randomUUID() },
          secrets: newSecrets(),
        }));
        const stored = await run(Effect.forEach(
          [first, ...rivals, first, first],
          store.add,
          { concurrency: "unbounded" },
        ));
        const [winner] = stored;
        for (const each of stored) expect(each).toEqual(winner ?? first);
        const found = await run(store.ofAccount(accountId));
        const ours = found.filter(({ address }) => address === first.wallet.address);
        expect(ours.length).toBe(1);
      }
    });
  });
}
