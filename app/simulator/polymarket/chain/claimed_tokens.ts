/**
 * Which tokens a call claims.
 *
 * @module
 */
import { decodeFunctionData } from "viem/utils";
import { type TradedMarket } from "../clob/traded_market.ts";
import { CONTRACT } from "./contract.ts";
import { type ContractCall } from "./contract_call.ts";
import { ADAPTER, ROUTER } from "./exchange_contract.ts";

const ADAPTERS: ReadonlySet<string> = new Set(
  [CONTRACT.adapter, CONTRACT.negRiskAdapter].map((address) => address.toLowerCase()),
);

/** Returns the tokens; undefined for a call that is no claim, or not of a known market. */
export function claimedTokens(
  { to, data }: Pick<ContractCall, "to" | "data">,
  marketOfCondition: (conditionId: string) => TradedMarket | undefined,
): ReadonlyArray<string> | undefined {
  const contract = to.toLowerCase();
  const isAdapter = ADAPTERS.has(contract);
  if (!isAdapter && contract !== CONTRACT.router.toLowerCase()) return undefined;
  const decoded = decode(isAdapter ? ADAPTER.abi : ROUTER.abi, data);
  if (decoded?.functionName === "redeemPositions") {
    return marketOfCondition(String(decoded.args?.[2]))?.tokenIds;
  }
  if (decoded?.functionName !== "redeem") return undefined;
  const [condition, index] = decoded.args ?? [];
  const tokenId = marketOfCondition(`${String(condition)}00`)?.tokenIds[Number(index)];
  return tokenId === undefined ? undefined : [tokenId];
}

function decode(abi: typeof ADAPTER.abi, data: ContractCall["data"]) {
  try {
    return decodeFunctionData({ abi, data });
  } catch {
    return undefined;
  }
}
