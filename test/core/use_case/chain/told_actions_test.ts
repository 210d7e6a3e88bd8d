/** What a service stores of actions is told at once, by the wallet. @module */
import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { layerToldActions } from "../../../../core/use_case/chain/mod.ts";
import { layerPublisher, Publisher } from "../../../../core/use_case/live/mod.ts";
import { HOLDINGS, newAction, newSubmission } from "../../../contract/chain_fixture.ts";
import { layerMemoryChainStore } from "../../../memory/chain_store.ts";

const none = Option.none;

/** Another replica's store beside the one that tells, and the wallets that were told of. */
const staged = Effect.gen(function* () {
  const told: string[] = [];
  (yield* Publisher).subscribe({ publishWallet: (walletId) => void told.push(walletId) });
  const other = yield* ChainStore;
  const own = yield* Effect.provide(ChainStore, layerToldActions);
  return { told, other, own };
});

const run = (test: Effect.Effect<void, unknown, ChainStore | Publisher>) =>
  Effect.runPromise(Effect.provide(test, Layer.merge(layerMemoryChainStore, layerPublisher)));

const requestOf = (walletId: string) => {
  const action = newAction(walletId);
  return { walletId, idempotencyKey: "k", requestSha256: "", actions: [action] };
};

test("each change of a wallet's actions is told from the request to the end", () =>
  run(Effect.gen(function* () {
    const { told, own } = yield* staged;
    const request = requestOf("w");
    const [{ id } = expect.unreachable()] = request.actions;
    const submission = newSubmission("w");
    yield* own.request(request);
    yield* own.begin({ submission, actions: [{ id, before: HOLDINGS }] });
    yield* own.noteSending({ id: submission.id, sentMs: 1 });
    yield* own.noteRefusal({ id: submission.id, why: "busy" });
    yield* own.endSubmission({
      id: submission.id,
      end: "failed",
      endMs: 2,
      tx: none(),
      why: none(),
    });
    yield* own.change([{
      id,
      submissionId: Option.some(submission.id),
      state: "queued",
      why: none(),
    }]);
    expect(told).toEqual(["w", "w", "w", "w", "w"]);
    const refused = { submission: newSubmission("other"), actions: [] };
    expect(yield* own.begin(refused)).toBe(false);
    expect(told).toHaveLength(5);
  })));

test("what another replica began is told by whoever has asked for it", () =>
  run(Effect.gen(function* () {
    const { told, other, own } = yield* staged;
    const request = requestOf("w");
    const [{ id } = expect.unreachable()] = request.actions;
    const submission = newSubmission("w");
    yield* other.request(request);
    const waiting = { id, submissionId: none(), state: "queued", why: Option.some("gas") } as const;
    yield* own.change([waiting]);
    expect(told).toEqual([]);
    yield* own.openOf("w");
    yield* own.change([waiting]);
    yield* other.begin({ submission, actions: [{ id, before: HOLDINGS }] });
    yield* own.openOf("w");
    yield* own.noteSubmission({ id: submission.id, roadId: Option.some("r1") });
    expect(told).toEqual(["w", "w"]);
  })));
