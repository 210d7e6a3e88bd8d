/**
 * The output of `wallet provision`, with the table of what a wallet can trade.
 *
 * @module
 */
import type { Side } from "../../../core/fee/mod.ts";
import { MARKET_KIND_NAMES } from "../../../core/order/mod.ts";
import type { ReadinessFacts } from "../../operator/wallet_facts.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import type { PROVISION_OPERATION } from "../../operator/wallet_operations.ts";
import { factLines, tableLines, usdcText, walletLines } from "./command_output.ts";

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
        "What it needs for some kinds of market is not known: the venue says so only while one " +
        `is open. Ask later: ${ownCommand(`account wallet provision ${wallet.id}`)}`,
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

/** Returns a warning of a key that can move more than the operator wants; none below that. */
export function keyWarning(
  { balanceE6, warnAboveE6 }: {
    readonly balanceE6: string | null;
    readonly warnAboveE6: string;
  },
): ReadonlyArray<string> {
  if (balanceE6 === null || BigInt(balanceE6) <= BigInt(warnAboveE6)) return [];
  return [
    `This key can move ${usdcText(balanceE6)} USDC, and so can whoever gets hold of it: prefer a ` +
    `session key, or a wallet with ${usdcText(warnAboveE6)} USDC (WALLET_WARN_USDC) at most`,
  ];
}

/**
 * Formats a row for each kind of market, and one below it for each further missing approval: the
 * side that it blocks, and the call that the funder must make.
 */
export function readinessLines(kinds: ReadonlyArray<ReadinessFacts>): ReadonlyArray<string> {
  return tableLines(
    ["market", "buy", "sell", "missing"],
    kinds.flatMap((facts) => {
      const [first = "-", ...others] = facts.missing.map(missingText);
      return [
        [
          MARKET_KIND_NAMES[facts.kind],
          stateOf(facts, "BUY"),
          stateOf(facts, "SELL"),
          first,
        ],
        ...others.map((other) => ["", "", "", other]),
      ];
    }),
  );
}

function missingText({ side, call, isKnown }: ReadinessFacts["missing"][number]): string {
  return `to ${side.toLowerCase()}: ${call}${isKnown ? "" : " (not known)"}`;
}

/** "not known" if rights are missing and the venue has confirmed none of them as missing. */
function stateOf({ canBuy, canSell, missing }: ReadinessFacts, side: Side): string {
  if (side === "BUY" ? canBuy : canSell) return "ready";
  const lacking = missing.filter((each) => each.side === side);
  return lacking.length > 0 && lacking.every(({ isKnown }) => !isKnown) ? "not known" : "not ready";
}
