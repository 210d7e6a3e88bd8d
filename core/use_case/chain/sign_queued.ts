/**
 * Signs what a wallet has queued, and stores the bytes before anything is sent.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import {
  type ChainAction,
  type ChainSubmission,
  type Holdings,
  mayBeExecutedLater,
} from "../../chain/mod.ts";
import { formatDecimal, fromE6 } from "../../fee/mod.ts";
import { ChainBalances } from "../../port/chain_balances.ts";
import { ChainRoad, type WantedCall } from "../../port/chain_road.ts";
import { type ActionChange, ChainStore, type OpenActions } from "../../port/chain_store.ts";
import { NewId } from "../../port/new_id.ts";
import { SecretBox } from "../../port/secret_box.ts";
import { secretLocation } from "../../port/wallet_store.ts";
import { leastOf } from "./change_pairs.ts";
import type { ChainWallet } from "./chain_wallet.ts";

/** An action that can be done now, with what the wallet has. */
interface Doable {
  readonly action: ChainAction;
  readonly before: Holdings;
  readonly call: WantedCall;
}

/**
 * Ends queued actions that have nothing to do any more, and signs the first ones of the others:
 * several claims together where the wallet can; a split, a merge and a claim that was signed before
 * alone. Returns the stored bytes; none where nothing was signed.
 */
export const signQueued = Effect.fn("signQueued")(function* (
  stored: ChainWallet,
  { queued, signedBefore }: Pick<OpenActions, "queued" | "signedBefore">,
) {
  const [store, road] = [yield* ChainStore, yield* ChainRoad];
  const { wallet } = stored;
  /** The numbers of former bytes that the chain may execute yet, by their actions. */
  const formerNonces = new Map(
    signedBefore.filter(mayBeExecutedLater).map((
      { action, submission },
    ) => [action.id, submission.nonce]),
  );
  const doable = yield* firstDoable(stored, {
    queued,
    formerNonces,
    claimsMax: yield* road.claimsMax(wallet),
  });
  if (doable.length === 0) return Option.none();
  const box = yield* SecretBox;
  const sign = (wanted: ReadonlyArray<Doable>) =>
    box.open(
      stored.secrets.signingKey,
      secretLocation(wallet.id, "signingKey"),
      (signingKey) =>
        Effect.result(
          road.sign({ wallet, calls: wanted.map(({ call }) => call), signingKey }),
        ),
    );
  let begun = doable;
  let signed = yield* sign(begun);
  if (doable.length > 1 && isRefused(signed)) {
    // Which of them the road means is not said.
    begun = doable.slice(0, 1);
    signed = yield* sign(begun);
  }
  if (Result.isFailure(signed)) {
    const { failure } = signed;
    if (failure._tag !== "CallsRefused") return yield* Effect.fail(failure);
    yield* store.change(yield* failedBy(begun, failure.why));
    return Option.none();
  }
  // Whatever had the number of an action's former bytes is executed: it may be these.
  const { nonce } = signed.success;
  const passed = begun.filter(({ action }) => (formerNonces.get(action.id) ?? nonce) < nonce);
  if (passed.length > 0) {
    yield* Effect.forEach(passed, ({ action }) => reopen(action), { discard: true });
    return Option.none();
  }
  const submission: ChainSubmission = {
    ...signed.success,
    id: yield* yield* NewId,
    walletId: wallet.id,
    signedMs: yield* Clock.currentTimeMillis,
    sentMs: Option.none(),
    sends: 0,
    refusals: 0,
    roadId: Option.none(),
    passedMs: Option.none(),
  };
  const actions = begun.map(({ action, before }) => ({ id: action.id, before }));
  return (yield* store.begin({ submission, actions })) ? Option.some(submission) : Option.none();
});

