/** The contract that every adapter of the `GuardStore` port must meet. @module */
import { beforeAll, expect, test } from "bun:test";
import { Option } from "effect";
import type { AccountStore } from "../../core/port/account_store.ts";
import { GuardStore } from "../../core/port/guard_store.ts";
import type { WalletStore } from "../../core/port/wallet_store.ts";
import { stageOwner } from "./staged_owner.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

const START_MS = 1_767_268_800_000;
const NONE = { armed: Option.none(), firedMs: Option.none() };

/** Declares the contract's tests. Guards of the last one stay. */
export function guardStoreContract(
  world: StoreWorld<GuardStore | WalletStore | AccountStore, GuardStore>,
): void {
  describeStore("the guard store", world, (run, runInReplica) => {
    let store: GuardStore["Service"];
    let other: GuardStore["Service"];
    beforeAll(async () => {
      store = await run(GuardStore);
      other = runInReplica === undefined ? store : await runInReplica(GuardStore);
    });
    const wallet = async () => (await run(stageOwner)).walletId;
    const set = (walletId: string, seconds: number, afterMs = 0) => {
      const some = Option.filter(Option.some(seconds), (sec) => sec > 0);
      return run(store.set({ walletId, seconds: some, nowMs: START_MS + afterMs }));
    };
    const take = async (afterMs: number, { againMs = 1_000, limit = 100, from = store } = {}) => {
      const nowMs = START_MS + afterMs;
      const taken = await run(from.takeFired({ nowMs, againMs: nowMs + againMs, limit }));
      const fired = taken.fired.map(({ walletId, firedMs }) => [walletId, firedMs - START_MS]);
      return [Option.getOrElse(taken.nextMs, () => Infinity) - START_MS, ...fired];
    };
    const finish = (walletId: string, afterMs: number) =>
      run(store.finish({ walletId, firedMs: START_MS + afterMs }));
    const fired = (afterMs: number) => ({ firedMs: Option.some(START_MS + afterMs) });
    const armed = (seconds: number, afterMs: number) => ({
      ...NONE,
      armed: Option.some({ seconds, firesMs: START_MS + afterMs }),
    });

    test("a guard is armed, renewed and disarmed, and is of its wallet alone", async () => {
      const id = await wallet();
      expect(await set(id, 5)).toEqual(armed(5, 5_000));
      expect(await set(id, 300, 4_999)).toEqual(armed(300, 304_999));
      expect(await run(other.find(id))).toEqual(armed(300, 304_999));
      expect(await run(store.find(await wallet()))).toEqual(NONE);
      expect(await set(id, 0, 5_000)).toEqual(NONE);
      expect(await take(400_000)).toEqual([Infinity]);
    });

    test("it fires at its time, once, is disarmed, and is taken until it is finished", async () => {
      const id = await wallet();
      await set(id, 5);
      expect(await take(4_999)).toEqual([5_000]);
      expect(await take(5_003)).toEqual([6_003, [id, 5_003]]);
      expect(await run(store.find(id))).toEqual({ ...NONE, ...fired(5_003) });
      expect(await take(6_002)).toEqual([6_003]);
      expect(await take(6_003, { from: other })).toEqual([7_003, [id, 5_003]]);
      await finish(id, 5_003);
      expect(await take(99_000)).toEqual([Infinity]);
    });

    test("one that has fired is armed anew, and fires again, set too late or not", async () => {
      const id = await wallet();
      await set(id, 5);
      await take(5_000);
      expect(await set(id, 5, 5_100)).toEqual({ ...armed(5, 10_100), ...fired(5_000) });
      expect(await take(6_000)).toEqual([7_000, [id, 5_000]]);
      expect(await take(10_100)).toEqual([11_100, [id, 10_100]]);
      await finish(id, 5_000);
      expect(await take(11_100)).toEqual([12_100, [id, 10_100]]);
      await set(id, 5, 12_000);
      expect(await set(id, 30, 17_000)).toEqual({ ...armed(30, 47_000), ...fired(17_000) });
      expect(await set(id, 0, 47_001)).toEqual({ ...NONE, ...fired(47_001) });
      expect(await take(47_002)).toEqual([48_002, [id, 47_001]]);
      await finish(id, 47_001);
    });

    test("the most urgent come first, each to one replica, and no renewal is lost", async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, wallet));
      const [first = ""] = ids;
      await Promise.all(ids.map((id) => set(id, id === first ? 5 : 6)));
      const again = { againMs: 100_000 };
      expect((await take(7_000, { ...again, limit: 1 })).slice(1)).toEqual([[first, 7_000]]);
      const [[, ...one], [, ...two]] = await Promise.all([
        take(7_000, again),
        take(7_000, { ...again, from: other }),
        ...ids.map((id) => set(id, 9, 5_999)),
      ]) as [Array<unknown>, Array<unknown>];
      const taken = new Set([...one, ...two].map((each) => String(each)));
      expect(taken.size).toBe(one.length + two.length);
      for (const id of ids) {
        const hasFired = id === first || taken.has(`${id},7000`);
        expect(await run(store.find(id)))
          .toEqual({ ...armed(9, 14_999), ...(hasFired ? fired(7_000) : {}) });
      }
    });
  });
}
