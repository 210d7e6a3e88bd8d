/**
 * Which rights a wallet has given to the venue's contracts.
 *
 * @module
 */
import type { Approval } from "../../../core/order/mod.ts";
import type { BalancePayload } from "./payload.ts";
import { CONTRACTS } from "./contracts.ts";

/** What each spender is called, and where it may be; the first place is the one in use now. */
const SPENDERS: ReadonlyArray<{
  readonly spender: string;
  readonly addresses: readonly [string, ...Array<string>];
}> = [
  { spender: "exchange", addresses: [CONTRACTS.exchangeV2] },
  { spender: "neg-risk exchange", addresses: [CONTRACTS.negRiskExchangeV2] },
  {
    spender: "neg-risk adapter",
    addresses: [CONTRACTS.negRiskCollateralAdapter, CONTRACTS.negRiskAdapter],
  },
];

/**
 * The rights over one asset, one a spender. A spender that has moved is approved at either place; a
 * spender that the venue does not list is not. The older answer has one amount for all.
 */
export function approvalsOf(
  asset: Approval["asset"],
  { allowances, allowance }: Pick<BalancePayload, "allowances" | "allowance">,
): ReadonlyArray<Approval> {
  const listed = new Map(
    Object.entries(allowances ?? {}).map(([address, amount]) => [address.toLowerCase(), amount]),
  );
  const amountOf = (address: string) =>
    allowances === undefined ? allowance : listed.get(address.toLowerCase());
  return SPENDERS.map(({ spender, addresses }) => {
    const isGivenTo = (address: string) => BigInt(amountOf(address) ?? 0) > 0n;
    const isListed = (address: string) => amountOf(address) !== undefined;
    const spenderAddress = addresses.find(isGivenTo) ?? addresses.find(isListed) ?? addresses[0];
    return { asset, spender, spenderAddress, isGiven: isGivenTo(spenderAddress) };
  });
}
