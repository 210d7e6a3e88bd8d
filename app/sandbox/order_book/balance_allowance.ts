/**
 * `GET /balance-allowance`: what the caller holds of an asset, and what contracts may move of it.
 *
 * Source: the venue's documentation. Each protocol has an asset type of its own, which knows
 * neither the other's tokens nor its spenders; money is one for both.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { type Account, type Allowances, sharesOf, UNLIMITED } from "./accounts.ts";
import { REFUSAL } from "./refusal.ts";
import { isOfSecondProtocol } from "./spender.ts";

const SIGNATURE_TYPES: ReadonlySet<string> = new Set(["0", "1", "2", "3"]);
/** Shares, with the version of the markets that they are of. */
const VERSION_OF_SHARES: ReadonlyMap<string | null, string> = new Map([
  ["CONDITIONAL", "v1"],
  ["CONDITIONAL-V2", "v2"],
]);

/** The refusal of a question that does not say which asset, or whose. */
export function refuseQuestion(query: URLSearchParams): Answer | undefined {
  const assetType = query.get("asset_type");
  const isAsset = assetType === "COLLATERAL" ||
    VERSION_OF_SHARES.has(assetType) && /^\d{1,78}$/.test(query.get("token_id") ?? "");
  // What the venue says to another signature type is not documented; it says this to what lacks.
  const isWallet = SIGNATURE_TYPES.has(query.get("signature_type") ?? "");
  return isAsset && isWallet ? undefined : REFUSAL.assetType;
}

/** The answer to a question that says both. Shares are approved all or none. */
export function balanceAllowance(
  query: URLSearchParams,
  { account, versionOf }: {
    readonly account: Account;
    /** Of the market of a token; undefined for one that is not traded. */
    readonly versionOf: (tokenId: string) => string | undefined;
  },
): Answer {
  const version = VERSION_OF_SHARES.get(query.get("asset_type"));
  if (version === undefined) {
    const { balanceE6, allowancesE6 } = account;
    return answered(balanceE6, [...allowancesE6]);
  }
  const tokenId = query.get("token_id") ?? "";
  return answered(
    versionOf(tokenId) === version ? sharesOf(account, tokenId) : 0n,
    ofShares(account.shareAllowancesE6, version),
  );
}

function ofShares(allowancesE6: Allowances, version: string) {
  return [...allowancesE6]
    .filter(([spender]) => isOfSecondProtocol(spender) === (version === "v2"))
    .map(([spender, amountE6]) => [spender, amountE6 === 0n ? 0n : UNLIMITED] as const);
}

function answered(
  balanceE6: bigint,
  allowancesE6: ReadonlyArray<readonly [spender: string, amountE6: bigint]>,
): Answer {
  const allowances = allowancesE6.map(([spender, amountE6]) => [spender, String(amountE6)]);
  return {
    status: 200,
    body: { balance: String(balanceE6), allowances: Object.fromEntries(allowances) },
  };
}
