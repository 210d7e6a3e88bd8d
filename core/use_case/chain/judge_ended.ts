/**
 * Finds out what has become of actions whose bytes are over.
 *
 * @module
 */
import { Array, Clock, Effect, Option, Result } from "effect";
import {
  type ChainAction,
  type Evidence,
  isNowhere,
  mayBeExecutedLater,
  type Moved,
  paidFor,
  verdictOn,
} from "../../chain/mod.ts";
import { isPaperWallet } from "../../order/mod.ts";
import { ChainBalances } from "../../port/chain_balances.ts";
import { ChainLogs, type LoggedMoves } from "../../port/chain_road.ts";
import { type ActionChange, ChainStore, type EndedAction } from "../../port/chain_store.ts";
import { LedgerStore } from "../../port/ledger_store.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { IndexReadings } from "../ledger/mod.ts";
import { fittingMoves } from "./listed_moves.ts";
import type { ChainWallet } from "./chain_wallet.ts";

/** The index says seconds, by a clock that may be late by so much. */
const CLOCKS_MS = 60_000;

/**
 * Judges actions, and stores what they came to. Returns those that it can say nothing of yet: also
 * those of which whoever is asked says nothing, who may still say something of the others.
 */
export const judgeEnded = Effect.fn("judgeEnded")(function* (
  stored: ChainWallet,
  ended: ReadonlyArray<EndedAction>,
) {
  const left: EndedAction[] = [];
  for (const one of ended) {
    const isTogether = ended.some((other) =>
      other.action.id !== one.action.id && other.submission.id === one.submission.id
    );
    const judged = yield* Effect.result(judge(stored, { ...one, isTogether }));
    if (Result.isSuccess(judged)) {
      if (!judged.success) left.push(one);
      continue;
    }
    if (judged.failure._tag === "StoreFailed") return yield* Effect.fail(judged.failure);
    yield* Effect.logWarning(judged.failure.message);
    left.push(one);
  }
  return left;
});

/** Stores the verdict on one action. Returns false where there is none yet. */
const judge = Effect.fnUntraced(function* (
  stored: ChainWallet,
  one: EndedAction & Pick<Evidence, "isTogether">,
) {
  const store = yield* ChainStore;
  const { action, submission } = one;
  const evidence = yield* evidenceOf(stored, one);
  let verdict = verdictOn(action, evidence);
  let listedTx = Option.none<string>();
  if (verdict.verdict === "wait") {
    const listed = yield* listedOf(stored, one);
    verdict = verdictOn(action, { ...evidence, ...listed.evidence });
    listedTx = listed.tx;
  }
  const { id } = action;
  const submissionId = Option.some(submission.id);
  if (verdict.verdict === "over") {
    const { state, moved, why } = verdict;
    const known = Option.orElse(submission.tx, () => listedTx);
    const tx = state === "confirmed" || one.end === "failed" ? known : Option.none();
    const { nowMs: endedMs } = evidence;
    yield* store.change([{ id, submissionId, state, moved, why, tx, endedMs }]);
    return true;
  }
  const isWaiting = verdict.verdict === "wait";
  const why = Option.some(verdict.why);
  const change: ActionChange = { id, submissionId, why, state: isWaiting ? "sent" : "queued" };
  const isSaid = isWaiting && Option.contains(action.why, verdict.why);
  if (!isSaid) yield* store.change([change]);
  return !isWaiting;
});

const evidenceOf = Effect.fnUntraced(function* (
  { wallet, holder }: ChainWallet,
  { action, submission, end, endMs, why, isTogether }: EndedAction & Pick<Evidence, "isTogether">,
) {
  const { market } = action;
  const { signatureType, funder } = wallet;
  const logged = end === "executed" && Option.isSome(submission.tx)
    ? yield* (yield* ChainLogs).movedBy({ tx: submission.tx.value, address: funder })
    : Option.none();
  const now = yield* (yield* ChainBalances).of({ holder, signatureType, market });
  const evidence: Evidence = {
    end,
    isNowhere: isNowhere(submission),
    mayBeExecutedLater: mayBeExecutedLater({ action, submission, end }),
    isTogether,
    endMs,
    why,
    now,
    logged: Option.map(logged, (moves) => movedFor(action, moves)),
    listed: Option.none(),
    listedMs: Option.none(),
    nowMs: yield* Clock.currentTimeMillis,
  };
  return evidence;
});

