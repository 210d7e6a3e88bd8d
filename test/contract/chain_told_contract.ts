/** The contract of what is told of what wallets do on the chain: each change, once. @module */
import { expect, test } from "bun:test";
import { Option } from "effect";
import { ChainStore } from "../../core/port/chain_store.ts";
import { type WalletFrame, WalletFrames } from "../../core/port/wallet_frames.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import {
  type ChainPorts,
  newAction,
  newPairAction,
  newSubmission,
  stageChain,
  TX,
} from "./chain_fixture.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";
import { type WebhookPorts, webhookWorld } from "./webhook_world.ts";

const { some, none } = Option;

/** Declares the contract's tests. */
export function chainToldContract(
  world: StoreWorld<ChainPorts | WalletFrames | WebhookPorts, ChainStore>,
): void {
  describeStore("what is told of claims", world, (run) => {
    const hooks = webhookWorld(run);
    const { store, ask, begin, note, end, change, list, over } = stageChain(run);
    const wallet = async () => {
      const wallet = newWallet(hooks.accountId());
      await run(WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() })));
      return wallet.id;
    };
    const framesOf = (walletId: string) =>
      run(WalletFrames.use(({ after }) => after({ walletId, seq: 0, limit: 99 })));
    const brief = (frame: WalletFrame) =>
      "action" in frame
        ? [frame.seq, frame.kind, frame.action.state, Option.getOrNull(frame.action.why)]
        : [frame.seq, frame.kind];

    test("what a customer sees change of an action is told, and nothing else", async () => {
      const walletId = await wallet();
      const [claim, submission] = [newAction(walletId), newSubmission(walletId)];
      await ask(walletId, [claim], { key: "k" });
      await ask(walletId, [newAction(walletId)], { key: "k" });
      await begin(submission, [claim]);
      await note({ id: submission.id, roadId: some("r1") });
      await note({ id: submission.id, tx: some(TX) });
      await note({ id: submission.id, passedMs: some(8), why: some("slow") });
      await note({ id: submission.id, passedMs: some(8), why: some("slow") });
      await end(submission, { tx: some(TX) });
      await change(over(claim, submission));
      await change(over(claim, submission, { state: "failed", moved: none() }));
      const told = await framesOf(walletId);
      expect(told.map(brief)).toEqual([
        [1, "claim", "queued", null],
        [2, "claim", "sent", null],
        [3, "claim", "sent", "slow"],
        [4, "claim", "confirmed", null],
      ]);
      const [action = expect.unreachable()] = await list({ walletId });
      // The last frame is the action as it is listed.
      expect(told.at(-1)).toEqual({ kind: "claim", walletId, seq: 4, action });
    });

    test("actions of one step are told each by itself, in the order of the request", async () => {
      const walletId = await wallet();
      const actions = [
        newPairAction(walletId),
        newPairAction(walletId, { kind: "merge" }),
        newAction(walletId, { requestedMs: 0 }),
      ];
      await ask(walletId, actions);
      await store((chain) => chain.takeDue({ nowMs: 1, againMs: 2, limit: 99 }));
      expect((await framesOf(walletId)).map(brief)).toEqual([
        [1, "split", "queued", null],
        [2, "merge", "queued", null],
        [3, "claim", "queued", null],
      ]);
      await change(
        ...actions.map((action) =>
          over(action, undefined, { state: "failed", moved: none(), why: some("no") })
        ),
      );
      const told = await framesOf(walletId);
      expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(told.slice(3).map((frame) => brief(frame).slice(1)).toSorted()).toEqual(
        ["claim", "merge", "split"].map((kind) => [kind, "failed", "no"]),
      );
    });

    test("a webhook is told once of a claim that is confirmed, and of no other end", async () => {
      await hooks.add({ events: ["claim.confirmed"] });
      await hooks.add({ events: ["claim.confirmed"], accountId: await hooks.newAccountId() });
      const walletId = await wallet();
      const claims = [1, 2].map((number) => newAction(walletId, { number }));
      const [won = expect.unreachable(), gone = expect.unreachable()] = claims;
      const split = newPairAction(walletId);
      await ask(walletId, [...claims, split]);
      await change(
        over(won),
        over(gone, undefined, { state: "nothing_left", moved: none() }),
        over(split),
      );
      await change(over(won));
      const [action = expect.unreachable()] = await list({
        walletId,
        kinds: ["claim"],
        after: some(gone),
      });
      const event = { type: "claim.confirmed", action } as const;
      const claimed = await hooks.claim({ nowMs: Number.MAX_SAFE_INTEGER });
      expect(claimed.map(({ content }) => content)).toEqual([{ kind: "event", event }]);
    });
  });
}
