/**
 * Executes calls of a wallet on the simulated chain: all of them, or none.
 *
 * @module
 */
import { Result } from "effect";
import { type Markets } from "../clob/markets.ts";
import { type OnChain } from "../clob/on_chain.ts";
import { CONTRACT } from "./contract.ts";
import {
  type CallContext,
  type Called,
  type Contract,
  type ContractCall,
  type Hex,
  readCall,
  revert,
} from "./contract_call.ts";
import { approvalLog, type EventLog, logsOf } from "./event_log.ts";
import { ADAPTER, NEG_RISK_ADAPTER, ROUTER } from "./exchange_contract.ts";
import { MONEY } from "./money_contract.ts";
import { POSITIONS, TOKENS } from "./token_contract.ts";
import { type WalletTransaction } from "./wallet_transaction.ts";

/** The contracts that are simulated, by address in lower case. */
export const CONTRACTS: ReadonlyMap<string, Contract> = new Map(
  ([
    [CONTRACT.money, MONEY],
    [CONTRACT.tokens, TOKENS],
    [CONTRACT.positions, POSITIONS],
    [CONTRACT.adapter, ADAPTER],
    [CONTRACT.negRiskAdapter, NEG_RISK_ADAPTER],
    [CONTRACT.router, ROUTER],
  ] as const).map(([address, contract]) => [address.toLowerCase(), contract]),
);

/** The end of an execution that can be committed. */
export interface Executed {
  readonly transaction: WalletTransaction;
  /** What each call returned. */
  readonly outputs: ReadonlyArray<Hex>;
  readonly logs: ReadonlyArray<EventLog>;
}

/** Executes. */
export interface Execution {
  /** Executes a wallet's calls as of an instant, in unix milliseconds, without committing them. */
  run(wallet: string, calls: ReadonlyArray<ContractCall>, atMs: number): Called<Executed>;
}

/** What it works with. */
export interface ExecutionParts {
  readonly onChain: Pick<OnChain, "begin" | "payouts">;
  readonly markets: Pick<Markets, "byToken" | "byCondition">;
}

/** Makes it. */
export function makeExecution({ onChain, markets }: ExecutionParts): Execution {
  return {
    run(wallet, calls, atMs) {
      const transaction = onChain.begin(wallet, atMs);
      const logs: EventLog[] = [];
      const isCaller = (address: string) => address.toLowerCase() === wallet.toLowerCase();
      const context: CallContext = {
        transaction,
        walletOf: (address) => isCaller(address) ? transaction : onChain.begin(address, atMs),
        marketOfCondition: (conditionId) => markets.byCondition(conditionId.toLowerCase()),
        marketOfToken: markets.byToken,
        payouts: (market) => onChain.payouts(market, atMs),
        emit: (event) => void logs.push(approvalLog(event)),
      };
      const outputs: Hex[] = [];
      for (const call of calls) {
        const before = transaction.effects().length;
        const done = runOne(call, context);
        if (Result.isFailure(done)) return Result.fail(done.failure);
        outputs.push(done.success);
        const effects = transaction.effects().slice(before);
        logs.push(...logsOf(effects, { wallet, operator: call.to }));
      }
      return Result.succeed({ transaction, outputs, logs });
    },
  };
}

/** An address without code takes every call, and does nothing. */
function runOne({ to, data, valueWei }: ContractCall, context: CallContext): Called<Hex> {
  const contract = CONTRACTS.get(to.toLowerCase());
  if (contract === undefined) return Result.succeed("0x");
  return valueWei > 0n ? revert() : readCall(contract, data)?.run(context) ?? revert();
}

const PLAIN_GAS = 21_000;
/** Of a call that reads, or of one to an address without code. */
const CALL_GAS = 5_000;

/** Returns the gas of a transaction with these calls; a made-up amount for each function. */
export function gasOf(calls: ReadonlyArray<ContractCall>): bigint {
  return BigInt(calls.reduce((sum, call) => sum + callGas(call), PLAIN_GAS));
}

function callGas({ to, data }: ContractCall): number {
  if (data === "0x") return 0;
  const contract = CONTRACTS.get(to.toLowerCase());
  const name = contract && readCall(contract, data)?.name;
  return contract?.gas.get(name ?? "") ?? CALL_GAS;
}
