/** A wallet's own ledger against what the venue says that it has. @module */
import { e6Of } from "./e6_of.ts";

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

/** Returns what a ledger says that a wallet has made, less what its balance says, in millionths. */
export function differenceE6(
  positions: ReadonlyArray<TextPosition>,
  { before, after }: { readonly before: string; readonly after: string },
): bigint {
  const madeE6 = positions.reduce(
    (all, { realized_usdc, cost_usdc, fees_usdc }) =>
      all + e6Of(realized_usdc ?? "0") - e6Of(cost_usdc ?? "0") - e6Of(fees_usdc ?? "0"),
    0n,
  );
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
