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
const trade = (fields: Partial<IndexedActivity> = {}): IndexedActivity => ({
  kind: "trade",
  type: "TRADE",
  atMs: 1_767_268_800_000,
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
  atMs: 1_767_268_799_000,
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
    const note = (walletId: string, activity: ReadonlyArray<IndexedActivity>, asOfMs: number) =>
      run(store.noteActivity({ walletId, activity, asOfMs }));

    test("what a wallet did is kept whole, oldest first, and of it alone", async () => {
      const id = await wallet();
      expect(await run(store.activityOf(id))).toEqual({ activity: [], asOfMs: Option.none() });
      expect(await run(store.listedMsOf(id))).toEqual(Option.none());
      await note(id, [trade(), REWARD], 7_000);
      expect(await run(store.activityOf(id)))
        .toEqual({ activity: [REWARD, trade()], asOfMs: some(7_000) });
      expect((await run(store.activityOf(await wallet()))).activity).toEqual([]);
    });

    test("what is read again is kept once, and like rows as often as one reading has", async () => {
      const id = await wallet();
      await note(id, [trade(), trade()], 7_000);
      await note(id, [trade({ sharesE6: some(1n) }), trade(), trade()], 9_000);
      await note(id, [trade()], 8_000);
      const { activity, asOfMs } = await run(store.activityOf(id));
      expect(activity.map(({ sharesE6 }) => Option.getOrThrow(sharesE6)).toSorted())
        .toEqual([12_345_678n, 12_345_678n, 1n].toSorted());
      expect(asOfMs).toEqual(some(9_000));
      expect(await run(store.listedMsOf(id))).toEqual(some(9_000));
    });

    test("a row stays one when the index knows more of its token, and of another not", async () => {
      const id = await wallet();
      await note(id, [trade({ conditionId: Option.none(), outcomeIndex: Option.none() })], 7_000);
      await note(id, [trade()], 8_000);
      expect((await run(store.activityOf(id))).activity).toHaveLength(1);
      const split = { tokenId: Option.none(), side: Option.none(), kind: "split" as const };
      await note(id, [trade(split)], 9_000);
      await note(id, [trade({ ...split, conditionId: some(conditionOf(2)) }), trade(split)], 9_000);
      expect((await run(store.activityOf(id))).activity).toHaveLength(3);
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
