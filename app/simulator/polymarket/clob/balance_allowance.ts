/**
 * Answers `GET /balance-allowance`: the caller's balance of an asset, and the contracts'
 * allowances. Shares are those that the chain has.
 *
 * Source: the venue's documentation. Each protocol has a separate asset type, which excludes the
 * other protocol's tokens and spenders; money is shared by both.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { type Account, type Allowances, UNLIMITED } from "./accounts.ts";
import { REFUSAL } from "./refusal.ts";
import { isOfSecondProtocol } from "./spender.ts";
import { chainSharesE6, type Unsettled } from "./unsettled.ts";

const SIGNATURE_TYPES: ReadonlySet<string> = new Set(["0", "1", "2", "3"]);
/** Shares, and the protocol version of their markets. */
const VERSION_OF_SHARES: ReadonlyMap<string | null, string> = new Map([
  ["CONDITIONAL", "v1"],
  ["CONDITIONAL-V2", "v2"],
]);

/** Refuses a query without a valid asset or signature type. */
export function refuseQuestion(query: URLSearchParams): Answer | undefined {
  const assetType = query.get("asset_type");
  const isAsset = assetType === "COLLATERAL" ||
    VERSION_OF_SHARES.has(assetType) && /^\d{1,78}$/.test(query.get("token_id") ?? "");
  // The answer to any other signature type is not documented; this is the one for missing fields.
  const isWallet = SIGNATURE_TYPES.has(query.get("signature_type") ?? "");
  return isAsset && isWallet ? undefined : REFUSAL.assetType;
}

/** Answers a valid query. Shares are approved fully or not at all. */
export function balanceAllowance(
  query: URLSearchParams,
  { account, unsettledOf, versionOf }: {
    readonly account: Account;
    /** Returns what the account's trades have moved of a token, and the chain has not. */
    readonly unsettledOf: (tokenId: string) => Unsettled;
    /** Returns the market of a token; undefined for a token that is not traded. */
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
    versionOf(tokenId) === version
      ? chainSharesE6(account, { ...unsettledOf(tokenId), tokenId })
      : 0n,
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
