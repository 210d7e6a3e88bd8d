/** The contract that every adapter of the `GuardStore` port must meet. @module */
import { beforeAll, expect, test } from "bun:test";
import { Option } from "effect";
import type { AccountStore } from "../../core/port/account_store.ts";
import { GuardStore, type HeartbeatWish } from "../../core/port/guard_store.ts";
import type { WalletStore } from "../../core/port/wallet_store.ts";
import { stageOwner } from "./staged_owner.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

const START_MS = 1_767_268_800_000;
const UNSENT = { sinceMs: Option.none<number>(), acceptedMs: Option.none<number>() };
const NONE = { armed: Option.none(), firedMs: Option.none(), venue: UNSENT };

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
      const nowMs = START_MS + afterMs;
      return run(store.set({ walletId, seconds: some, venue: Option.none(), nowMs }));
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

    /** Begins to send heartbeats of a key for a disarmed wallet; without one, ends it. */
    const send = async (walletId: string, apiKey: string | undefined, afterMs = 0) => {
      const venue = Option.some<HeartbeatWish>(
        apiKey === undefined ? { kind: "stop" } : { kind: "send", apiKey },
      );
      const nowMs = START_MS + afterMs;
      return (await run(store.set({ walletId, seconds: Option.none(), venue, nowMs }))).venue;
    };
    const note = (apiKey: string, heartbeatId: string, afterMs: number) =>
      run(store.noteHeartbeat({ apiKey, heartbeatId, atMs: START_MS + afterMs }));
    const sent = async ({ limit = 100, from = store } = {}) =>
      (await run(from.heartbeats({ limit }))).map(({ apiKey, walletId, heartbeatId }) =>
        [apiKey, walletId, heartbeatId].join(" ")
      );
    const venueOf = async (walletId: string) => (await run(other.find(walletId))).venue;
    const at = (sinceMs: number, acceptedMs?: number) => ({
      sinceMs: Option.some(START_MS + sinceMs),
      acceptedMs: Option.map(Option.fromUndefinedOr(acceptedMs), (ms) => START_MS + ms),
    });

    test("heartbeats are sent while they are wanted, armed or not", async () => {
      const [id, key] = [await wallet(), crypto.randomUUID()];
      expect(await send(id, key, 1)).toEqual(at(1));
      expect(await send(id, key, 2)).toEqual(at(1));
      expect(await sent({ from: other })).toEqual([`${key} ${id} `]);
      await note(key, "h1", 3);
      await note("another", "h9", 4);
      expect(await sent()).toEqual([`${key} ${id} h1`]);
      expect(await venueOf(id)).toEqual(at(1, 3));
      await set(id, 5, 10);
      await take(5_010);
      expect(await venueOf(id)).toEqual(at(1, 3));
      await finish(id, 5_010);
      expect(await send(id, undefined, 6_000)).toEqual({ ...at(1, 3), sinceMs: Option.none() });
      expect(await sent()).toEqual([]);
      expect(await send(id, key, 7_000)).toEqual(at(7_000, 3));
      expect(await sent()).toEqual([`${key} ${id} h1`]);
      await note(key, "h3", 7_002);
      await note(key, "h2", 7_001);
      expect(await sent()).toEqual([`${key} ${id} h3`]);
      // Another key of the wallet has a chain of its own.
      expect(await send(id, `${key}2`, 8_000)).toEqual(at(7_000));
      expect(await sent()).toEqual([`${key}2 ${id} `]);
      await send(id, undefined);
    });

    test("wallets of one key share its heartbeats, and the oldest wishes come first", async () => {
      const [late, key] = [`late ${crypto.randomUUID()}`, `key ${crypto.randomUUID()}`];
      const [third, ...two] = [await wallet(), await wallet(), await wallet()];
      const [first = "", second = ""] = two.sort();
      await send(third, late, 3);
      await send(second, key, 2);
      await note(key, "h1", 4);
      await send(first, key, 5);
      expect(await sent()).toEqual([`${key} ${first} h1`, `${late} ${third} `]);
      expect(await sent({ limit: 1 })).toEqual([`${key} ${first} h1`]);
      await note(key, "h2", 6);
      expect([await venueOf(first), await venueOf(second)]).toEqual([at(5, 6), at(2, 6)]);
      await send(second, undefined);
      expect(await sent()).toEqual([`${late} ${third} `, `${key} ${first} h2`]);
      for (const id of [first, third]) await send(id, undefined);
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
