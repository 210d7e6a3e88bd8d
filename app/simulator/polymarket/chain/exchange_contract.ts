/**
 * The contracts that split money into outcome tokens, merge these, and claim: the adapters of the
 * first protocol, and the router of the second.
 *
 * The reasons of their reverts are guesses, except those of the tokens' contract. What the adapters
 * make of another collateral, parent or partition than the venue's client sends was not observed:
 * here they revert.
 *
 * @module
 */
import { Result } from "effect";
import { parseAbi } from "viem/utils";
import { redeemAll } from "../clob/on_chain.ts";
import { type TradedMarket } from "../clob/traded_market.ts";
import { UNLIMITED } from "../clob/accounts.ts";
import { allowanceE6, isOperator, withAllowance } from "./approvals.ts";
import { CONTRACT, type Operator, tokenContractOf } from "./contract.ts";
import {
  type CallContext,
  type Called,
  type Contract,
  type ContractFunction,
  revert,
} from "./contract_call.ts";
import { UNRESOLVED } from "./token_contract.ts";

const NO_COLLECTION = `0x${"0".repeat(64)}`;
/** Both outcomes, each by itself. */
const PARTITION = "1,2";
const GAS: ReadonlyMap<string, number> = new Map([
  ["splitPosition", 190_000],
  ["mergePositions", 170_000],
  ["redeemPositions", 210_000],
  ["split", 150_000],
  ["merge", 130_000],
  ["redeem", 120_000],
]);

/** The first protocol's adapter of ordinary markets. */
export const ADAPTER: Contract = adapterOf(CONTRACT.adapter, { isNegRisk: false });
/** The first protocol's adapter of neg-risk markets. */
export const NEG_RISK_ADAPTER: Contract = adapterOf(CONTRACT.negRiskAdapter, { isNegRisk: true });

/** The second protocol's router. */
export const ROUTER: Contract = {
  abi: parseAbi([
    "function split(bytes31 conditionId, uint256 amount)",
    "function merge(bytes31 conditionId, uint256 amount)",
    "function redeem(bytes31 conditionId, uint256 outcomeIndex, uint256 amount)",
  ]),
  gas: GAS,
  functions: new Map<string, ContractFunction>([
    [
      "split",
      ([condition, amount], context) =>
        Result.flatMap(
          routed(condition, context),
          (market) =>
            split(market, { amountE6: amount as bigint, spender: CONTRACT.router, context }),
        ),
    ],
    [
      "merge",
      ([condition, amount], context) =>
        Result.flatMap(
          routed(condition, context),
          (market) =>
            merge(market, { amountE6: amount as bigint, spender: CONTRACT.router, context }),
        ),
    ],
    [
      "redeem",
      ([condition, index, amount], context) =>
        Result.flatMap(
          routed(condition, context),
          (market) =>
            redeemOne(market, { index: Number(index), amountE6: amount as bigint, context }),
        ),
    ],
  ]),
};

function adapterOf(
  address: string,
  { isNegRisk }: { readonly isNegRisk: boolean },
): Contract {
  const adapted = (args: ReadonlyArray<unknown>, context: CallContext): Called<TradedMarket> => {
    const [collateral, parent, condition, partition] = args;
    const isUsual = collateral === CONTRACT.money && parent === NO_COLLECTION &&
      String(partition) === PARTITION;
    const market = context.marketOfCondition(String(condition));
    return isUsual && market?.version === "v1" && market.isNegRisk === isNegRisk
      ? Result.succeed(market)
      : revert();
  };
  const amountIn = (args: ReadonlyArray<unknown>) => args[4] as bigint;
  return {
    abi: parseAbi([
      "function splitPosition(address, bytes32, bytes32 conditionId, uint256[], uint256 amount)",
      "function mergePositions(address, bytes32, bytes32 conditionId, uint256[], uint256 amount)",
      "function redeemPositions(address, bytes32, bytes32 conditionId, uint256[])",
    ]),
    gas: GAS,
    functions: new Map<string, ContractFunction>([
      [
        "splitPosition",
        (args, context) =>
          Result.flatMap(
            adapted(args, context),
            (market) => split(market, { amountE6: amountIn(args), spender: address, context }),
          ),
      ],
      [
        "mergePositions",
        (args, context) =>
          Result.flatMap(
            adapted(args, context),
            (market) => merge(market, { amountE6: amountIn(args), spender: address, context }),
          ),
      ],
      ["redeemPositions", (args, context) =>
        Result.flatMap(adapted(args, context), (market) => {
          const resolved = context.payouts(market);
          if (resolved === undefined) return revert(UNRESOLVED);
          if (!mayMove(market, { spender: address, context })) return revert(NO_OPERATOR);
          // With nothing to redeem it succeeds.
          redeemAll(context.transaction, market, resolved);
          return Result.succeed(undefined);
        })],
    ]),
  };
}

interface PairCall {
  readonly amountE6: bigint;
  readonly spender: string;
  readonly context: CallContext;
}

const NO_OPERATOR = "ERC1155: need operator approval for 3rd party transfers";
const NO_BALANCE = "ERC1155: insufficient balance for transfer";

function split(market: TradedMarket, { amountE6, spender, context }: PairCall): Called<void> {
  const { transaction } = context;
  const allowedE6 = allowanceE6(transaction.account(), spender);
  if (amountE6 === 0n) return revert("amount is zero");
  if (allowedE6 < amountE6) return revert("ERC20: insufficient allowance");
  if (Result.isFailure(transaction.split(market, amountE6))) {
    return revert("ERC20: transfer amount exceeds balance");
  }
  if (allowedE6 < UNLIMITED) {
    const leftE6 = allowedE6 - amountE6;
    transaction.approve(withAllowance(transaction.account(), spender, leftE6));
  }
  return Result.succeed(undefined);
}

function merge(market: TradedMarket, { amountE6, spender, context }: PairCall): Called<void> {
  if (amountE6 === 0n) return revert("amount is zero");
  if (!mayMove(market, { spender, context })) return revert(NO_OPERATOR);
  return Result.mapError(
    context.transaction.merge(market, amountE6),
    () => ({ reason: NO_BALANCE }),
  );
}

/** A loser pays nothing. */
function redeemOne(
  market: TradedMarket,
  { index, amountE6, context }: {
    readonly index: number;
    readonly amountE6: bigint;
    readonly context: CallContext;
  },
): Called<void> {
  const tokenId = market.tokenIds[index];
  const resolved = context.payouts(market);
  const payoutE6 = resolved?.payoutsE6[index];
  if (tokenId === undefined || amountE6 === 0n) return revert();
  if (payoutE6 === undefined) return revert("not resolved");
  if (!mayMove(market, { spender: CONTRACT.router, context })) return revert(NO_OPERATOR);
  if (context.transaction.heldE6(tokenId) < amountE6) return revert(NO_BALANCE);
  context.transaction.redeem(market, { tokenId, sizeE6: amountE6, payoutE6 });
  return Result.succeed(undefined);
}

function mayMove(
  market: TradedMarket,
  { spender, context }: { readonly spender: string; readonly context: CallContext },
): boolean {
  const operator: Operator = { tokens: tokenContractOf(market), operator: spender };
  return isOperator(context.transaction.account(), operator);
}

/** The order book writes a condition with a last byte, which is zero. */
function routed(condition: unknown, { marketOfCondition }: CallContext): Called<TradedMarket> {
  const market = marketOfCondition(`${String(condition)}00`);
  return market?.version === "v2" ? Result.succeed(market) : revert();
}
