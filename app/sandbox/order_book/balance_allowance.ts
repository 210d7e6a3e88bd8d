/**
 * `GET /balance-allowance`: what the caller holds of an asset, and what contracts may move of it.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { type Account, sharesOf, UNLIMITED } from "./accounts.ts";
import { REFUSAL } from "./refusal.ts";

const SIGNATURE_TYPES: ReadonlySet<string> = new Set(["0", "1", "2", "3"]);

/** The refusal of a question that does not say which asset, or whose. */
export function refuseQuestion(query: URLSearchParams): Answer | undefined {
  const assetType = query.get("asset_type");
  const isAsset = assetType === "COLLATERAL" ||
    assetType === "CONDITIONAL" && /^\d{1,78}$/.test(query.get("token_id") ?? "");
  // What the venue says to another signature type is not documented; it says this to what lacks.
  const isWallet = SIGNATURE_TYPES.has(query.get("signature_type") ?? "");
  return isAsset && isWallet ? undefined : REFUSAL.assetType;
}

/** The answer to a question that says both. Shares are approved all or none. */
export function balanceAllowance(
  query: URLSearchParams,
  { account, isTraded }: {
    readonly account: Account;
    readonly isTraded: (tokenId: string) => boolean;
  },
): Answer {
  const isMoney = query.get("asset_type") === "COLLATERAL";
  const allowances = [...account.allowancesE6].map(([spender, amountE6]) => {
    const allowed = isMoney || amountE6 === 0n ? amountE6 : UNLIMITED;
    return [spender, String(allowed)];
  });
  const tokenId = query.get("token_id") ?? "";
  const sharesE6 = isTraded(tokenId) ? sharesOf(account, tokenId) : 0n;
  return {
    status: 200,
    body: {
      balance: String(isMoney ? account.balanceE6 : sharesE6),
      allowances: Object.fromEntries(allowances),
    },
  };
}