/** Looks at one action after the other, until a submission is full. */
const firstDoable = Effect.fnUntraced(function* (
  stored: ChainWallet,
  { queued, formerNonces, claimsMax }: {
    readonly queued: ReadonlyArray<ChainAction>;
    readonly formerNonces: ReadonlyMap<string, bigint>;
    readonly claimsMax: number;
  },
) {
  const store = yield* ChainStore;
  const doable: Array<Doable> = [];
  for (const action of queued) {
    const isFull = doable.length >= claimsMax;
    // One that fails must not take others with it.
    const isAlone = action.kind !== "claim" || action.attempts > 0;
    if (isFull || (doable.length > 0 && isAlone)) break;
    const read = yield* Effect.result((yield* ChainBalances).of({
      holder: stored.holder,
      signatureType: stored.wallet.signatureType,
      market: action.market,
    }));
    if (Result.isFailure(read)) {
      // Whoever does not answer does not answer for the others either.
      if (read.failure._tag !== "VenueRefused") return yield* Effect.fail(read.failure);
      yield* sayWhy(action, read.failure.message);
      continue;
    }
    const before = read.success;
    const wanted = wantedOf(action, before);
    if ("end" in wanted && formerNonces.has(action.id)) {
      yield* reopen(action);
      continue;
    }
    if ("end" in wanted) {
      const endedMs = yield* Clock.currentTimeMillis;
      yield* store.change([{ id: action.id, ...wanted.end, endedMs }]);
      continue;
    }
    doable.push({ action, before, call: wanted.call });
    if (isAlone) break;
  }
  return doable;
});

/** Finds out once more what became of bytes that were said to have failed. */
const reopen = Effect.fnUntraced(function* ({ walletId, id }: ChainAction) {
  const endMs = yield* Clock.currentTimeMillis;
  yield* (yield* ChainStore).reopen({ walletId, id, endMs });
});

/** Says what a queued action waits for, unless it says that already. */
export const sayWhy = Effect.fnUntraced(function* (
  action: Pick<ChainAction, "id" | "why">,
  why: string,
) {
  if (Option.contains(action.why, why)) return;
  const change = { id: action.id, state: "queued", submissionId: Option.none() } as const;
  yield* (yield* ChainStore).change([{ ...change, why: Option.some(why) }]);
});

type Ended = Omit<Extract<ActionChange, { readonly endedMs: number }>, "id" | "endedMs">;

/** Returns the call of an action, or how it ends by what the wallet has. */
function wantedOf(
  { kind, market, sizeE6, payoutsE6 }: ChainAction,
  { usdcE6, sharesE6 }: Holdings,
): { readonly call: WantedCall } | { readonly end: Ended } {
  if (kind === "claim") {
    const paying = Option.getOrElse(payoutsE6, () => [1n, 1n] as const);
    const [first, second] = [
      paying[0] > 0n ? sharesE6[0] : 0n,
      paying[1] > 0n ? sharesE6[1] : 0n,
    ];
    if (first + second === 0n) return { end: ended("nothing_left", NOTHING_LEFT) };
    return { call: { kind, market, sharesE6: [first, second] } };
  }
  const wantedE6 = Option.getOrElse(sizeE6, () => 0n);
  const heldE6 = kind === "split" ? usdcE6 : leastOf(sharesE6);
  if (heldE6 >= wantedE6) return { call: { kind, market, sizeE6: wantedE6 } };
  const held = formatDecimal(fromE6(heldE6));
  const what = kind === "split" ? "USDC" : "shares of both outcomes";
  return { end: ended("failed", `the wallet has ${held} ${what} on the chain`) };
}

const NOTHING_LEFT = "the wallet has no shares of it that pay: they were claimed or sold before";

const ended = (state: Ended["state"], why: string): Ended => ({
  // Nothing is signed for what is queued.
  submissionId: Option.none(),
  state,
  moved: Option.none(),
  tx: Option.none(),
  why: Option.some(why),
});

function isRefused(
  signed: Result.Result<unknown, { readonly _tag: string }>,
): boolean {
  return Result.isFailure(signed) && signed.failure._tag === "CallsRefused";
}

const failedBy = Effect.fnUntraced(function* (doable: ReadonlyArray<Doable>, why: string) {
  const endedMs = yield* Clock.currentTimeMillis;
  return doable.map(({ action: { id } }): ActionChange => ({
    id,
    ...ended("failed", why),
    endedMs,
  }));
});
