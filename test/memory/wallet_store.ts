/**
 * Trading wallets in memory: for tests, and the reference implementation of the port.
 *
 * It has no accounts, so it accepts wallets of accounts that are not stored.
 *
 * @module
 */
import { Effect, Equal, Layer, Option } from "effect";
import { isPaperWallet, type Wallet } from "../../core/order/mod.ts";
import type { Sealed } from "../../core/port/secret_box.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import {
  type SealedSecrets,
  type StoredWallet,
  WalletStore,
} from "../../core/port/wallet_store.ts";

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryWalletStore: Layer.Layer<WalletStore> = Layer.sync(WalletStore, () => {
  const stored = new Map<string, StoredWallet>();
  const storedWhere = (matches: (stored: StoredWallet) => boolean) =>
    [...stored.values()].filter(matches).sort(({ wallet: a }, { wallet: b }) =>
      a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)
    );
  return WalletStore.of({
    add: (added) =>
      Effect.suspend(() => {
        const known = stored.get(added.wallet.id) ??
          storedWhere(({ wallet }) => isSame(wallet, added.wallet))[0];
        if (known === undefined) stored.set(added.wallet.id, added);
        if (known === undefined || known.wallet.accountId === added.wallet.accountId) {
          return Effect.succeed(known ?? added);
        }
        const cause = new Error("its id is of another account's wallet");
        return Effect.fail(new StoreFailed({ operation: "store a wallet", cause }));
      }),
    find: (id) => Effect.sync(() => Option.fromUndefinedOr(stored.get(id))),
    ofAccount: (accountId) =>
      Effect.sync(() =>
        storedWhere(({ wallet }) => wallet.accountId === accountId).map(({ wallet }) => wallet)
      ),
    idsOfFunder: (funder) =>
      Effect.sync(() =>
        storedWhere(({ wallet }) =>
          wallet.funder.toLowerCase() === funder.toLowerCase() && !isPaperWallet(wallet.id)
        )
          .map(({ wallet }) => wallet.id)
      ),
    idsOfAddress: (address) =>
      Effect.sync(() =>
        storedWhere(({ wallet }) => wallet.address.toLowerCase() === address.toLowerCase())
          .map(({ wallet }) => wallet.id)
      ),
    provision: ({ id, clobApiKey, credentials, rights }) =>
      Effect.sync(() => {
        const found = stored.get(id);
        if (found === undefined) return;
        stored.set(id, {
          wallet: { ...found.wallet, clobApiKey: Option.some(clobApiKey), rights },
          secrets: { ...found.secrets, credentials: Option.some(credentials) },
        });
      }),
    setLimits: (id, limits) =>
      Effect.sync(() => {
        const found = stored.get(id);
        if (found === undefined) return false;
        stored.set(id, { ...found, wallet: { ...found.wallet, limits } });
        return true;
      }),
    setClaimPolicy: (id, claimPolicy) =>
      Effect.sync(() => {
        const found = stored.get(id);
        if (found !== undefined) {
          stored.set(id, { ...found, wallet: { ...found.wallet, claimPolicy } });
        }
        return found !== undefined;
      }),
    claimingAutomatically: Effect.sync(() =>
      storedWhere(({ wallet }) => wallet.claimPolicy === "auto").map(({ wallet }) => wallet)
    ),
    notSealedUnder: (keyId) =>
      Effect.sync(() =>
        storedWhere(({ secrets }) => boxesOf(secrets).some((sealed) => sealed.keyId !== keyId))
      ),
    replaceSecrets: ({ id, from, to }) =>
      Effect.sync(() => {
        const found = stored.get(id);
        if (found === undefined || !Equal.equals(boxesOf(found.secrets), boxesOf(from))) {
          return false;
        }
        const clobApiKey = Option.isSome(to.credentials) ? found.wallet.clobApiKey : Option.none();
        stored.set(id, { wallet: { ...found.wallet, clobApiKey }, secrets: to });
        return true;
      }),
  });
});

/** Returns the sealed boxes; the first is always the signing key's. */
function boxesOf({ signingKey, credentials }: SealedSecrets): ReadonlyArray<Sealed> {
  return [signingKey, ...Option.toArray(credentials)];
}

function isSame(a: Wallet, b: Wallet): boolean {
  return a.accountId === b.accountId && a.address === b.address && a.funder === b.funder &&
    a.signatureType === b.signatureType && isPaperWallet(a.id) === isPaperWallet(b.id);
}
