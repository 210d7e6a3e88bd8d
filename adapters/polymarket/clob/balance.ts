/**
 * What a wallet has to pay with, as the order book sees it.
 *
 * @module
 */
import { Effect } from "effect";
import type { SignatureType } from "../../../core/order/mod.ts";
import { type Asking, type ClobCall, keyed } from "./call.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";
import { BalancePayload } from "./payload.ts";

/** The balance without a look at the chain, in USDC times 10^6. */
export function askBalanceE6(
  { read }: ClobCall,
  { holder, signatureType }: {
    readonly holder: ApiKeyHolder;
    readonly signatureType: SignatureType;
  },
): Asking<bigint> {
  const question = keyed(holder, {
    path: "/balance-allowance",
    query: { asset_type: "COLLATERAL", signature_type: String(signatureType) },
    wanted: "the wallet's balance",
  });
  return Effect.map(read(question, BalancePayload), ({ balance }) => BigInt(balance));
}
