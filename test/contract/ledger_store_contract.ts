/** The contract that every adapter of the `LedgerStore` port must meet. @module */
import { beforeAll, expect, test } from "bun:test";
import { Option } from "effect";
import type { AccountStore } from "../../core/port/account_store.ts";
import { LedgerStore } from "../../core/port/ledger_store.ts";
import type { IndexedActivity } from "../../core/port/wallet_index.ts";
import type { WalletStore } from "../../core/port/wallet_store.ts";
import { conditionOf } from "../condition.ts";
import { stageOwner } from "./staged_owner.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

const some = Option.some;
const NOON_MS = 1_767_268_800_000;
const trade = (fields: Partial<IndexedActivity> = {}): IndexedActivity => ({
  kind: "trade",
  type: "TRADE",
  atMs: NOON_MS,
  tx: some(`0x${"ab".repeat(32)}`),
  conditionId: some(conditionOf(1)),
  tokenId: some("11"),
  outcomeIndex: some(0),
  side: some("SELL"),
  sharesE6: some(12_345_678n),
  usdcE6: some(4_000_000n),
  ...fields,
});
const REWARD: IndexedActivity = {
  kind: "other",
  type: "MAKER_REBATE",
  atMs: NOON_MS - 1_000,
  tx: Option.none(),
  conditionId: Option.none(),
  tokenId: Option.none(),
  outcomeIndex: Option.none(),
  side: Option.none(),
  sharesE6: Option.none(),
  usdcE6: some(0n),
};

/** Declares the contract's tests. */
export function ledgerStoreContract(
  world: StoreWorld<LedgerStore | WalletStore | AccountStore>,
): void {
  describeStore("the ledger store", world, (run) => {
    let store: LedgerStore["Service"];
    beforeAll(async () => {
      store = await run(LedgerStore);
    });
    const wallet = async () => (await run(stageOwner)).walletId;
    /** Notes a reading from a second before noon on. */
    const note = (walletId: string, activity: ReadonlyArray<IndexedActivity>, asOfMs: number) =>
      run(store.noteActivity({ walletId, activity, fromMs: REWARD.atMs, asOfMs }));
    const listing = (walletId: string) => run(store.listingOf(walletId));
    const kept = async (walletId: string) => (await run(store.activityOf(walletId))).activity;

    test("what a wallet did is kept whole, oldest first, and of it alone", async () => {
      const id = await wallet();
      expect(await run(store.activityOf(id))).toEqual({ activity: [], asOfMs: Option.none() });
      expect(await listing(id)).toEqual({ asOfMs: Option.none(), version: 0 });
      await note(id, [trade(), REWARD], NOON_MS);
      expect(await run(store.activityOf(id)))
        .toEqual({ activity: [REWARD, trade()], asOfMs: some(NOON_MS) });
      expect(await kept(await wallet())).toEqual([]);
    });

    test("what is read again is kept once, and like rows as often as one reading has", async () => {
      const id = await wallet();
      await note(id, [trade(), trade()], NOON_MS);
      const other = trade({ tx: some("0xcd") });
      await note(id, [other, trade(), trade()], NOON_MS + 2);
      expect(await kept(id)).toHaveLength(3);
      const { version } = await listing(id);
      await note(id, [trade(), trade(), other], NOON_MS + 4);
      expect(await listing(id)).toEqual({ asOfMs: some(NOON_MS + 4), version });
    });

    test("what the index revises of a transaction counts as it was read last", async () => {
      const id = await wallet();
      const unknown = { conditionId: Option.none(), tokenId: Option.none(), usdcE6: Option.none() };
      const other = trade({ tx: some("0xcd") });
      await note(id, [trade(unknown), trade({ atMs: NOON_MS + 1_000 }), other], NOON_MS);
      const { version } = await listing(id);
      await note(id, [trade()], NOON_MS + 2);
      // What it does not list now is not revised.
      expect(await kept(id)).toEqual(expect.arrayContaining([trade(), other]));
      expect(await kept(id)).toHaveLength(2);
      const revised = await listing(id);
      expect(revised.version).toBeGreaterThan(version);
      // An older reading, which comes later, says nothing of what is known better.
      const late = trade({ tx: some("0xef") });
      await note(id, [trade(unknown), late], NOON_MS + 1);
      expect(await kept(id)).toHaveLength(3);
      expect(await kept(id)).toEqual(expect.arrayContaining([trade(), other, late]));
      expect((await listing(id)).asOfMs).toEqual(some(NOON_MS + 2));
      // What was replaced counts again when the index lists it again.
      await note(id, [trade(unknown)], NOON_MS + 3);
      expect(await kept(id)).toContainEqual(trade(unknown));
    });

    test("a row without a transaction counts while its second is listed with it", async () => {
      const id = await wallet();
      const none = { tx: Option.none() };
      const [before, after] = [{ atMs: NOON_MS - 2_000 }, { atMs: NOON_MS + 9_000 }];
      const outside = [trade({ ...none, ...before }), trade({ ...none, ...after })];
      await note(id, [trade(none), ...outside], NOON_MS);
      await note(id, [trade()], NOON_MS);
      expect((await kept(id)).toSorted((a, b) => a.atMs - b.atMs))
        .toEqual([outside[0], trade(), outside[1]].flatMap((row) => row ?? []));
    });

    test("readings of a wallet at once are kept one after the other", async () => {
      const id = await wallet();
      const readings = Array.from({ length: 8 }, (_, at) => trade({ sharesE6: some(BigInt(at)) }));
      await Promise.all(readings.map((row, at) => note(id, [row], NOON_MS + at)));
      expect(await kept(id)).toEqual(readings.slice(-1));
    });

    test("resolutions are kept, and the first one of a condition stays", async () => {
      const [won, tied, open] = [conditionOf(71), conditionOf(72), conditionOf(73)];
      const resolution = { conditionId: won, payoutsE6: [1_000_000n, 0n], resolvedMs: 5 };
      const tie = { conditionId: tied, payoutsE6: [500_000n, 500_000n], resolvedMs: 6 };
      await run(store.noteResolutions([resolution, tie]));
      await run(store.noteResolutions([{ ...resolution, payoutsE6: [0n, 1_000_000n] }]));
      await run(store.noteResolutions([]));
      expect(await run(store.resolutionsOf([won, open]))).toEqual([resolution]);
      expect(await run(store.resolutionsOf([]))).toEqual([]);
    });
  });
}
