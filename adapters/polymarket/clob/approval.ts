/**
 * Which rights a wallet has given to the venue's contracts, and how it gives them.
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
 * Where each spender is.
 *
 * The neg-risk adapter is the one that the venue names when it refuses an order for want of its
 * right, as it was seen to in September 2026. Its list of contracts has had another one since July,
 * `0xadA2005600Dec949baf300f4C6120000bDB6eAab`, which no refusal has named yet.
 */
const ADDRESSES: Readonly<Record<Spender, Hex>> = {
  exchange: CONTRACTS.exchangeV2,
  neg_risk_exchange: CONTRACTS.negRiskExchangeV2,
  neg_risk_adapter: CONTRACTS.negRiskAdapter,
  exchange_v3: CONTRACTS.exchangeV3,
};

/**
 * The contracts that keep money and shares, on which approvals are given.
 *
 * Source: the venue's documentation of contract addresses and of Protocol V2.
 */
const PUSD = "pUSD 0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";
const CTF = "CTF 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045";
const POSITION_MANAGER = "PositionManager 0x006F54F7f9A22e0000CC2AB60031000000ae9fEF";

/** Rights over the money, as one answer tells all of them. */
export const COLLATERAL_RIGHTS = [
  rightTo("collateral", "exchange"),
  rightTo("collateral", "neg_risk_exchange"),
  rightTo("collateral", "neg_risk_adapter"),
  rightTo("collateral", "exchange_v3"),
];
/** Rights over shares, by the protocol whose shares they are. */
export const SHARE_RIGHTS = {
  v1: [
    rightTo("shares", "exchange"),
    rightTo("shares", "neg_risk_exchange"),
    rightTo("shares", "neg_risk_adapter"),
  ],
  v2: [rightTo("shares", "exchange_v3")],
};

/** The contract to call from the funder, and the call. */
export function approvalCall(right: Right): string {
  const { asset, spender } = partsOfRight(right);
  const address = ADDRESSES[spender];
  if (asset === "collateral") return `${PUSD} approve(${address}, amount)`;
  const keeper = spender === "exchange_v3" ? POSITION_MANAGER : CTF;
  return `${keeper} setApprovalForAll(${address}, true)`;
}

/**
 * How far each of these rights goes by an answer about the asset that they are over. A spender that
 * it does not list has no right. The older answer has one amount for all; one with no amounts says
 * nothing.
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
