/**
 * The table of what a wallet can trade, for the operator to read.
 *
 * @module
 */
import type { Side } from "../../core/fee/mod.ts";
import { MARKET_KIND_NAMES } from "../../core/order/mod.ts";
import type { ReadinessFacts } from "../operator/readiness_facts.ts";
import { tableLines } from "./printed.ts";

/**
 * A row for each kind of market, and one below it for each further approval that it lacks: from
 * which side it keeps the wallet, and what the funder calls to give it.
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

/** Not known where the venue has said of no right that it is missing, and not of every one. */
function stateOf({ canBuy, canSell, missing }: ReadinessFacts, side: Side): string {
  if (side === "BUY" ? canBuy : canSell) return "ready";
  const lacking = missing.filter((each) => each.side === side);
  return lacking.length > 0 && lacking.every(({ isKnown }) => !isKnown) ? "not known" : "not ready";
}
