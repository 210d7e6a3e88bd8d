/**
 * Caches wallets for a few seconds, so that frequent traders do not cost a lookup per order.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { BoundedMap } from "../../core/bounded_map.ts";
import { type StoredWallet, WalletStore } from "../../core/port/wallet_store.ts";
import { type MachineClock, MachineTime } from "../../core/use_case/time/mod.ts";

/**
 * How long a wallet stays cached, in machine milliseconds: as long as an API key. Changes through
 * this process take effect immediately.
 */
export const WALLET_KNOWN_MS = 9_000;
/** The maximum number of cached wallets. */
const WALLETS_MAX = 10_000;

interface Known {
  readonly stored: StoredWallet;
  readonly askedMs: number;
}

/** Puts the cache in front of the store. Unknown wallets are not cached. */
export const layerWalletCache: Layer.Layer<WalletStore, never, WalletStore> = Layer.effect(
  WalletStore,
  Effect.gen(function* () {
    return rememberWallets(yield* WalletStore, yield* MachineTime);
  }),
);

/** Wraps the store with a cache. */
export function rememberWallets(
  store: WalletStore["Service"],
  { nowMs }: Pick<MachineClock, "nowMs">,
): WalletStore["Service"] {
  const known = new BoundedMap<string, Known>(WALLETS_MAX);
  /** Counts changes, so that an answer from before a change is not cached after it. */
  let changes = 0;
  const changing = <A, E>(id: string, change: Effect.Effect<A, E>) =>
    Effect.ensuring(
      change,
      Effect.sync(() => {
        changes += 1;
        known.delete(id);
      }),
    );
  const ask = Effect.fnUntraced(function* (id: string) {
    const [askedMs, changesBefore] = [yield* nowMs, changes];
    const found = yield* store.find(id);
    if (Option.isSome(found) && changes === changesBefore) {
      known.setNewest(id, { stored: found.value, askedMs });
    }
    return found;
  });
  return WalletStore.of({
    ...store,
    find: (id) =>
      Effect.flatMap(nowMs, (atMs) => {
        const found = known.get(id);
        return found !== undefined && atMs - found.askedMs < WALLET_KNOWN_MS
          ? Effect.succeed(Option.some(found.stored))
          : ask(id);
      }),
    add: (wallet) => changing(wallet.wallet.id, store.add(wallet)),
    provision: (found) => changing(found.id, store.provision(found)),
    setLimits: (id, limits) => changing(id, store.setLimits(id, limits)),
    setClaimPolicy: (id, policy) => changing(id, store.setClaimPolicy(id, policy)),
    replaceSecrets: (change) => changing(change.id, store.replaceSecrets(change)),
  });
}
