/**
 * What provisioning found, for the operator to read.
 *
 * @module
 */
import type { PROVISION_ORDER } from "../operator/provision_order.ts";
import { factLines, usdcText, walletLines } from "./printed.ts";
import { readinessLines } from "./readiness_text.ts";

type Provisioned = typeof PROVISION_ORDER.answer.Type;

/** The wallet, its balance, and what it can trade. */
export function provisionLines(found: Provisioned): ReadonlyArray<string> {
  return [
    ...walletLines(found.wallet),
    ...factLines([["balance", `${usdcText(found.balanceE6)} USDC`]]),
    ...readinessLines(found.wallet.readiness),
  ];
}

/** What the operator must do, in the order of doing it, and what else they should know. */
export function provisionNotes(found: Provisioned): ReadonlyArray<string> {
  const { wallet, balanceE6, isClosedOnly, shortAllowances } = found;
  const missing = wallet.readiness.flatMap((kind) => kind.missing);
  return [
    ...missing.some(({ isKnown }) => isKnown)
      ? [
        "For markets of a kind that is not ready, call what is missing from the funder " +
        `${wallet.funder}, then provision again`,
      ]
      : [],
    ...missing.some(({ isKnown }) => !isKnown)
      ? [
        "Not known: the venue tells it only while such a market is open, and named none; " +
        "provision again later",
      ]
      : [],
    ...BigInt(balanceE6) === 0n ? ["The wallet holds no USDC: it can only sell"] : [],
    ...shortAllowances.map(({ spenderAddress, amountE6 }) =>
      `${spenderAddress} may move ${
        usdcText(amountE6)
      } USDC of it and no more; what orders spend ` +
      "uses this up"
    ),
    ...isClosedOnly ? ["The venue lets this wallet only close positions"] : [],
  ];
}
