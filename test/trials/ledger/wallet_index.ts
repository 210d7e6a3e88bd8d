/** What the venue's index lists of a wallet, to the last digit. @module */
import { e6Of } from "./e6_of.ts";
import { parseExactly, type StartedWallet, type World } from "./started_wallets.ts";

/** Something that a wallet did. */
export interface IndexRow {
  readonly type: string;
  readonly side: "BUY" | "SELL" | null;
  readonly condition_id: string;
  readonly token_id: string | null;
  readonly transaction_hash: string;
  readonly usdc_size: string;
}

interface Page<Row> {
  readonly data: ReadonlyArray<Row>;
  readonly pagination: { readonly next_cursor: string | null };
}

async function allOf<Row>(
  { siteUrl }: World,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<ReadonlyArray<Row>> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const more: Record<string, string> = cursor === null ? {} : { cursor };
    const asked = new URLSearchParams({ ...query, limit: "1000", ...more });
    const page: Page<Row> = parseExactly(await (await fetch(`${siteUrl}${path}?${asked}`)).text());
    rows.push(...page.data);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** Returns all that a wallet did. */
export function activityOf(
  world: World,
  { address }: StartedWallet,
): Promise<ReadonlyArray<IndexRow>> {
  return allOf(world, "/v2/activity", { user: address });
}

/** Returns the fees of what was bought, USDC times 10^6, by token. */
export async function entryFeesOf(
  world: World,
  { address }: StartedWallet,
): Promise<ReadonlyMap<string, bigint>> {
  const statuses = ["OPEN", "REDEEMABLE_LOST", "CLOSED"];
  const asked = { user: address, filter_amount: "0.000001", include_archived: "true" };
  const found = await Promise.all(
    statuses.map((status) =>
      allOf<{ readonly token_id: string; readonly entry_fees_usdc: string }>(
        world,
        "/v2/positions",
        { ...asked, status },
      )
    ),
  );
  return new Map(found.flat().map((row) => [row.token_id, e6Of(row.entry_fees_usdc)]));
}

/** Returns the USDC times 10^6 that a row brought; below zero, what it took. Without fees. */
export function broughtE6({ type, side, usdc_size }: IndexRow): bigint {
  const amountE6 = e6Of(usdc_size);
  return type === "SPLIT" || side === "BUY" ? -amountE6 : amountE6;
}
