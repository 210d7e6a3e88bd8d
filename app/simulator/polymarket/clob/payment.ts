/**
 * Whether a wallet can pay for an order in addition to its resting ones.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { type Account } from "./accounts.ts";
import { costE6 } from "./micro_units.ts";
import { type PlacedOrder, restE6 } from "./placed_order.ts";
import { cannotPay } from "./refusal.ts";
import { spendersOf } from "./spender.ts";
import { chainSharesE6, type Unsettled } from "./unsettled.ts";

/** The order's account, its resting orders, and what of the order's outcome is not settled. */
export interface Funds {
  readonly account: Account;
  readonly resting: ReadonlyArray<PlacedOrder>;
  readonly unsettled: Unsettled;
}

/**
 * Refuses an order that cannot be paid for. A purchase needs its amount plus the fee of what it
 * trades immediately; a sale needs its shares, as its fee is deducted from the proceeds. Every
 * contract that the market needs must have this much allowance.
 *
 * Both forms of the text are those that the venue's clients have seen: the short one if the order
 * alone is too large, the long one if its fee or other orders exceed the balance. The balance of
 * shares is the chain's: those that were just bought are not in it, and those that were just sold
 * still are, and count as matched orders. Money has moved here before it is settled, so that a
 * purchase has no matched orders to count.
 */
export function refusePayment(
  placed: PlacedOrder,
  { account, resting, unsettled, feeE6 }: Funds & { readonly feeE6: bigint },
): Answer | undefined {
  const { order, side, market } = placed;
  const isBuy = side === "BUY";
  const neededE6 = order.makerE6 + (isBuy ? feeE6 : 0n);
  const balanceE6 = isBuy
    ? account.balanceE6
    : chainSharesE6(account, { ...unsettled, tokenId: order.tokenId });
  const matchedE6 = isBuy ? 0n : unsettled.soldE6;
  const reservedE6 = resting
    .filter((other) => other.side === side && (isBuy || other.order.tokenId === order.tokenId))
    .reduce((sum, other) => sum + reserveE6(other), 0n);
  const counted = `sum of matched orders: ${matchedE6}, order amount (inc. fees): ${neededE6}`;
  if (balanceE6 - reservedE6 - matchedE6 < neededE6) {
    const active = reservedE6 === 0n ? "" : `sum of active orders: ${reservedE6}, `;
    const isAlone = reservedE6 === 0n && matchedE6 === 0n;
    const isAloneTooLarge = isAlone && balanceE6 < order.makerE6;
    return cannotPay(
      `the balance is not enough -> balance: ${balanceE6}, ` +
        (isAloneTooLarge ? `order amount: ${order.makerE6}` : `${active}${counted}`),
    );
  }
  const allowances = isBuy ? account.allowancesE6 : account.shareAllowancesE6;
  const allowedE6 = (spender: string) => allowances.get(spender) ?? 0n;
  // Shares are approved fully or not at all.
  const lacking = spendersOf(market).find((spender) =>
    isBuy ? allowedE6(spender) < neededE6 : allowedE6(spender) === 0n
  );
  return lacking === undefined ? undefined : cannotPay(
    `the allowance is not enough -> spender: ${lacking}, allowance: ${allowedE6(lacking)}, ` +
      counted,
  );
}

/** Returns what a resting order still reserves: a buyer's money, a seller's shares. */
function reserveE6(placed: PlacedOrder): bigint {
  const rest = restE6(placed);
  return placed.side === "BUY" ? costE6(rest, placed.priceE6) : rest;
}
