/** The contract that every adapter of the `GuardStore` port must meet. @module */
import { beforeAll, beforeEach, expect, test } from "bun:test";
import { Option } from "effect";
import { AccountStore } from "../../core/port/account_store.ts";
import { GuardStore } from "../../core/port/guard_store.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import { newAccount } from "./account_store_contract.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** Of the first test; every later one begins when no guard of those before is due any more. */
const STEP_MS = 1_000_000;

/** Declares the contract's tests. */
export function guardStoreContract(
  world: StoreWorld<GuardStore | WalletStore | AccountStore, GuardStore>,
): void {
  describeStore("the guard store", world, (run, runInReplica) => {
    let store: GuardStore["Service"];
    let other: GuardStore["Service"];
    let accountId: string;
    let startMs = 1_767_268_800_000;
    beforeAll(async () => {
      store = await run(GuardStore);
      other = runInReplica === undefined ? store : await runInReplica(GuardStore);
      accountId = (await run(AccountStore.use(({ addAccount }) => addAccount(newAccount())))).id;
    });
    beforeEach(() => void (startMs += STEP_MS));
    const wallet = async () => {
      const added = newWallet(accountId);
      await run(WalletStore.use(({ add }) => add({ wallet: added, secrets: newSecrets() })));
      return added.id;
    };
    const set = (walletId: string, seconds: number, afterMs = 0) =>
      run(store.set({
        walletId,
        seconds: Option.filter(Option.some(seconds), (sec) => sec > 0),
        nowMs: startMs + afterMs,
      }));
    const take = (afterMs: number, { againMs = 1_000, limit = 100, from = store } = {}) => {
      const nowMs = startMs + afterMs;
      return run(from.takeFired({ nowMs, againMs: nowMs + againMs, limit }));
    };
    const finish = (walletId: string, afterMs: number) =>
      run(store.finish({ walletId, firedMs: startMs + afterMs }));
    const at = (afterMs: number) => Option.some(startMs + afterMs);
    const armed = (seconds: number, afterMs: number) =>
      Option.some({ seconds, firesMs: startMs + afterMs });
    const none = { armed: Option.none(), firedMs: Option.none() };
    const firedAt = (walletId: string, afterMs: number) => ({
      walletId,
      firedMs: startMs + afterMs,
    });

    test("a guard is armed, renewed and disarmed, and is of its wallet alone", async () => {
      const [id, another] = [await wallet(), await wallet()];
      expect(await run(store.find(id))).toEqual(none);
      expect(await set(id, 5)).toEqual({ ...none, armed: armed(5, 5_000) });
      expect(await set(id, 300, 4_999)).toEqual({ ...none, armed: armed(300, 304_999) });
      expect(await run(other.find(id))).toEqual({ ...none, armed: armed(300, 304_999) });
      expect(await run(store.find(another))).toEqual(none);
      expect(await set(id, 0, 5_000)).toEqual(none);
      expect(await take(400_000)).toEqual({ fired: [], nextMs: Option.none() });
    });

    test("it fires at its time, once, is disarmed, and is taken until it is finished", async () => {
      const id = await wallet();
      await set(id, 5);
      expect(await take(4_999)).toEqual({ fired: [], nextMs: at(5_000) });
      expect(await take(5_003)).toEqual({ fired: [firedAt(id, 5_003)], nextMs: at(6_003) });
      expect(await run(store.find(id))).toEqual({ ...none, firedMs: at(5_003) });
      expect((await take(6_002)).fired).toEqual([]);
      expect(await take(6_003, { from: other }))
        .toEqual({ fired: [firedAt(id, 5_003)], nextMs: at(7_003) });
      await finish(id, 5_003);
      expect(await take(99_000)).toEqual({ fired: [], nextMs: Option.none() });
      expect((await run(store.find(id))).firedMs).toEqual(at(5_003));
    });

    test("one that has fired is armed anew, and may fire again before it is finished", async () => {
      const id = await wallet();
      await set(id, 5);
      await take(5_000);
      expect(await set(id, 5, 5_100)).toEqual({ armed: armed(5, 10_100), firedMs: at(5_000) });
      expect((await take(6_000)).fired).toEqual([firedAt(id, 5_000)]);
      expect((await run(store.find(id))).armed).toEqual(armed(5, 10_100));
      expect((await take(10_100)).fired).toEqual([firedAt(id, 10_100)]);
      await finish(id, 5_000);
      expect((await take(11_100)).fired).toEqual([firedAt(id, 10_100)]);
      await finish(id, 10_100);
    });

    test("one that is renewed or disarmed too late fires all the same", async () => {
      const [renewed, disarmed] = [await wallet(), await wallet()];
      for (const id of [renewed, disarmed]) await set(id, 5);
      expect(await set(renewed, 30, 5_000)).toEqual({
        armed: armed(30, 35_000),
        firedMs: at(5_000),
      });
      expect(await set(disarmed, 0, 5_000)).toEqual({ ...none, firedMs: at(5_000) });
      const { fired } = await take(5_001);
      expect(new Set(fired)).toEqual(
        new Set([firedAt(renewed, 5_000), firedAt(disarmed, 5_000)]),
      );
      await set(renewed, 0, 6_000);
      for (const id of [renewed, disarmed]) await finish(id, 5_000);
    });

    test("the most urgent come first, each to one replica", async () => {
      const [later, sooner] = [await wallet(), await wallet()];
      await set(later, 7);
      await set(sooner, 6);
      const hour = { againMs: 3_600_000 };
      expect((await take(8_000, { ...hour, limit: 1 })).fired).toEqual([firedAt(sooner, 8_000)]);
      expect((await take(8_000, hour)).fired).toEqual([firedAt(later, 8_000)]);
      for (const id of [later, sooner]) await finish(id, 8_000);
      const many = await Promise.all(Array.from({ length: 10 }, wallet));
      await Promise.all(many.map((id) => set(id, 5)));
      const taken = await Promise.all([store, other].map((from) => take(9_000, { ...hour, from })));
      expect(taken.flatMap(({ fired }) => fired.map(({ walletId }) => walletId)).sort())
        .toEqual(many.sort());
      for (const id of many) await finish(id, 9_000);
    });

    test("a renewal in the same instant as a firing is never lost", async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, wallet));
      await Promise.all(ids.map((id) => set(id, 5)));
      // Each was acknowledged before its guard fires, or comes after it and arms anew.
      const [{ fired }] = await Promise.all([
        take(5_000, { from: other }),
        ...ids.map((id) => set(id, 9, 4_999)),
      ]);
      for (const id of ids) {
        const guard = await run(store.find(id));
        const hasFired = fired.some(({ walletId }) => walletId === id);
        expect([id, guard.armed, Option.isSome(guard.firedMs)])
          .toEqual([id, armed(9, 13_999), hasFired]);
        await set(id, 0, 6_000);
        await finish(id, 5_000);
      }
    });
  });
}