/** Of the USDC of a transaction, which may claim several markets, each is paid for its shares. */
function movedFor(
  { kind, market: { tokenIds }, payoutsE6 }: ChainAction,
  { usdcE6, sharesE6 }: LoggedMoves,
): Moved {
  const of = (at: 0 | 1) => sharesE6.get(tokenIds[at]) ?? 0n;
  const moved: Moved = { usdcE6, sharesE6: [of(0), of(1)] };
  if (kind !== "claim") return moved;
  const paidE6 = Option.match(payoutsE6, {
    onNone: () => usdcE6,
    onSome: (pays) => paidFor(moved.sharesE6, pays),
  });
  return { ...moved, usdcE6: paidE6 < usdcE6 ? paidE6 : usdcE6 };
}

/** Returns what the index lists of an action, once it is read. */
const listedOf = Effect.fnUntraced(function* (
  { wallet }: ChainWallet,
  { action, submission, endMs }: EndedAction,
) {
  yield* (yield* IndexReadings).of(wallet);
  const { activity, asOfMs: listedMs } = yield* (yield* LedgerStore).activityOf(wallet.id);
  const sinceMs = submission.signedMs - CLOCKS_MS;
  // What was done after the bytes were over is another's.
  const deadlineMs = Option.match(submission.deadlineSec, {
    onNone: () => Infinity,
    onSome: (sec) => sec * 1000,
  });
  const untilMs = Math.min(endMs, deadlineMs) + CLOCKS_MS;
  const kind = action.kind === "claim" ? "redeem" : action.kind;
  const others = (yield* confirmedAt(wallet)).filter((other) =>
    other.id !== action.id && other.kind === action.kind &&
    other.market.conditionId === action.market.conditionId
  );
  const isOfOther = (tx: Option.Option<string>) =>
    others.some((other) => Option.isSome(other.tx) && isSameTx(other.tx, tx));
  const rows = activity.filter((row) =>
    row.kind === kind && row.atMs >= sinceMs &&
    Option.contains(row.conditionId, action.market.conditionId) &&
    (Option.isSome(submission.tx)
      ? isSameTx(submission.tx, row.tx)
      : row.atMs <= untilMs && !isOfOther(row.tx))
  );
  // As many are of others, whose transactions are not known.
  const othersCount = Option.isSome(submission.tx) ? 0 : others
    .filter(({ tx, endedMs, sizeE6 }) =>
      Option.isNone(tx) && Option.exists(endedMs, (ms) => ms >= sinceMs) &&
      Option.getOrUndefined(sizeE6) === Option.getOrUndefined(action.sizeE6)
    ).length;
  const own = Array.get(fittingMoves(rows, action), othersCount);
  const listed = Option.map(own, ({ moved }) => moved);
  return { evidence: { listed, listedMs }, tx: Option.flatMap(own, ({ tx }) => tx) };
});

/** Returns what was confirmed of all wallets whose shares are at the same address. */
const confirmedAt = Effect.fnUntraced(function* ({ id, funder }: ChainWallet["wallet"]) {
  const others = isPaperWallet(id) ? [] : yield* (yield* WalletStore).idsOfFunder(funder);
  const ids = new Set([id, ...others]);
  const store = yield* ChainStore;
  return (yield* Effect.forEach(ids, (each) => store.confirmedOf(each))).flat();
});

const isSameTx = (one: Option.Option<string>, other: Option.Option<string>): boolean =>
  Option.getOrUndefined(one)?.toLowerCase() === Option.getOrUndefined(other)?.toLowerCase();
