/**
 * Requests for a wallet's balance and allowances at the order book.
 *
 * @module
 */
import type { SignatureType } from "../../../core/order/mod.ts";
import { type ClobRequest, keyed } from "./call.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";

/** The asset to ask about: money, or the shares of an outcome, of Protocol V1 or V2. */
export interface AssetQuery {
  readonly asset: { readonly kind: "COLLATERAL" } | {
    readonly kind: "CONDITIONAL" | "CONDITIONAL-V2";
    readonly tokenId: string;
  };
  readonly signatureType: SignatureType;
}

/** Returns the request for what the order book knows; `isUpdate`: makes it reread the chain. */
export function balanceRequest(
  holder: ApiKeyHolder,
  { asset, signatureType, isUpdate = false }: AssetQuery & { readonly isUpdate?: boolean },
): ClobRequest {
  const isMoney = asset.kind === "COLLATERAL";
  return keyed(holder, {
    path: isUpdate ? "/balance-allowance/update" : "/balance-allowance",
    query: {
      asset_type: asset.kind,
      ...(isMoney ? {} : { token_id: asset.tokenId }),
      signature_type: String(signatureType),
    },
    wanted: `the wallet's ${isMoney ? "balance" : "shares"}`,
  });
}
