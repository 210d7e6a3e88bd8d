/**
 * The contract calls that tell what an address has.
 *
 * @module
 */
import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { ActionMarket, Pair } from "../../../core/chain/mod.ts";
import type { Hex } from "../clob/contracts.ts";
import { PUSD, SHARE_CONTRACTS } from "./addresses.ts";
import type { ContractCall } from "./contract_call.ts";

const MONEY = parseAbi(["function balanceOf(address) view returns (uint256)"]);
const SHARES = parseAbi([
  "function balanceOfBatch(address[], uint256[]) view returns (uint256[])",
]);

/** Returns the call for the USDC of an address. */
export function moneyCall(address: string): ContractCall {
  const args = [address as Hex] as const;
  return { to: PUSD, data: encodeFunctionData({ abi: MONEY, functionName: "balanceOf", args }) };
}

/** Reads its answer: USDC times 10^6. Throws for bytes that are none. */
export function readMoney(data: Hex): bigint {
  return decodeFunctionResult({ abi: MONEY, functionName: "balanceOf", data });
}

/** Returns the call for the shares that an address has of both outcomes of a market. */
export function sharesCall(
  address: string,
  { kind, tokenIds }: Pick<ActionMarket, "kind" | "tokenIds">,
): ContractCall {
  const owners = tokenIds.map(() => address as Hex);
  const args = [owners, tokenIds.map(BigInt)] as const;
  return {
    to: SHARE_CONTRACTS[kind],
    data: encodeFunctionData({ abi: SHARES, functionName: "balanceOfBatch", args }),
  };
}

/** Reads its answer: shares times 10^6. Throws for bytes that are none. */
export function readShares(data: Hex): Pair<bigint> {
  const [first, second, ...others] = decodeFunctionResult({
    abi: SHARES,
    functionName: "balanceOfBatch",
    data,
  });
  if (first === undefined || second === undefined || others.length > 0) {
    throw new Error("The answer has not two balances");
  }
  return [first, second];
}
