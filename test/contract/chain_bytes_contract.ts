/** The contract of signed bytes: one submission at a time, judged by the last one. @module */
import { expect, test } from "bun:test";
import { Option } from "effect";
import {
  MOVED,
  newAction,
  newPairAction,
  newSubmission,
  NOON_MS,
  type StagedChain,
  TX,
  UNSIGNED,
} from "./chain_fixture.ts";

const { some, none } = Option;

/** Declares the tests. */
export function chainBytesContract(staged: StagedChain): void {
  const { store, other, wallet, ask, open, begin, note, end, change, list, over, sent, stageSent } =
    staged;

  test("bytes are signed for what is queued, one submission at a time", async () => {
    const { walletId, action, submission } = await stageSent();
    const [next, foreign] = [newPairAction(walletId), newPairAction(await wallet())];
    await ask(walletId, [next]);
    await ask(foreign.walletId, [foreign]);
    expect(await open(walletId)).toEqual({
      queued: [{ ...next, ...UNSIGNED }],
      signedBefore: [],
      inFlight: some(submission),
      ended: [],
    });
    const again = newSubmission(walletId);
    expect(await begin(again, [next])).toBe(false);
    await end(submission);
    for (const actions of [[], [next, action], [next, foreign], [{ id: "none" }]]) {
      expect(await begin(again, actions)).toBe(false);
    }
    expect(await open(walletId)).toMatchObject({ queued: [{ id: next.id }], inFlight: none() });
    expect(await begin(again, [next])).toBe(true);
    expect((await open(walletId)).inFlight).toEqual(some(again));
  });

  test("of replicas that sign at once, one has its bytes stored", async () => {
    const id = await wallet();
    const actions = [newAction(id), newPairAction(id)];
    await ask(id, actions);
    const begun = await Promise.all(Array.from({ length: 6 }, async (_, at) => {
      const submission = newSubmission(id, { tx: some(TX), nonce: BigInt(at) });
      const isStored = await begin(submission, actions, at % 2 === 0 ? store : other);
      return isStored ? [submission] : [];
    }));
    expect(begun.flat()).toHaveLength(1);
    expect((await open(id)).inFlight).toEqual(Option.fromUndefinedOr(begun.flat()[0]));
    const listed = await list({ walletId: id });
    expect(listed).toEqual(actions.map((action) => sent(action, some(TX))).toReversed());
  });

  test("what is known of bytes is kept until they are over, and then how they ended", async () => {
    const { walletId, action, submission } = await stageSent();
    const { id } = submission;
    await store((chain) => chain.noteSending({ id, sentMs: NOON_MS + 6 }));
    await note({ id, roadId: some("r1") });
    await note({ id, passedMs: some(NOON_MS + 7), why: some("waits") });
    const known = {
      ...submission,
      sentMs: some(NOON_MS + 6),
      sends: 1,
      roadId: some("r1"),
      passedMs: some(NOON_MS + 7),
    };
    expect((await open(walletId)).inFlight).toEqual(some(known));
    await note({ id, passedMs: none(), tx: some(TX) });
    const waiting = { ...sent(action, some(TX)), why: some("waits") };
    expect(await list({ walletId })).toEqual([waiting]);
    await end({ id }, { why: some("it is done") });
    await end({ id }, { tx: some("0x") });
    await note({ id, roadId: none(), tx: none(), why: none() });
    expect(await open(walletId)).toEqual({
      queued: [],
      signedBefore: [],
      inFlight: none(),
      ended: [{
        action: waiting,
        submission: { ...known, passedMs: none(), tx: some(TX) },
        end: "executed",
        endMs: NOON_MS + 9,
        why: some("it is done"),
      }],
    });
  });

  test("bytes are nowhere once each of their sendings was refused, and not before", async () => {
    const { walletId, action, submission: { id } } = await stageSent();
    const send = (from = store) => from((chain) => chain.noteSending({ id, sentMs: NOON_MS }));
    const refuse = (from = store) => from((chain) => chain.noteRefusal({ id, why: "busy" }));
    await send();
    expect(await refuse(other)).toBe(true);
    await Promise.all([send(), send(other)]);
    expect(await refuse()).toBe(false);
    expect(await refuse(other)).toBe(true);
    const known = Option.getOrThrow((await open(walletId)).inFlight);
    expect([known.sends, known.refusals]).toEqual([3, 3]);
    expect(await list({ walletId })).toEqual([{ ...sent(action), why: some("busy") }]);
    await end({ id });
    expect(await refuse()).toBe(false);
  });

  test("an action ends once its bytes are over, and stays as it ended", async () => {
    const { walletId, action, submission } = await stageSent();
    const waits = { ...over(action, submission), state: "sent", why: some("slow") } as const;
    await change(over(action, submission), waits);
    await change({ ...waits, state: "queued" });
    expect((await open(walletId)).inFlight).toEqual(some(submission));
    await end(submission, { tx: some(TX) });
    expect((await open(walletId)).ended[0]?.action)
      .toEqual({ ...sent(action, some(TX)), why: some("slow") });
    await change(over(action, submission, { tx: some("0x") }));
    await change(over(action, submission, { state: "failed", moved: none() }));
    await change({ ...waits, state: "queued" });
    const ended = {
      ...sent(action, some("0x")),
      state: "confirmed" as const,
      moved: some(MOVED),
      endedMs: some(NOON_MS + 10),
    };
    expect(await list({ walletId })).toEqual([ended]);
    expect(await open(walletId))
      .toEqual({ queued: [], signedBefore: [], inFlight: none(), ended: [] });
  });

  test("an action is signed for once more, by nobody who judges its former bytes", async () => {
    const { walletId, action, submission } = await stageSent();
    await end(submission, { tx: some(TX) });
    const again = { ...over(action, submission), state: "queued", why: some("again") } as const;
    await change(again);
    const queued = { ...sent(action), state: "queued" as const, why: some("again") };
    const before = {
      queued: [queued],
      signedBefore: [{ action: queued, submission: { tx: some(TX) } }],
    };
    expect(await open(walletId)).toMatchObject(before);
    await change({ ...again, state: "sent" }, over(action, submission));
    expect(await open(walletId)).toMatchObject(before);
    const next = newSubmission(walletId);
    await begin(next, [action]);
    await change(over(action), again);
    await end(next);
    await change(over(action), over(action, submission), again);
    expect(await open(walletId)).toMatchObject({
      queued: [],
      ended: [{ action: { ...sent(action), attempts: 2 }, submission: next }],
    });
  });

  test("a queued action is judged once more by its former bytes", async () => {
    const { walletId, action, submission } = await stageSent();
    const endMs = NOON_MS + 20;
    const reopen = ({ id }: { readonly id: string }, of = walletId) =>
      store((chain) => chain.reopen({ walletId: of, id, endMs }));
    const fresh = newPairAction(walletId);
    await ask(walletId, [fresh]);
    await reopen(action);
    await reopen(fresh);
    expect(await open(walletId)).toMatchObject({
      queued: [{ id: fresh.id }],
      inFlight: some({ id: submission.id }),
    });
    await end(submission, { why: some("failed") });
    await change({ ...over(action, submission), state: "queued", why: some("again") });
    await reopen(action, await wallet());
    expect((await open(walletId)).ended).toEqual([]);
    await reopen(action);
    expect(await open(walletId)).toMatchObject({
      queued: [{ id: fresh.id }],
      signedBefore: [],
      ended: [{
        action: { ...sent(action), why: some("again") },
        end: "passed",
        endMs,
        why: none(),
      }],
    });
    await change(over(action, submission));
    await reopen(action);
    expect(await list({ walletId })).toMatchObject([{ id: fresh.id }, { state: "confirmed" }]);
  });
}
