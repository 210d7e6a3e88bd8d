/** A wallet's own ledger against what the venue says that it has. @module */
import { e6Of } from "./e6_of.ts";

/** A position as the service lists it; its numbers as text, to the last digit. */
export interface TextPosition {
  readonly condition_id: string;
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

/** Returns what does not agree, a line each. Balances are of before and after, decimal text. */
export function judgeLedger(
  positions: ReadonlyArray<TextPosition>,
  { before, after }: { readonly before: string; readonly after: string },
): ReadonlyArray<string> {
  const unknown = positions.filter((one) =>
    [one.cost_usdc, one.fees_usdc, one.realized_usdc].includes(null)
  );
  const apart = positions.filter(({ shares, venue, agrees }) =>
    agrees !== true || e6Of(venue?.shares ?? "0") !== e6Of(shares)
  );
  const madeE6 = positions.reduce(
    (all, { realized_usdc, cost_usdc, fees_usdc }) =>
      all + e6Of(realized_usdc ?? "0") - e6Of(cost_usdc ?? "0") - e6Of(fees_usdc ?? "0"),
    0n,
  );
  const movedE6 = e6Of(after) - e6Of(before);
  return [
    ...unknown.map((one) => `is not certain: ${JSON.stringify(one)}`),
    ...apart.map((one) => `differs from the venue: ${JSON.stringify(one)}`),
    ...madeE6 === movedE6 ? [] : [`made ${madeE6} and the balance moved by ${movedE6} millionths`],
  ];
}
