/**
 * Paper wallets: what orders would have traded in the books and on the tapes of real markets.
 *
 * @module
 */
export { actOnPaper, PAPER_ACTS_MAX, type PaperCall } from "./acting.ts";
export {
  openPaperAccount,
  PAPER_ORDERS_MAX,
  type PaperAccount,
  type PaperChange,
  type PaperEnd,
  type PaperFill,
  type PaperOrder,
  payableE6,
  sellableE6,
  settledSharesE6,
  unchanged,
  withFill,
  withShares,
} from "./account.ts";
export {
  type ComparedFill,
  type ComparedOrder,
  recordOf,
  type SharedOutcome,
  sharedOutcomes,
  type WalletRecord,
} from "./comparison.ts";
export { draw, drawOf } from "./draw.ts";
export { leftLevels, TAKEN_LEVELS_MAX, type TakenLevel, withTaken } from "./impact.ts";
export { isPaperWallet, paperWalletId } from "./paper_wallet.ts";
export {
  endOrders,
  nextPaperMs,
  passBook,
  passTime,
  passTrade,
  type SeenMarket,
} from "./passing.ts";
export { type PaperGround, type PaperRefusal, type PaperRequest, placeOnPaper } from "./placing.ts";
export { joinQueue, type Queue, seeAgain, seeLevel, seeTrade } from "./queue.ts";
export {
  afterBook,
  afterTrade,
  byPriority,
  leftE6,
  type Resting,
  type SeenBook,
  type TapeTrade,
} from "./resting.ts";
export { type SettlementTerms, USUAL_SETTLEMENT } from "./settlement.ts";
export {
  betterLevels,
  takeLevels,
  type Taker,
  type Taking,
  tradedOf,
  worseLevels,
} from "./taking.ts";
