/**
 * The account's wallets, and the last orders of all of them, for pages that are open to everyone.
 *
 * @module
 */
import type { SentOrder, TradingWallet } from "../../client/typescript/mod.ts";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { session } from "../service/session.ts";
import { askHistory } from "./order_request.ts";
import { askAccount } from "./wallet_request.ts";

const WALLETS_EVERY_MS = 60_000;
const ORDERS_EVERY_MS = 15_000;

/** What is loaded; nothing is, while nobody is signed in. */
export interface Own {
  readonly wallets: Loaded<ReadonlyArray<TradingWallet>>;
  readonly sent: Loaded<ReadonlyArray<SentOrder>>;
}

/** Loads both. */
export function useOwnOrders(): Own {
  const id = session.value?.id;
  const wallets = useLoaded(
    async (signal) => id === undefined ? [] : (await askAccount(signal)).wallets,
    { by: [id], everyMs: WALLETS_EVERY_MS },
  );
  const walletIds = wallets.value?.map((wallet) => wallet.id) ?? [];
  const sent = useLoaded(
    async (signal) => {
      const histories = await Promise.all(
        walletIds.map((walletId) => askHistory({ walletId, pages: 1, signal, state: "" })),
      );
      return histories.flatMap(({ items }) => items);
    },
    { by: [walletIds.join()], everyMs: ORDERS_EVERY_MS },
  );
  return { wallets, sent };
}
