/** The contract that every adapter of the `PaperStore` port must meet. @module */
import { beforeAll, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import {
  openPaperAccount,
  type PaperAccount,
  type PaperChange,
  passTime,
  placeOnPaper,
  withShares,
} from "../../core/paper/mod.ts";
import { paperWalletId } from "../../core/order/mod.ts";
import type { AccountStore } from "../../core/port/account_store.ts";
import { PaperStore } from "../../core/port/paper_store.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import { conditionOf } from "../condition.ts";
import { groundOf, orderIdOf, TOKEN } from "../core/paper/arbitrary_market.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { stageOwner } from "./staged_owner.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

const NOON_MS = 1_800_000_000_000;
/** More than a number of JSON has exactly. */
const RICH_E6 = 123_456_789_012_345_678n;
const ASKS = [{ priceE6: 500_000n, sizeE6: 6_000_000n }];
const BOOK = { bids: [{ priceE6: 480_000n, sizeE6: 10_000_000n }], asks: ASKS };

/** Buys six shares at once, and leaves two at rest. */
function boughtBy(account: PaperAccount, number: number): PaperChange {
  const request = {
    ...{ orderId: orderIdOf(number), tokenId: TOKEN, conditionId: conditionOf(0) },
    ...{ side: "BUY", orderType: "GTC", isPostOnly: false, expirationSec: 0 } as const,
    makerAmountE6: 4_000_000n,
    takerAmountE6: 8_000_000n,
  };
  return Result.getOrThrow(
    placeOnPaper(account, request, groundOf({ before: BOOK, after: BOOK }, NOON_MS)),
  );
}

/** Declares the contract's tests. */
export function paperStoreContract(
  world: StoreWorld<PaperStore | WalletStore | AccountStore>,
): void {
  describeStore("the store of paper wallets", world, (run) => {
    let store: PaperStore["Service"];
    beforeAll(async () => {
      store = await run(PaperStore);
    });
    const opened = async (account = openPaperAccount(RICH_E6)) => {
      const { walletId } = await run(stageOwner);
      const opening = { walletId, account, latencyMs: Option.some(80) };
      expect(await run(store.open(opening))).toBe(true);
      return { walletId, opening };
    };
    const kept = async (walletId: string) => Option.getOrThrow(await run(store.read(walletId)));

    test("a wallet is opened once, and is kept to the last digit", async () => {
      const account = withShares(openPaperAccount(RICH_E6), TOKEN, RICH_E6);
      const { walletId, opening } = await opened(account);
      expect(await run(store.open({ ...opening, latencyMs: Option.none() }))).toBe(false);
      expect(await kept(walletId)).toEqual({ account, version: 0, latencyMs: Option.some(80) });
      expect(await run(store.read(crypto.randomUUID()))).toEqual(Option.none());
    });

    test("an address may have a real wallet and one on paper, each once", async () => {
      const { add, idsOfFunder } = await run(WalletStore);
      const { accountId } = await run(stageOwner);
      const real = { wallet: newWallet(accountId), secrets: newSecrets() };
      const paper = { ...real, wallet: { ...real.wallet, id: paperWalletId(real.wallet.id) } };
      for (const each of [real, paper, real, paper]) {
        expect((await run(add(each))).wallet.id).toBe(each.wallet.id);
      }
      expect(await run(idsOfFunder(real.wallet.funder))).toEqual([real.wallet.id]);
    });

    test("a change is kept whole: what rests, was taken, and is on its way", async () => {
      const { walletId } = await opened();
      const before = (await kept(walletId)).account;
      const change = boughtBy(before, 1);
      expect(await run(store.version(walletId))).toEqual(Option.some(0));
      expect(await run(store.write({ walletId, version: 0, before, change }))).toBe(true);
      expect(await kept(walletId)).toMatchObject({ account: change.account, version: 1 });
      expect(await run(store.version(walletId))).toEqual(Option.some(1));
      const orderIds = [orderIdOf(1), orderIdOf(2)];
      expect(await run(store.orders({ walletId, orderIds }))).toEqual([...change.orders]);
      expect(await run(store.fills({ walletId, sinceMs: NOON_MS }))).toEqual([...change.fills]);
    });

    test("shares that are gone are kept no more, and others stay as they are", async () => {
      const all = withShares(withShares(openPaperAccount(RICH_E6), TOKEN, 5n), "9", 7n);
      const { walletId } = await opened(all);
      const account = withShares(withShares(all, TOKEN, -5n), "8", 3n);
      const change = { account, orders: [], fills: [] };
      expect(await run(store.write({ walletId, version: 0, before: all, change }))).toBe(true);
      expect((await kept(walletId)).account.sharesE6).toEqual(new Map([["8", 3n], ["9", 7n]]));
    });

    test("of two changes of one version, one is kept, and nothing of the other", async () => {
      const { walletId } = await opened();
      const { account } = await kept(walletId);
      const write = (number: number) =>
        store.write({
          ...{ walletId, version: 0, before: account },
          change: boughtBy(account, number),
        });
      const written = await run(Effect.all([write(1), write(2)], { concurrency: 2 }));
      expect(written.toSorted()).toEqual([false, true]);
      const orderIds = [orderIdOf(1), orderIdOf(2)];
      expect(await run(store.orders({ walletId, orderIds }))).toHaveLength(1);
      expect((await kept(walletId)).version).toBe(1);
    });

    test("fills that are not final are listed, however old; others since an instant", async () => {
      const { walletId } = await opened();
      const before = (await kept(walletId)).account;
      const bought = boughtBy(before, 1);
      await run(store.write({ walletId, version: 0, before, change: bought }));
      const listed = async (sinceMs: number) =>
        (await run(store.fills({ walletId, sinceMs }))).map(({ state }) => state);
      expect(await listed(NOON_MS + 1)).toEqual(["matched"]);
      const settled = passTime(bought.account, NOON_MS + 60_000);
      await run(
        store.write({ walletId, version: 1, before: bought.account, change: settled }),
      );
      expect(await listed(NOON_MS + 1)).toEqual([]);
      expect(await listed(NOON_MS)).toEqual([settled.fills[0]?.state ?? "matched"]);
    });
  });
}
