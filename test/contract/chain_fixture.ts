/** Actions and bytes for the tests of what wallets do on the chain. @module */
import { expect } from "bun:test";
import { type Effect, Option } from "effect";
import {
  CHAIN_ACTION_KINDS,
  CHAIN_ACTION_STATES,
  type ChainAction,
  type ChainSubmission,
  type Holdings,
} from "../../core/chain/mod.ts";
import type { AccountStore } from "../../core/port/account_store.ts";
import { type ActionChange, ChainStore, type NewChainAction } from "../../core/port/chain_store.ts";
import type { WalletStore } from "../../core/port/wallet_store.ts";
import { conditionOf } from "../condition.ts";
import { stageOwner } from "./staged_owner.ts";
import type { RunIn } from "./store_world.ts";

const { some, none } = Option;
/** Noon of a UTC day. */
export const NOON_MS = 1_767_268_800_000;
/** A transaction. */
export const TX = `0x${"ab".repeat(32)}`;
/** Beyond what a double holds. */
export const HOLDINGS: Holdings = {
  usdcE6: 12_345_678_901_234_567_890n,
  sharesE6: [0n, 98_765_432_109_876_543_210n],
};
/** What a claim moved. */
export const MOVED = { usdcE6: 1_000_001n, sharesE6: [-1_000_001n, 0n] } as const;
/** What an action is before anything is signed for it. */
export const UNSIGNED = {
  state: "queued",
  attempts: 0,
  before: none(),
  moved: none(),
  tx: none(),
  why: none(),
  endedMs: none(),
} as const;

/** Returns a claim of a wallet, unless the fields say otherwise. */
export function newAction(
  walletId: string,
  { number = 1, ...fields }: Partial<NewChainAction> & { readonly number?: number } = {},
): NewChainAction {
  return {
    id: Bun.randomUUIDv7(),
    walletId,
    kind: "claim",
    market: {
      conditionId: conditionOf(number),
      slug: some("btc-updown-5m-1767268800"),
      kind: "v1",
      tokenIds: [String(2n ** 255n), "7"],
      outcomes: ['Yes, "sir"', "No"],
    },
    sizeE6: none(),
    payoutsE6: some([1_000_000n, 0n]),
    isAutomatic: false,
    requestedMs: NOON_MS,
    ...fields,
  };
}

/** Returns a split or a merge of a wallet. */
export function newPairAction(
  walletId: string,
  fields: Partial<NewChainAction> & { readonly number?: number } = {},
): NewChainAction {
  return newAction(walletId, {
    kind: "split",
    sizeE6: some(98_765_432_109_876_543_210n),
    payoutsE6: none(),
    ...fields,
  });
}

/** Returns bytes of a wallet that were never sent. */
export function newSubmission(
  walletId: string,
  fields: Partial<ChainSubmission> = {},
): ChainSubmission {
  return {
    id: Bun.randomUUIDv7(),
    walletId,
    road: "relayer",
    nonce: 2n ** 64n + 1n,
    deadlineSec: some(1_767_269_400),
    body: '{"type":"WALLET","nonce":"1"}',
    tx: none(),
    signedMs: NOON_MS + 5,
    sentMs: none(),
    sends: 0,
    refusals: 0,
    roadId: none(),
    passedMs: none(),
    ...fields,
  };
}

type Listing = Parameters<ChainStore["Service"]["list"]>[0];

const EVERY = {
  kinds: CHAIN_ACTION_KINDS,
  states: CHAIN_ACTION_STATES,
  conditionId: none(),
  after: none(),
  limit: 100,
} satisfies Omit<Listing, "walletId">;

/** The ports of the contract. */
export type ChainPorts = ChainStore | WalletStore | AccountStore;

/** Asks a store. */
export type AskStore = <A>(
  use: (store: ChainStore["Service"]) => Effect.Effect<A, unknown>,
) => Promise<A>;

/** Returns the means to make, sign and end what wallets do, on two replicas or the same one. */
export function stageChain(run: RunIn<ChainPorts>, runInReplica?: RunIn<ChainStore>) {
  const store: AskStore = (use) => run(ChainStore.use(use));
  const other: AskStore = (use) => (runInReplica ?? run)(ChainStore.use(use));
  const wallet = async () => (await run(stageOwner)).walletId;
  const ask = async (
    walletId: string,
    actions: ReadonlyArray<NewChainAction>,
    { key = crypto.randomUUID() as string, sha = "ab".repeat(32), from = store } = {},
  ) =>
    await from(({ request }) =>
      request({ walletId, idempotencyKey: key, requestSha256: sha, actions })
    );
  const open = (walletId: string) => other(({ openOf }) => openOf(walletId));
  const begin = (
    submission: ChainSubmission,
    actions: ReadonlyArray<{ readonly id: string }>,
    from = store,
  ) =>
    from((chain) => {
      const signed = actions.map(({ id }) => ({ id, before: HOLDINGS }));
      return chain.begin({ submission, actions: signed });
    });
  const end = (
    { id }: Pick<ChainSubmission, "id">,
    { tx = none<string>(), why = none<string>() } = {},
  ) =>
    store(({ endSubmission }) =>
      endSubmission({ id, end: "executed", endMs: NOON_MS + 9, tx, why })
    );
  const note = (known: Parameters<ChainStore["Service"]["noteSubmission"]>[0]) =>
    store(({ noteSubmission }) => noteSubmission(known));
  const change = (...changes: ReadonlyArray<ActionChange>) =>
    store((chain) => chain.change(changes));
  const list = (
    query:
      & Pick<Listing, "walletId">
      & Partial<Listing>,
  ) => store((chain) => chain.list({ ...EVERY, ...query }));
  const over = (
    { id }: Pick<ChainAction, "id">,
    submission?: Pick<ChainSubmission, "id">,
    fields: Partial<Extract<ActionChange, { readonly endedMs: number }>> = {},
  ): ActionChange => ({
    id,
    submissionId: Option.fromUndefinedOr(submission?.id),
    state: "confirmed",
    moved: some(MOVED),
    tx: some(TX),
    why: none(),
    endedMs: NOON_MS + 10,
    ...fields,
  });
  const sent = (action: NewChainAction, tx = none<string>()): ChainAction => ({
    ...action,
    ...UNSIGNED,
    state: "sent",
    attempts: 1,
    before: some(HOLDINGS),
    tx,
  });
  /** A wallet with one action whose bytes are in flight. */
  const stageSent = async () => {
    const walletId = await wallet();
    const [action, submission] = [newAction(walletId), newSubmission(walletId)];
    await ask(walletId, [action]);
    expect(await begin(submission, [action])).toBe(true);
    return { walletId, action, submission };
  };
  return { store, other, wallet, ask, open, begin, note, end, change, list, over, sent, stageSent };
}

/** The means of {@linkcode stageChain}. */
export type StagedChain = ReturnType<typeof stageChain>;
