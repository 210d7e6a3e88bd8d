/** A wallet's own ledger against what the venue says that it has. @module */
import { e6Of } from "./e6_of.ts";
import { broughtE6, type IndexRow } from "./wallet_index.ts";

/** A position as the service lists it; its numbers as text, to the last digit. */
export interface TextPosition {
  readonly condition_id: string;
  readonly tokenId: string;
  readonly slug: string | null;
  readonly outcome: string | null;
  readonly status: string;
  readonly shares: string;
  readonly cost_usdc: string | null;
  readonly fees_usdc: string | null;
  readonly realized_usdc: string | null;
  readonly venue: { readonly shares: string } | null;
  readonly agrees: boolean | null;
}

/** USDC times 10^6 that came by a position, without fees; below zero, what went. */
const cameE6 = ({ realized_usdc, cost_usdc }: TextPosition): bigint =>
  e6Of(realized_usdc ?? "0") - e6Of(cost_usdc ?? "0");
const feesE6 = ({ fees_usdc }: TextPosition): bigint => e6Of(fees_usdc ?? "0");

/** Returns what a ledger says that a wallet has made, less what its balance says, in millionths. */
export function differenceE6(
  positions: ReadonlyArray<TextPosition>,
  { before, after }: { readonly before: string; readonly after: string },
): bigint {
  const madeE6 = positions.reduce((all, one) => all + cameE6(one) - feesE6(one), 0n);
  return madeE6 - (e6Of(after) - e6Of(before));
}

/** Returns the positions that are not certain, not as the venue has them, or not claimed. */
export function oddPositions(
  positions: ReadonlyArray<TextPosition>,
): ReadonlyArray<TextPosition> {
  return positions.filter(({ cost_usdc, fees_usdc, realized_usdc, ...one }) =>
    [cost_usdc, fees_usdc, realized_usdc].includes(null) ||
    one.agrees !== true || e6Of(one.venue?.shares ?? "0") !== e6Of(one.shares) ||
    one.status === "claimable"
  );
}

/**
 * Returns the conditions of which the index lists other USDC than the ledger has, or other fees:
 * of what was bought alone, as it lists no others.
 */
export function conditionsApart(
  positions: ReadonlyArray<TextPosition>,
  { rows, entryFees }: {
    readonly rows: ReadonlyArray<IndexRow>;
    readonly entryFees: ReadonlyMap<string, bigint>;
  },
): ReadonlyArray<string> {
  const leftE6 = new Map<string, bigint>();
  const add = (condition: string, amountE6: bigint) =>
    leftE6.set(condition, (leftE6.get(condition) ?? 0n) + amountE6);
  for (const row of rows) add(row.condition_id, broughtE6(row));
  for (const position of positions) add(position.condition_id, -cameE6(position));
  const sold = new Set(rows.filter(({ side }) => side === "SELL").map(({ token_id }) => token_id));
  const feesApart = positions.filter((position) =>
    !sold.has(position.tokenId) && feesE6(position) !== (entryFees.get(position.tokenId) ?? 0n)
  );
  return [
    ...new Set([
      ...[...leftE6].flatMap(([condition, amountE6]) => amountE6 === 0n ? [] : [condition]),
      ...feesApart.map(({ condition_id }) => condition_id),
    ]),
  ];
}
