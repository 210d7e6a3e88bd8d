/**
 * A wallet's approvals as the chain has them: each has the token contract, and who may spend.
 *
 * Those for the contracts that settle orders are the order book's allowances.
 *
 * @module
 */
import { getAddress } from "viem/utils";
import { type Account, UNLIMITED } from "../clob/accounts.ts";
import { isOfSecondProtocol, SPENDERS } from "../clob/spender.ts";
import { CONTRACT, type Operator, operatorKey } from "./contract.ts";

const ORDER_SPENDERS: ReadonlySet<string> = new Set(SPENDERS);

/** Returns the money that a contract may take from the wallet, times 10^6. */
export function allowanceE6(account: Account, spender: string): bigint {
  const name = getAddress(spender);
  const allowances = ORDER_SPENDERS.has(name) ? account.allowancesE6 : account.splitAllowancesE6;
  return allowances.get(name) ?? 0n;
}

/** Returns the account after `approve`. */
export function withAllowance(account: Account, spender: string, amountE6: bigint): Account {
  const name = getAddress(spender);
  const field = ORDER_SPENDERS.has(name) ? "allowancesE6" : "splitAllowancesE6";
  return { ...account, [field]: new Map([...account[field], [name, amountE6]]) };
}

/** Returns whether a contract may move the wallet's tokens. */
export function isOperator(account: Account, operator: Operator): boolean {
  return isOfOrders(operator)
    ? (account.shareAllowancesE6.get(getAddress(operator.operator)) ?? 0n) > 0n
    : account.operators.has(operatorKey(operator));
}

/** Returns the account after `setApprovalForAll`. */
export function withOperator(account: Account, operator: Operator, isApproved: boolean): Account {
  if (isOfOrders(operator)) {
    const amountE6 = isApproved ? UNLIMITED : 0n;
    const change = [getAddress(operator.operator), amountE6] as const;
    return { ...account, shareAllowancesE6: new Map([...account.shareAllowancesE6, change]) };
  }
  const operators = new Set(account.operators);
  if (isApproved) operators.add(operatorKey(operator));
  else operators.delete(operatorKey(operator));
  return { ...account, operators };
}

function isOfOrders({ tokens, operator }: Operator): boolean {
  const name = getAddress(operator);
  const isSecond = tokens === CONTRACT.positions;
  return ORDER_SPENDERS.has(name) && isOfSecondProtocol(name) === isSecond;
}
