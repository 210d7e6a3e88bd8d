/**
 * What provisioning found, for the operator to read.
 *
 * @module
 */
import type { PROVISION_ORDER } from "../operator/provision_order.ts";
import { factLines, usdcText, walletLines } from "./printed.ts";

type Provisioned = typeof PROVISION_ORDER.answer.Type;

/** The wallet, its balance, each approval by itself, and what is left to do. */
export function provisionLines(found: Provisioned): ReadonlyArray<string> {
  return [
    ...walletLines(found.wallet),
    ...factLines([["balance", `${usdcText(found.balanceE6)} USDC`]]),
    ...factLines(found.approvals.map(({ asset, spender, spenderAddress, isGiven }) => [
      "approval",
      `${isGiven ? "given  " : "missing"} ${asset} to ${spender} ${spenderAddress}`,
    ])),
  ];
}

/** What the operator must do, in the order of doing it. */
export function provisionNotes(found: Provisioned): ReadonlyArray<string> {
  const missing = found.approvals.filter(({ isGiven }) => !isGiven);
  return [
    ...missing.length === 0 ? [] : [
      `Give the missing approvals from the funder ${found.wallet.funder}, then provision again`,
    ],
    ...found.approvals.length === 0 ? ["The venue names no approvals; provision again later"] : [],
    ...BigInt(found.balanceE6) === 0n ? ["The wallet holds no USDC: it can only sell"] : [],
    ...found.isClosedOnly ? ["The venue lets this wallet only close positions"] : [],
  ];
}
