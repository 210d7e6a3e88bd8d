/**
 * Entries of the claims, splits and merges that this service has sent.
 *
 * The index lists them as well, minutes later: from then on its rows count, which have the chain's
 * own amounts.
 *
 * @module
 */
import { Option } from "effect";
import type { ChainAction } from "../chain/mod.ts";
import { ONE_E6 } from "../fee/mod.ts";
import { type Activity, pairMoves } from "./activity_entry.ts";
import type { LedgerEntry, Move } from "./entry.ts";

/** A confirmed action. */
export type DoneAction = Pick<
  ChainAction,
  "id" | "kind" | "market" | "payoutsE6" | "moved" | "tx" | "requestedMs" | "endedMs"
>;

/** The clock that says when it was asked for may be late by so much. */
const LATE_MS = 60_000;

/** Returns the entries of those that the index does not list. */
export function actionEntries(
  actions: ReadonlyArray<DoneAction>,
  activity: ReadonlyArray<Activity>,
): ReadonlyArray<LedgerEntry> {
  return actions.flatMap((action): ReadonlyArray<LedgerEntry> => {
    const { id, kind, market: { conditionId }, tx, requestedMs } = action;
    const moves = movesOf(action);
    if (moves.length === 0 || activity.some((row) => isOf(row, action))) return [];
    const atMs = Option.getOrElse(action.endedMs, () => requestedMs);
    return [{
      id: `${kind}:${id}`,
      kind,
      atMs,
      settledMs: atMs,
      conditionId,
      isFinal: true,
      moves,
      feeE6: 0n,
      tx: Option.getOrNull(tx),
    }];
  });
}

/**
 * A claim takes all that there is: whatever of its market is redeemed later is that claim, also by
 * another transaction than was heard of. Of splits and merges there may be several.
 */
function isOf(
  { kind, conditionId, tx, sharesE6, atMs }: Activity,
  action: DoneAction,
): boolean {
  const named = action.kind === "claim" ? "redeem" : action.kind;
  if (kind !== named) return false;
  if (!Option.contains(conditionId, action.market.conditionId)) return false;
  const isSameTx = Option.exists(
    Option.all([tx, action.tx]),
    ([listed, hash]) => listed.toLowerCase() === hash.toLowerCase(),
  );
  // Whatever the clocks say.
  if (isSameTx) return true;
  if (atMs < action.requestedMs - LATE_MS) return false;
  if (kind === "redeem") return true;
  const sizeE6 = Option.map(action.moved, ({ sharesE6: [first] }) => first < 0n ? -first : first);
  return Option.isNone(action.tx) &&
    Option.getOrUndefined(sharesE6) === Option.getOrUndefined(sizeE6);
}

function movesOf({ kind, market, payoutsE6, moved }: DoneAction): ReadonlyArray<Move> {
  if (Option.isNone(moved)) return [];
  const { tokenIds } = market;
  const { sharesE6, usdcE6 } = moved.value;
  if (kind !== "claim") {
    const [first] = sharesE6;
    return pairMoves(tokenIds, { kind, sharesE6: first < 0n ? -first : first });
  }
  const payouts = Option.getOrElse(payoutsE6, () => [0n, 0n] as const);
  // What the second outcome does not pay, the first one does.
  const secondE6 = payouts[0] === 0n ? usdcE6 : -sharesE6[1] * payouts[1] / ONE_E6;
  const moves = [
    { tokenId: tokenIds[0], sharesE6: sharesE6[0], usdcE6: usdcE6 - secondE6 },
    { tokenId: tokenIds[1], sharesE6: sharesE6[1], usdcE6: secondE6 },
  ];
  return moves.filter((move) => move.sharesE6 !== 0n);
}
