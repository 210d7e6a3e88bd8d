/**
 * Reads which rights a wallet has given to the venue's contracts, and states how to give them.
 *
 * @module
 */
import {
  type Approval,
  partsOfRight,
  type Right,
  rightTo,
  type Spender,
} from "../../../core/order/mod.ts";
import type { BalancePayload } from "./payload.ts";
import { CONTRACTS, type Hex } from "./contracts.ts";

/**
 * The address of each spender.
 *
 * The neg-risk adapter is the one that the venue names when it refuses an order that lacks its
 * right, as observed in September 2026. Since July the venue's list of contracts has another one,
 * `0xadA2005600Dec949baf300f4C6120000bDB6eAab`, which no refusal has named yet.
 */
const ADDRESSES: Readonly<Record<Spender, Hex>> = {
  exchange: CONTRACTS.exchangeV2,
  neg_risk_exchange: CONTRACTS.negRiskExchangeV2,
  neg_risk_adapter: CONTRACTS.negRiskAdapter,
  exchange_v3: CONTRACTS.exchangeV3,
};

/**
 * The contracts that hold money and shares, on which approvals are given.
 *
 * Source: the venue's documentation of contract addresses and of Protocol V2.
 */
const PUSD = "pUSD 0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";
const CTF = "CTF 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045";
const POSITION_MANAGER = "PositionManager 0x006F54F7f9A22e0000CC2AB60031000000ae9fEF";

/** The rights over money. One answer reports all of them. */
export const COLLATERAL_RIGHTS = [
  rightTo("collateral", "exchange"),
  rightTo("collateral", "neg_risk_exchange"),
  rightTo("collateral", "neg_risk_adapter"),
  rightTo("collateral", "exchange_v3"),
];
/** The rights over shares, by the protocol of the shares. */
export const SHARE_RIGHTS = {
  v1: [
    rightTo("shares", "exchange"),
    rightTo("shares", "neg_risk_exchange"),
    rightTo("shares", "neg_risk_adapter"),
  ],
  v2: [rightTo("shares", "exchange_v3")],
};

/** Returns the contract that the funder must call, and the call. */
export function approvalCall(right: Right): string {
  const { asset, spender } = partsOfRight(right);
  const address = ADDRESSES[spender];
  if (asset === "collateral") return `${PUSD} approve(${address}, amount)`;
  const token = spender === "exchange_v3" ? POSITION_MANAGER : CTF;
  return `${token} setApprovalForAll(${address}, true)`;
}

/**
 * Returns the amount of each right, from an answer about its asset. A spender that the answer does
 * not list has no right. The older form of the answer has one amount for all spenders; an answer
 * without amounts reports nothing.
 */
export function approvalsOf(
  rights: ReadonlyArray<Right>,
  { allowances, allowance }: Pick<BalancePayload, "allowances" | "allowance">,
): ReadonlyArray<Approval> {
  if (allowances === undefined && allowance === undefined) return [];
  const listed = new Map(
    Object.entries(allowances ?? {}).map(([address, amount]) => [address.toLowerCase(), amount]),
  );
  const amountOf = (address: string) =>
    BigInt((allowances === undefined ? allowance : listed.get(address.toLowerCase())) ?? 0);
  return rights.map((right) => {
    const spenderAddress = ADDRESSES[partsOfRight(right).spender];
    return { right, spenderAddress, amountE6: amountOf(spenderAddress) };
  });
}
