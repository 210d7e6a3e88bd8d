/**
 * What a wallet holds and allows, as the order book sees it.
 *
 * @module
 */
import type { SignatureType } from "../../../core/order/mod.ts";
import { type ClobQuestion, keyed } from "./call.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";

/** Money, or the shares of an outcome: of protocol V1, or of V2. */
export interface AssetQuestion {
  readonly asset: { readonly kind: "COLLATERAL" } | {
    readonly kind: "CONDITIONAL" | "CONDITIONAL-V2";
    readonly tokenId: string;
  };
  readonly signatureType: SignatureType;
}

/** The question for what the order book knows; `isUpdate`: for reading the chain anew. */
export function balanceQuestion(
  holder: ApiKeyHolder,
  { asset, signatureType, isUpdate = false }: AssetQuestion & { readonly isUpdate?: boolean },
): ClobQuestion {
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
