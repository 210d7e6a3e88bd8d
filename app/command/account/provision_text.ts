/**
 * The output of `wallet provision`.
 *
 * @module
 */
import type { PROVISION_OPERATION } from "../../operator/wallet_operations.ts";
import { factLines, usdcText, walletLines } from "./command_output.ts";
import { readinessLines } from "./readiness_text.ts";

type Provisioned = typeof PROVISION_OPERATION.output.Type;

/** Formats the wallet, its balance, and what it can trade. */
export function provisionLines(found: Provisioned): ReadonlyArray<string> {
  return [
    ...walletLines(found.wallet),
    ...factLines([["balance", `${usdcText(found.balanceE6)} USDC`]]),
    ...readinessLines(found.wallet.readiness),
  ];
}

/** Returns the operator's next steps, in order, and further remarks. */
export function provisionNotes(found: Provisioned): ReadonlyArray<string> {
  const { wallet, balanceE6, isClosedOnly, shortAllowances } = found;
  const missing = wallet.readiness.flatMap((kind) => kind.missing);
  return [
    ...missing.some(({ isKnown }) => isKnown)
      ? [
        "To trade a kind of market that is not ready, make the missing calls from the funder " +
        `${wallet.funder}, then provision again`,
      ]
      : [],
    ...missing.some(({ isKnown }) => !isKnown)
      ? [
        "Not known: the venue reports it only while such a market is open, and none is; " +
        "provision again later",
      ]
      : [],
    ...BigInt(balanceE6) === 0n ? ["The wallet holds no USDC: it can only sell"] : [],
    ...shortAllowances.map(({ spenderAddress, amountE6 }) =>
      `${spenderAddress} may move ${usdcText(amountE6)} USDC of it at most; orders use up ` +
      "this allowance"
    ),
    ...isClosedOnly ? ["The venue allows this wallet only to close positions"] : [],
  ];
}
