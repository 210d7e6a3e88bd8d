/**
 * Calls of contracts on the simulated chain: what they are made of, and how they end.
 *
 * @module
 */
import { Result } from "effect";
import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, parseAbi } from "viem/utils";
import { type Payouts } from "../clob/on_chain.ts";
import { type TradedMarket } from "../clob/traded_market.ts";
import { type WalletTransaction } from "./wallet_transaction.ts";

/** The interface of a contract. */
export type Abi = Extract<
  NonNullable<Parameters<typeof decodeFunctionData>[0]>["abi"],
  ReadonlyArray<unknown>
>;

/** `0x` and hex digits. */
export type Hex = `0x${string}`;

/** A call of a contract by a wallet. */
export interface ContractCall {
  readonly to: Hex;
  readonly data: Hex;
  readonly valueWei: bigint;
}

/** The end of a call that took everything back. */
export interface Revert {
  /** Undefined for one without a word. */
  readonly reason: string | undefined;
}

/** What a call returns, or why it was reverted. */
export type Called<T> = Result.Result<T, Revert>;

/** What a call works with. */
export interface CallContext {
  /** The caller's. */
  readonly transaction: WalletTransaction;
  /** Returns what a wallet has; of the caller, as the transaction has left it. */
  readonly walletOf: (address: string) => Pick<WalletTransaction, "account" | "heldE6">;
  readonly marketOfCondition: (conditionId: string) => TradedMarket | undefined;
  readonly marketOfToken: (tokenId: string) => TradedMarket | undefined;
  /** Returns how a market is resolved. */
  readonly payouts: (market: TradedMarket) => Payouts | undefined;
  /** Adds an event beside those of money and tokens. */
  readonly emit: (event: ContractEvent) => void;
}

/** An event that a contract logs, with the arguments of its declaration. */
export interface ContractEvent {
  readonly address: string;
  readonly eventName: "Approval" | "ApprovalForAll";
  readonly args: Readonly<Record<string, unknown>>;
}

/** A function of a contract, from its arguments to what it returns. */
export type ContractFunction = (
  args: ReadonlyArray<unknown>,
  context: CallContext,
) => Called<unknown>;

/** A contract: its functions by the names of its interface. */
export interface Contract {
  readonly abi: Abi;
  readonly functions: ReadonlyMap<string, ContractFunction>;
  /** Gas of its functions that change something, by name. */
  readonly gas: ReadonlyMap<string, number>;
}

/** Reverts for a reason, or without a word. */
export function revert(reason?: string): Called<never> {
  return Result.fail({ reason });
}

/** Returns what a node answers with for a revert: the encoded reason. */
export function revertData({ reason }: Revert): Hex {
  return reason === undefined
    ? "0x"
    : encodeErrorResult({ abi: REASON, errorName: "Error", args: [reason] });
}

const REASON = parseAbi(["error Error(string)"]);

/** Returns the function that a call names, and its arguments; undefined for one that is unknown. */
export function readCall(
  { abi, functions }: Contract,
  data: Hex,
): { readonly name: string; readonly run: (context: CallContext) => Called<Hex> } | undefined {
  const decoded = decode(abi, data);
  const run = decoded && functions.get(decoded.functionName);
  if (decoded === undefined || run === undefined) return undefined;
  const { functionName, args = [] } = decoded;
  return {
    name: functionName,
    run: (context) =>
      Result.map(
        run(args, context),
        (result) => encodeFunctionResult({ abi, functionName, result }),
      ),
  };
}

function decode(abi: Abi, data: Hex) {
  try {
    return decodeFunctionData({ abi, data });
  } catch {
    return undefined;
  }
}
