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
import { CONTRACT, tokenContractOf } from "./contract.ts";
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
  functions: onMarkets(routedMarket, {
    split: (call, [, amountE6]) => split(call, amountE6 as bigint),
    merge: (call, [, amountE6]) => merge(call, amountE6 as bigint),
    redeem: (call, [, index, amountE6]) =>
      redeemOne(call, { index: Number(index), amountE6: amountE6 as bigint }),
  }),
};

function adapterOf(
  address: string,
  { isNegRisk }: { readonly isNegRisk: boolean },
): Contract {
  const adapted: FindMarket = ([collateral, parent, condition, partition], context) => {
    const isUsual = collateral === CONTRACT.money && parent === NO_COLLECTION &&
      String(partition) === PARTITION;
    const market = context.marketOfCondition(String(condition));
    return isUsual && market?.version === "v1" && market.isNegRisk === isNegRisk
      ? { market, spender: address, context }
      : undefined;
  };
  return {
    abi: parseAbi([
      "function splitPosition(address, bytes32, bytes32 conditionId, uint256[], uint256 amount)",
      "function mergePositions(address, bytes32, bytes32 conditionId, uint256[], uint256 amount)",
      "function redeemPositions(address, bytes32, bytes32 conditionId, uint256[])",
    ]),
    gas: GAS,
    functions: onMarkets(adapted, {
      splitPosition: (call, [, , , , amountE6]) => split(call, amountE6 as bigint),
      mergePositions: (call, [, , , , amountE6]) => merge(call, amountE6 as bigint),
      redeemPositions: redeemBoth,
    }),
  };
}

/** The order book writes a condition with a last byte, which is zero. */
function routedMarket(
  [condition]: ReadonlyArray<unknown>,
  context: CallContext,
): MarketCall | undefined {
  const market = context.marketOfCondition(`${String(condition)}00`);
  return market?.version === "v2" ? { market, spender: CONTRACT.router, context } : undefined;
}

/** A call for a market, by a contract that moves the caller's money and tokens. */
interface MarketCall {
  readonly market: TradedMarket;
  readonly spender: string;
  readonly context: CallContext;
}

type FindMarket = (
  args: ReadonlyArray<unknown>,
  context: CallContext,
) => MarketCall | undefined;
type MarketFunction = (call: MarketCall, args: ReadonlyArray<unknown>) => Called<void>;

/** Reverts what is not for one of the contract's markets. */
function onMarkets(
  find: FindMarket,
  functions: Readonly<Record<string, MarketFunction>>,
): ReadonlyMap<string, ContractFunction> {
  return new Map(
    Object.entries(functions).map(([name, run]): [string, ContractFunction] => [
      name,
      (args, context) => {
        const call = find(args, context);
        return call === undefined ? revert() : run(call, args);
      },
    ]),
  );
}

const DONE = Result.succeed(undefined);
const NO_AMOUNT = "amount is zero";
const NO_OPERATOR = "ERC1155: need operator approval for 3rd party transfers";
const NO_BALANCE = "ERC1155: insufficient balance for transfer";

function split({ market, spender, context }: MarketCall, amountE6: bigint): Called<void> {
  const { transaction } = context;
  const allowedE6 = allowanceE6(transaction.account(), spender);
  if (amountE6 === 0n) return revert(NO_AMOUNT);
  if (allowedE6 < amountE6) return revert("ERC20: insufficient allowance");
  if (Result.isFailure(transaction.split(market, amountE6))) {
    return revert("ERC20: transfer amount exceeds balance");
  }
  if (allowedE6 < UNLIMITED) {
    const leftE6 = allowedE6 - amountE6;
    transaction.approve(withAllowance(transaction.account(), spender, leftE6));
  }
  return DONE;
}

function merge(call: MarketCall, amountE6: bigint): Called<void> {
  if (amountE6 === 0n) return revert(NO_AMOUNT);
  if (!mayMove(call)) return revert(NO_OPERATOR);
  const merged = call.context.transaction.merge(call.market, amountE6);
  return Result.mapError(merged, () => ({ reason: NO_BALANCE }));
}

/** With nothing to redeem it succeeds. */
function redeemBoth(call: MarketCall): Called<void> {
  const { market, context } = call;
  const resolved = context.payouts(market);
  if (resolved === undefined) return revert(UNRESOLVED);
  if (!mayMove(call)) return revert(NO_OPERATOR);
  redeemAll(context.transaction, market, resolved);
  return DONE;
}

/** A loser pays nothing. */
function redeemOne(
  call: MarketCall,
  { index, amountE6 }: { readonly index: number; readonly amountE6: bigint },
): Called<void> {
  const { market, context: { transaction, payouts } } = call;
  const tokenId = market.tokenIds[index];
  const payoutE6 = payouts(market)?.payoutsE6[index];
  if (tokenId === undefined) return revert();
  if (amountE6 === 0n) return revert(NO_AMOUNT);
  if (payoutE6 === undefined) return revert("not resolved");
  if (!mayMove(call)) return revert(NO_OPERATOR);
  if (transaction.heldE6(tokenId) < amountE6) return revert(NO_BALANCE);
  transaction.redeem(market, { tokenId, sizeE6: amountE6, payoutE6 });
  return DONE;
}

function mayMove({ market, spender, context }: MarketCall): boolean {
  const operator = { tokens: tokenContractOf(market), operator: spender };
  return isOperator(context.transaction.account(), operator);
}
