/** What wallets do on the chain themselves: claims, splits and merges. @module */
export {
  type ActionMarket,
  CHAIN_ACTION_KINDS,
  CHAIN_ACTION_STATES,
  type ChainAction,
  type ChainActionKind,
  type ChainActionState,
  type Holdings,
  isActionOver,
  type Moved,
  type Pair,
} from "./action.ts";
export {
  type ChainRoadName,
  type ChainSubmission,
  isNowhere,
  isPast,
  mayBeExecutedLater,
  nextStep,
  type RoadAnswer,
  type RoadReport,
  type SignedCalls,
  type SubmissionEnd,
} from "./submission.ts";
export { type Evidence, paidFor, pairMoved, verdictOn } from "./verdict.ts";
