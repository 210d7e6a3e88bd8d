/**
 * Paper wallets: what orders would have traded in the books and on the tapes of real markets.
 *
 * @module
 */
export { actOnPaper, type PaperCall } from "./acting.ts";
export {
  openPaperAccount,
  type PaperAccount,
  type PaperChange,
  type PaperFill,
  type PaperOrder,
  payableE6,
  sellableE6,
  settledSharesE6,
  unchanged,
  withShares,
} from "./account.ts";
export {
  type ComparedFill,
  type ComparedOrder,
  recordOf,
  sharedOutcomes,
  type WalletRecord,
} from "./comparison.ts";
export { drawOf } from "./draw.ts";
export { endOrders, nextPaperMs, passBook, passTime, passTrade } from "./passing.ts";
export { type PaperGround, type PaperRequest, placeOnPaper } from "./placing.ts";
export { joinQueue, type Queue, seeAgain, seeLevel, seeTrade } from "./queue.ts";
export { leftE6, type TapeTrade } from "./resting.ts";
export { type SettlementTerms, USUAL_SETTLEMENT } from "./settlement.ts";
export { betterLevels, takeLevels, type Taker, tradedOf, worseLevels } from "./taking.ts";
