/**
 * The contracts of the outcome tokens: ERC-1155 tokens of each protocol, and how their conditions
 * are resolved.
 *
 * @module
 */
import { Result } from "effect";
import { parseAbi } from "viem/utils";
import { costE6 } from "../clob/micro_units.ts";
import { type Payouts } from "../clob/on_chain.ts";
import { outcomeIndexOf } from "../clob/traded_market.ts";
import { isOperator, withOperator } from "./approvals.ts";
import { CONTRACT, type TokenContract, tokenContractOf } from "./contract.ts";
import { type CallContext, type Contract, type ContractFunction, revert } from "./contract_call.ts";

const SHARED_ABI = [
  "function balanceOf(address account, uint256 id) view returns (uint256)",
  "function balanceOfBatch(address[] owners, uint256[] ids) view returns (uint256[])",
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
  "function setApprovalForAll(address operator, bool approved)",
] as const;
const APPROVAL_GAS: ReadonlyMap<string, number> = new Map([["setApprovalForAll", 26_000]]);
/** What the first protocol's contract says of a condition that is open, or unknown. */
export const UNRESOLVED = "result for condition not received yet";

/** The first protocol's tokens. */
export const TOKENS: Contract = {
  abi: parseAbi([
    ...SHARED_ABI,
    "function payoutDenominator(bytes32 conditionId) view returns (uint256)",
    "function payoutNumerators(bytes32 conditionId, uint256 index) view returns (uint256)",
    "function redeemPositions(address, bytes32, bytes32 conditionId, uint256[])",
  ]),
  gas: new Map([...APPROVAL_GAS, ["redeemPositions", 60_000]]),
  functions: new Map<string, ContractFunction>([
    ...ofAnyProtocol(CONTRACT.tokens),
    ["payoutDenominator", ([condition], context) => {
      const payouts = payoutsOf(String(condition), context);
      return Result.succeed(payouts === undefined ? 0n : reduced(payouts).denominator);
    }],
    ["payoutNumerators", ([condition, index], context) => {
      const payouts = payoutsOf(String(condition), context);
      if (payouts === undefined) return Result.succeed(0n);
      const numerator = reduced(payouts).numerators[Number(index)];
      return numerator === undefined ? revert() : Result.succeed(numerator);
    }],
    // The money backs no token here, so that the wallet has none of what this would redeem.
    [
      "redeemPositions",
      ([, , condition], context) =>
        payoutsOf(String(condition), context) === undefined
          ? revert(UNRESOLVED)
          : Result.succeed(undefined),
    ],
  ]),
};

/** The second protocol's tokens. */
export const POSITIONS: Contract = {
  abi: parseAbi([
    ...SHARED_ABI,
    "function getPayout(uint256 positionId, uint256 amount) view returns (uint256)",
  ]),
  gas: APPROVAL_GAS,
  functions: new Map<string, ContractFunction>([
    ...ofAnyProtocol(CONTRACT.positions),
    ["getPayout", ([id, amount], { marketOfToken, payouts }) => {
      const tokenId = String(id);
      const market = marketOfToken(tokenId);
      const resolved = market?.version === "v2" ? payouts(market) : undefined;
      if (market === undefined || resolved === undefined) return revert("not resolved");
      const payoutE6 = resolved.payoutsE6[outcomeIndexOf(market, tokenId)];
      return Result.succeed(costE6(amount as bigint, payoutE6));
    }],
  ]),
};

function ofAnyProtocol(
  tokens: TokenContract,
): ReadonlyArray<readonly [name: string, run: ContractFunction]> {
  const balance = (owner: unknown, id: unknown, { walletOf, marketOfToken }: CallContext) => {
    const market = marketOfToken(String(id));
    const isHere = market !== undefined && tokenContractOf(market) === tokens;
    return isHere ? walletOf(String(owner)).heldE6(String(id)) : 0n;
  };
  return [
    ["balanceOf", ([owner, id], context) => Result.succeed(balance(owner, id, context))],
    ["balanceOfBatch", (args, context) => {
      const [owners = [], ids = []] = args as ReadonlyArray<ReadonlyArray<unknown>>;
      return owners.length === ids.length
        ? Result.succeed(owners.map((owner, i) => balance(owner, ids[i], context)))
        : revert("ERC1155: accounts and ids length mismatch");
    }],
    ["isApprovedForAll", ([owner, operator], { walletOf }) => {
      const account = walletOf(String(owner)).account();
      return Result.succeed(isOperator(account, { tokens, operator: String(operator) }));
    }],
    ["setApprovalForAll", ([operator, approved], { transaction, emit }) => {
      const change = { tokens, operator: String(operator) };
      transaction.approve(withOperator(transaction.account(), change, approved === true));
      const owner = transaction.address;
      emit({ address: tokens, eventName: "ApprovalForAll", args: { owner, operator, approved } });
      return Result.succeed(undefined);
    }],
  ];
}

function payoutsOf(
  conditionId: string,
  { marketOfCondition, payouts }: CallContext,
): Payouts | undefined {
  const market = marketOfCondition(conditionId);
  return market?.version === "v1" ? payouts(market) : undefined;
}

/** Reporters give the smallest whole numbers: 1 and 0, or 1 and 1 if neither outcome won. */
function reduced({ payoutsE6: [first, second] }: Payouts) {
  const divisor = greatestDivisor(first, second);
  const numerators = [first / divisor, second / divisor] as const;
  return { numerators, denominator: numerators[0] + numerators[1] };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
