/**
 * Maps the rows of what wallets do on the chain: amounts as digits, pairs separated by a comma.
 *
 * @module
 */
import { Option } from "effect";
import type {
  ChainAction,
  ChainActionKind,
  ChainActionState,
  ChainRoadName,
  ChainSubmission,
  Holdings,
  Pair,
  SubmissionEnd,
} from "../../../core/chain/mod.ts";
import type { MarketKind } from "../../../core/order/mod.ts";
import type { ActionChange, EndedAction, NewChainAction } from "../../../core/port/chain_store.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import type { SqlParameter, SqlRow } from "../engine/sql.ts";
import { amountIn, numberIn, textIn, textOf } from "./column.ts";

/** What {@linkcode toAction} reads. */
export const ACTION_COLUMNS = `
  action.id, action.wallet_id, action.kind, action.condition_id, action.slug, action.market_kind,
  action.token_ids, action.outcomes, action.size_e6::text as size_e6, action.payouts_e6,
  action.is_automatic::text as is_automatic, action.state, action.attempts::text as attempts,
  action.before_usdc_e6::text as before_usdc_e6, action.before_shares_e6,
  action.moved_usdc_e6::text as moved_usdc_e6, action.moved_shares_e6, action.tx, action.why,
  action.requested_ms::text as requested_ms, action.ended_ms::text as ended_ms
`;

/** What {@linkcode toSubmission} and {@linkcode toEnded} read, besides an action's columns. */
export const SUBMISSION_COLUMNS = `
  submission.id as submission_id, submission.wallet_id as submission_wallet, submission.road,
  submission.nonce::text as nonce, submission.deadline_sec::text as deadline_sec, submission.body,
  submission.tx as submission_tx, submission.signed_ms::text as signed_ms,
  submission.sent_ms::text as sent_ms, submission.sends::text as sends,
  submission.refusals::text as refusals, submission.road_id,
  submission.passed_ms::text as passed_ms,
  submission.ended, submission.ended_ms::text as submission_ended_ms, submission.ended_why
`;

/** Returns the action in a row, or in what was told of one. */
export function toAction(row: SqlRow): ChainAction {
  return {
    id: String(row["id"]),
    walletId: String(row["wallet_id"]),
    kind: row["kind"] as ChainActionKind,
    market: {
      conditionId: Option.getOrThrow(parseConditionId(String(row["condition_id"]))),
      slug: textIn(row["slug"]),
      kind: row["market_kind"] as MarketKind,
      tokenIds: pairIn(row["token_ids"]),
      outcomes: JSON.parse(String(row["outcomes"])) as Pair<string>,
    },
    sizeE6: amountIn(row["size_e6"]),
    payoutsE6: Option.map(textIn(row["payouts_e6"]), amountsIn),
    // A row has text here, and what was told of it has the flag itself.
    isAutomatic: String(row["is_automatic"]) === "true",
    state: row["state"] as ChainActionState,
    attempts: Number(row["attempts"]),
    before: holdingsIn(row["before_usdc_e6"], row["before_shares_e6"]),
    moved: holdingsIn(row["moved_usdc_e6"], row["moved_shares_e6"]),
    tx: textIn(row["tx"]),
    why: textIn(row["why"]),
    requestedMs: Number(row["requested_ms"]),
    endedMs: numberIn(row["ended_ms"]),
  };
}

/** Returns the submission in a row. */
export function toSubmission(row: SqlRow): ChainSubmission {
  return {
    id: String(row["submission_id"]),
    walletId: String(row["submission_wallet"]),
    road: row["road"] as ChainRoadName,
    nonce: BigInt(String(row["nonce"])),
    deadlineSec: numberIn(row["deadline_sec"]),
    body: String(row["body"]),
    tx: textIn(row["submission_tx"]),
    signedMs: Number(row["signed_ms"]),
    sentMs: numberIn(row["sent_ms"]),
    sends: Number(row["sends"]),
    refusals: Number(row["refusals"]),
    roadId: textIn(row["road_id"]),
    passedMs: numberIn(row["passed_ms"]),
  };
}

/** Returns the action in a row whose bytes are over, with them. */
export function toEnded(row: SqlRow): EndedAction {
  return {
    action: toAction(row),
    submission: toSubmission(row),
    end: row["ended"] as SubmissionEnd,
    endMs: Number(row["submission_ended_ms"]),
    why: textIn(row["ended_why"]),
  };
}

/** Returns a new action as a row of JSON. */
export function newActionRow({ market, ...action }: NewChainAction) {
  return {
    id: action.id,
    kind: action.kind,
    condition_id: market.conditionId,
    slug: Option.getOrNull(market.slug),
    market_kind: market.kind,
    token_ids: market.tokenIds.join(","),
    outcomes: JSON.stringify(market.outcomes),
    size_e6: textOf(action.sizeE6),
    payouts_e6: Option.getOrNull(Option.map(action.payoutsE6, pairText)),
    is_automatic: action.isAutomatic,
    requested_ms: String(action.requestedMs),
  };
}

/** Returns a change of an action as a row of JSON. */
export function changeRow(change: ActionChange) {
  const isOver = change.state !== "queued" && change.state !== "sent";
  const moved = isOver ? Option.getOrUndefined(change.moved) : undefined;
  return {
    id: change.id,
    submission_id: Option.getOrNull(change.submissionId),
    state: change.state,
    why: Option.getOrNull(change.why),
    moved_usdc_e6: moved === undefined ? null : String(moved.usdcE6),
    moved_shares_e6: moved === undefined ? null : pairText(moved.sharesE6),
    tx: isOver ? Option.getOrNull(change.tx) : null,
    ended_ms: isOver ? String(change.endedMs) : null,
  };
}

/** Returns what a wallet had before an action as a row of JSON. */
export function beforeRow(
  { id, before }: { readonly id: string; readonly before: Holdings },
) {
  return { id, usdc_e6: String(before.usdcE6), shares_e6: pairText(before.sharesE6) };
}

/** Returns a submission as the parameters of a statement, in the order of its fields. */
export function submissionParameters(submission: ChainSubmission): ReadonlyArray<SqlParameter> {
  return [
    submission.id,
    submission.walletId,
    submission.road,
    String(submission.nonce),
    textOf(submission.deadlineSec),
    submission.body,
    textOf(submission.tx),
    String(submission.signedMs),
    textOf(submission.sentMs),
    String(submission.sends),
    String(submission.refusals),
    textOf(submission.roadId),
    textOf(submission.passedMs),
  ];
}

const pairText = (pair: Pair<bigint>): string => pair.join(",");

function pairIn(column: unknown): Pair<string> {
  const [first = "", second = ""] = String(column).split(",");
  return [first, second];
}

function amountsIn(text: string): Pair<bigint> {
  const [first, second] = pairIn(text);
  return [BigInt(first), BigInt(second)];
}

function holdingsIn(usdc: unknown, shares: unknown): Option.Option<Holdings> {
  return Option.all({
    usdcE6: amountIn(usdc),
    sharesE6: Option.map(textIn(shares), amountsIn),
  });
}
