/** The contract of what wallets are asked to do on the chain: kept once, and told. @module */
import { expect, test } from "bun:test";
import { Option } from "effect";
import { conditionOf } from "../condition.ts";
import { newAction, newPairAction, NOON_MS, type StagedChain, UNSIGNED } from "./chain_fixture.ts";

const { some, none } = Option;

/** Declares the tests. Wallets of the last one have something to do. */
export function chainRequestsContract(staged: StagedChain): void {
  const { store, other, wallet, ask, open, change, list, over } = staged;

  test("a request is kept whole under its key, and the first one counts", async () => {
    const id = await wallet();
    const asked = { walletId: id, idempotencyKey: "k" };
    expect(await store((chain) => chain.requested(asked))).toEqual(none());
    const actions = [
      newAction(id, { number: 2 }),
      newPairAction(id, { requestedMs: NOON_MS - 1 }),
      newPairAction(id, { kind: "merge", isAutomatic: true }),
    ];
    const stored = {
      requestSha256: "ab".repeat(32),
      actions: actions.map((action) => ({ ...action, ...UNSIGNED })),
    };
    expect(await ask(id, actions, { key: "k" })).toEqual(stored);
    expect(await ask(id, [newAction(id)], { key: "k", sha: "cd".repeat(32) })).toEqual(stored);
    expect(await other((chain) => chain.requested(asked))).toEqual(some(stored));
    const walletId = await wallet();
    expect(await store((chain) => chain.requested({ ...asked, walletId }))).toEqual(none());
    expect(await ask(id, [], { key: "none" })).toEqual({ ...stored, actions: [] });
    expect((await open(id)).queued.map((action) => action.id))
      .toEqual([actions[1], actions[0], actions[2]].map((action) => action?.id ?? ""));
  });

  test("a key that replicas use at once is of one request", async () => {
    const id = await wallet();
    const answers = await Promise.all(Array.from(
      { length: 8 },
      (_, at) => ask(id, [newPairAction(id)], { key: "k", from: at % 2 === 0 ? store : other }),
    ));
    const [first] = answers;
    expect(answers).toEqual(answers.map(() => first ?? expect.unreachable()));
    expect((await open(id)).queued).toEqual(first?.actions ?? []);
  });

  test("a claim joins one of its market that is not over, whoever asks", async () => {
    const id = await wallet();
    const claims = await Promise.all(
      [store, other].map(async (from) => (await ask(id, [newAction(id)], { from })).actions),
    );
    const [[first] = []] = claims;
    expect(claims).toEqual([[first], [first]] as never);
    const [split, another] = [newPairAction(id), newAction(id, { number: 3 })];
    const { actions } = await ask(id, [another, newAction(id), newAction(id), split]);
    expect(actions.map((action) => action.id))
      .toEqual([another.id, first?.id ?? "", first?.id ?? "", split.id]);
    expect((await open(id)).queued).toHaveLength(3);
    expect((await open(await wallet())).queued).toEqual([]);
    await change(over(first ?? expect.unreachable(), undefined, {
      state: "failed",
      moved: none(),
      tx: none(),
    }));
    expect((await ask(id, [newAction(id)])).actions[0]?.id).not.toBe(first?.id ?? "");
  });

  test("actions are listed newest first, filtered, from a place on", async () => {
    const id = await wallet();
    const actions = [
      newAction(id, { number: 1, requestedMs: NOON_MS }),
      newPairAction(id, { number: 2, requestedMs: NOON_MS + 1 }),
      newPairAction(id, { number: 1, requestedMs: NOON_MS + 1, kind: "merge" }),
      newAction(id, { number: 4, requestedMs: NOON_MS + 2 }),
    ];
    await ask(id, actions);
    await change(over(actions[0] ?? expect.unreachable()));
    const places = async (query: Omit<Parameters<typeof list>[0], "walletId"> = {}) => {
      const found = await list({ walletId: id, ...query });
      return found.map((action) => actions.findIndex((one) => one.id === action.id));
    };
    expect(await places()).toEqual([3, 2, 1, 0]);
    expect(await places({ kinds: ["claim"] })).toEqual([3, 0]);
    expect(await places({ kinds: [] })).toEqual([]);
    expect(await places({ states: ["queued", "sent"] })).toEqual([3, 2, 1]);
    expect(await places({ conditionId: some(conditionOf(1)) })).toEqual([2, 0]);
    const [, , merge = expect.unreachable()] = actions;
    expect(await places({ after: some(merge), limit: 1 })).toEqual([1]);
    expect(await places({ limit: 2 })).toEqual([3, 2]);
  });

  test("what a wallet has had confirmed is found whole, as it ended", async () => {
    const id = await wallet();
    const [late, early, failed] = [newAction(id), newPairAction(id), newPairAction(id)];
    await ask(id, [late, early, failed, newPairAction(id)]);
    await change(
      over(late, undefined, { endedMs: NOON_MS + 20 }),
      over(early, undefined, { moved: some({ usdcE6: -1n, sharesE6: [1n, 1n] }) }),
      over(failed, undefined, { state: "failed", moved: none(), why: some("no") }),
    );
    const confirmed = await store((chain) => chain.confirmedOf(id));
    expect(confirmed.map((action) => action.id)).toEqual([early.id, late.id]);
    expect(confirmed[0]?.moved).toEqual(some({ usdcE6: -1n, sharesE6: [1n, 1n] }));
    const idle = await wallet();
    expect(await store((chain) => chain.confirmedOf(idle))).toEqual([]);
  });

  test("wallets are looked at while they have something to do", async () => {
    const [first, second, idle] = [await wallet(), await wallet(), await wallet()];
    const againMs = Number.MAX_SAFE_INTEGER;
    await store((chain) => chain.takeDue({ nowMs: againMs - 1, againMs, limit: 999 }));
    const take = (nowMs: number, { againMs = nowMs + 100, limit = 9, from = store } = {}) =>
      from((chain) => chain.takeDue({ nowMs, againMs, limit }));
    const [split, claim] = [newPairAction(first), newAction(second)];
    await ask(first, [split]);
    expect(await take(5)).toEqual([first]);
    await ask(second, [claim]);
    expect(await take(50, { againMs: 200 })).toEqual([second]);
    expect(await take(99, { from: other })).toEqual([]);
    await store((chain) => chain.lookAt({ walletId: second, atMs: 300 }));
    await other((chain) => chain.lookAt({ walletId: second, atMs: 102 }));
    await store((chain) => chain.lookAt({ walletId: idle, atMs: 1 }));
    expect(await take(110, { limit: 1 })).toEqual([second]);
    expect(await take(110, { limit: 1 })).toEqual([first]);
    await ask(first, [newPairAction(first)]);
    await store((chain) => chain.lookAt({ walletId: first, atMs: 400 }));
    await ask(second, [newAction(second)]);
    expect(await take(111)).toEqual([first]);
    await change(over(claim));
    expect(await take(500)).toEqual([first]);
    await store((chain) => chain.lookAt({ walletId: second, atMs: 0 }));
    const both = [take(900), take(900, { from: other })];
    expect((await Promise.all(both)).flat()).toEqual([first]);
  });
}
