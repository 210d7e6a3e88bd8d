/**
 * What the venue's index lists of an action.
 *
 * @module
 */
import { Option } from "effect";
import { type ChainAction, type Moved, paidFor, type Pair, pairMoved } from "../../chain/mod.ts";
import type { IndexedActivity } from "../../port/wallet_index.ts";

/** What decides which rows may be of an action. */
export type ListedAction = Pick<
  ChainAction,
  "kind" | "sizeE6" | "market" | "payoutsE6" | "before"
>;

/** What one transaction moved of a market. */
export interface ListedMoves {
  readonly tx: Option.Option<string>;
  readonly moved: Moved;
}

/**
 * Returns the transactions that may have been an action's by what they moved, from rows of its kind
 * and market, oldest first: a split or a merge of its size, and a claim that was paid anything;
 * before others one that was paid what the wallet had. Owners and the venue do such things, too.
 */
export function fittingMoves(
  rows: ReadonlyArray<IndexedActivity>,
  { kind, sizeE6, market: { tokenIds }, payoutsE6, before }: ListedAction,
): ReadonlyArray<ListedMoves> {
  const sizedE6 = Option.getOrElse(sizeE6, () => 0n);
  const isFitting = ({ usdcE6 }: Moved) =>
    kind === "claim" ? usdcE6 > 0n : usdcE6 === pairMoved(kind, sizedE6).usdcE6;
  const byTx = Map.groupBy(rows, ({ tx, atMs }) => Option.getOrElse(tx, () => `at ${atMs}`));
  const wonE6 = Option.map(
    Option.all({ before, payoutsE6 }),
    (known) => -paidFor(known.before.sharesE6, known.payoutsE6),
  );
  const isAll = ({ moved }: ListedMoves) =>
    kind === "claim" && Option.contains(wonE6, moved.usdcE6);
  const fitting = [...byTx.values()].flatMap((own) => {
    const tx = own[0]?.tx ?? Option.none();
    const moved = Option.filter(movedIn(own, tokenIds), isFitting);
    return Option.isSome(moved) ? [{ tx, moved: moved.value }] : [];
  });
  return fitting.toSorted((a, b) => Number(isAll(b)) - Number(isAll(a)));
}

/** None where the index does not say an amount, which is not zero. */
function movedIn(
  rows: ReadonlyArray<IndexedActivity>,
  tokenIds: Pair<string>,
): Option.Option<Moved> {
  const amounts = Option.all(
    rows.map(({ kind, tokenId, sharesE6, usdcE6 }) =>
      Option.map(Option.all({ sharesE6, usdcE6 }), (known) => ({ ...known, kind, tokenId }))
    ),
  );
  return Option.map(
    amounts,
    (known) =>
      known.reduce((sum, { kind, tokenId, sharesE6, usdcE6 }): Moved => {
        const sign = kind === "split" ? 1n : -1n;
        const isOf = (at: 0 | 1) =>
          kind !== "redeem" || Option.contains(tokenId, tokenIds[at]) ? sign * sharesE6 : 0n;
        return {
          usdcE6: sum.usdcE6 - sign * usdcE6,
          sharesE6: [sum.sharesE6[0] + isOf(0), sum.sharesE6[1] + isOf(1)],
        };
      }, { usdcE6: 0n, sharesE6: [0n, 0n] }),
  );
}
