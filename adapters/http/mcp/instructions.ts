/**
 * What a program is told about the service as a whole, before it calls anything.
 *
 * @module
 */

/** For a model that chooses among the tools. */
export const INSTRUCTIONS = [
  "Target prices of prediction-market windows, fees, sports games, outcome markets and orders.",
  "Prices are US dollars, amounts USDC or shares, times UTC.",
  "`ok: false`, null, `unknown` and `not_checked` mean that a value is not known: say so, and " +
  "do not guess one.",
  "A failed call has `error`, a stable `code` and a `hint` that says what to send instead; " +
  "wait `retryAfterSec` where it is given.",
  "To trade: preview_order, then place_order with its token within two minutes. Without an " +
  "answer send the same token again: it places at most one order.",
  "The resources are guides with the rules behind every answer.",
].join("\n");
