/**
 * Calls of wallets that are contracts: their nonce.
 *
 * @module
 */
import { encodeAbiParameters, toFunctionSelector } from "viem/utils";
import { CONTRACTS } from "./execution.ts";
import { type ContractCall, type Hex } from "./contract_call.ts";
import { type WalletRegistry } from "./wallet_registry.ts";

const NONCE = toFunctionSelector("nonce()");

/**
 * Returns the answer to `nonce()`; undefined for another call, or to a contract of the venue. Every
 * other address answers, because not every wallet is known.
 */
export function readWalletCall(
  { to, data }: Pick<ContractCall, "to" | "data">,
  wallets: Pick<WalletRegistry, "nonce">,
): Hex | undefined {
  if (data.toLowerCase() !== NONCE || CONTRACTS.has(to.toLowerCase())) return undefined;
  return encodeAbiParameters([{ type: "uint256" }], [wallets.nonce(to)]);
}
