/** What owners do with their wallets by hand, past the service. @module */
import { control } from "../../simulator/kit/support.ts";
import { did } from "./deed_counts.ts";
import type { StartedWallet, World } from "./started_wallets.ts";

/** The transactions of claims by hand. */
export const claimedByHand = new Set<string>();

/** Does it; the chain may refuse it. Returns whether it was done. */
export async function doByHand(
  { venueUrl }: World,
  { address }: StartedWallet,
  deed: {
    readonly do: "split" | "merge" | "redeem";
    /** Either token of the market. */
    readonly tokenId: string;
    /** Decimal text; omitted to redeem, which takes all. */
    readonly amount?: string;
  },
): Promise<boolean> {
  const { tokenId, ...rest } = deed;
  const { status, body } = await control<{ readonly transaction_hash?: string }>(
    `${venueUrl}/__chain`,
    "POST",
    { address, token_id: tokenId, ...rest },
  );
  const { transaction_hash: tx } = body;
  if (status !== 200 || tx === undefined) {
    did(`refused ${deed.do}s by hand`);
    return false;
  }
  did(`${deed.do}s by hand`);
  if (deed.do === "redeem") claimedByHand.add(tx.toLowerCase());
  return true;
}
