/** Paper wallets in memory: the reference implementation of the port. @module */
import { Effect, Layer, Option } from "effect";
import { isFinalFill } from "../../core/order/mod.ts";
import type { PaperFill, PaperOrder } from "../../core/paper/mod.ts";
import { type KeptPaper, PaperStore } from "../../core/port/paper_store.ts";

/** A wallet with all of its orders and fills. */
interface Kept {
  kept: KeptPaper;
  readonly orders: Map<string, PaperOrder>;
  readonly fills: Map<string, PaperFill>;
}

/** Provides the store. */
export const layerMemoryPaperStore: Layer.Layer<PaperStore> = Layer.sync(PaperStore, () => {
  const wallets = new Map<string, Kept>();
  return PaperStore.of({
    isShared: false,
    open: ({ walletId, ...opened }) =>
      Effect.sync(() => {
        if (wallets.has(walletId)) return false;
        const kept = { ...opened, version: 0 };
        wallets.set(walletId, { kept, orders: new Map(), fills: new Map() });
        return true;
      }),
    read: (walletId) => Effect.sync(() => Option.fromUndefinedOr(wallets.get(walletId)?.kept)),
    version: (walletId) =>
      Effect.sync(() => Option.fromUndefinedOr(wallets.get(walletId)?.kept.version)),
    write: ({ walletId, version, change: { account, orders, fills } }) =>
      Effect.sync(() => {
        const wallet = wallets.get(walletId);
        if (wallet?.kept.version !== version) return false;
        wallet.kept = { ...wallet.kept, account, version: version + 1 };
        for (const order of orders) wallet.orders.set(order.orderId, order);
        for (const fill of fills) wallet.fills.set(fill.tradeId, fill);
        return true;
      }),
    orders: ({ walletId, orderIds }) =>
      Effect.sync(() => orderIds.flatMap((id) => wallets.get(walletId)?.orders.get(id) ?? [])),
    fills: ({ walletId, sinceMs }) =>
      Effect.sync(() =>
        [...wallets.get(walletId)?.fills.values() ?? []]
          .filter(({ matchedMs, state }) => matchedMs >= sinceMs || !isFinalFill(state))
      ),
  });
});
