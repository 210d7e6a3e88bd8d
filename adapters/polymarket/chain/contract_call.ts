/**
 * The contract calls that claim, split and merge.
 *
 * Source: the venue's official client, autumn 2026; vectors are in the test.
 *
 * @module
 */
import { Option, Result } from "effect";
import { encodeFunctionData, parseAbi } from "viem/utils";
import type { Pair } from "../../../core/chain/mod.ts";
import type { WantedCall } from "../../../core/port/chain_road.ts";
import { type ConditionId, parsePositionId } from "../../../core/venue/mod.ts";
import type { Hex } from "../clob/contracts.ts";
import { ZERO_WORD } from "../clob/order_struct.ts";
import { CLAIM_CONTRACTS, PUSD } from "./addresses.ts";

/** One call of a contract. It sends no POL. */
export interface ContractCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** Protocol V1: the collateral, the parent collection, the condition, its outcomes, the amount. */
const ADAPTER = parseAbi([
  "function redeemPositions(address, bytes32, bytes32, uint256[])",
  "function splitPosition(address, bytes32, bytes32, uint256[], uint256)",
  "function mergePositions(address, bytes32, bytes32, uint256[], uint256)",
]);
/** Protocol V2: the condition, the outcome of a claim, the amount. */
const ROUTER = parseAbi([
  "function redeem(bytes31, uint256, uint256)",
  "function split(bytes31, uint256)",
  "function merge(bytes31, uint256)",
]);

/** Both outcomes, each as a set of its own, in bits. */
const BOTH_OUTCOMES = [1n, 2n] as const;
/** `0x` and 31 bytes. */
const SHORT_CONDITION_LENGTH = 64;

/**
 * Returns the calls of one thing to do, at least one. A claim at Protocol V1 takes all shares of
 * both outcomes, one at V2 is a call for each outcome. Fails, with a sentence, for shares that the
 * contract cannot claim.
 */
export function contractCalls(
  wanted: WantedCall,
): Result.Result<ReadonlyArray<ContractCall>, string> {
  return wanted.market.kind === "v2" ? routerCalls(wanted) : Result.succeed([adapterCall(wanted)]);
}

function adapterCall(wanted: WantedCall): ContractCall {
  const { kind, conditionId } = wanted.market;
  const set = [PUSD, ZERO_WORD, conditionId as string as Hex, BOTH_OUTCOMES] as const;
  const encode = () => {
    if (wanted.kind === "claim") {
      return encodeFunctionData({ abi: ADAPTER, functionName: "redeemPositions", args: set });
    }
    const functionName = wanted.kind === "split" ? "splitPosition" : "mergePositions";
    return encodeFunctionData({ abi: ADAPTER, functionName, args: [...set, wanted.sizeE6] });
  };
  return { to: CLAIM_CONTRACTS[kind], data: encode() };
}

function routerCalls(wanted: WantedCall): Result.Result<ReadonlyArray<ContractCall>, string> {
  const { kind: to, conditionId, tokenIds } = wanted.market;
  const condition = shortCondition(conditionId);
  const call = (data: Hex): ContractCall => ({ to: CLAIM_CONTRACTS[to], data });
  if (wanted.kind !== "claim") {
    const args = [condition, wanted.sizeE6] as const;
    return Result.succeed([
      call(encodeFunctionData({ abi: ROUTER, functionName: wanted.kind, args })),
    ]);
  }
  const claims = heldOf(tokenIds, wanted.sharesE6).map(({ tokenId, sizeE6 }) =>
    Result.map(outcomeOf(tokenId, conditionId), (outcome) =>
      call(
        encodeFunctionData({
          abi: ROUTER,
          functionName: "redeem",
          args: [condition, outcome, sizeE6],
        }),
      ))
  );
  return claims.length > 0 ? Result.all(claims) : Result.fail("there are no shares to claim");
}

/** Returns the outcomes with something to claim. */
function heldOf(tokenIds: Pair<string>, sharesE6: Pair<bigint>) {
  return tokenIds.map((tokenId, at) => ({ tokenId, sizeE6: sharesE6[at] ?? 0n }))
    .filter(({ sizeE6 }) => sizeE6 > 0n);
}

/** Returns the number of a token's outcome, as the contract counts. */
function outcomeOf(tokenId: string, conditionId: ConditionId): Result.Result<bigint, string> {
  const position = Option.filter(
    parsePositionId(tokenId),
    (position) => position.conditionId === conditionId,
  );
  return Result.map(
    Result.fromOption(position, () => `the token ${tokenId} is none of its condition`),
    ({ outcomeIndex }) => BigInt(outcomeIndex),
  );
}

/** Returns the condition without its last byte, which is the outcome's and zero. */
function shortCondition(conditionId: ConditionId): Hex {
  return conditionId.slice(0, SHORT_CONDITION_LENGTH) as Hex;
}
