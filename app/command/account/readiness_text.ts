/**
 * The table of what a wallet can trade, as the command prints it.
 *
 * @module
 */
import type { Side } from "../../../core/fee/mod.ts";
import { MARKET_KIND_NAMES } from "../../../core/order/mod.ts";
import type { ReadinessFacts } from "../../operator/wallet_facts.ts";
import { tableLines } from "./command_output.ts";

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
