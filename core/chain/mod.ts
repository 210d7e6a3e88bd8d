/** What wallets do on the chain themselves: claims, splits and merges. @module */
export {
  type ActionMarket,
  CHAIN_ACTION_KINDS,
  CHAIN_ACTION_STATES,
  type ChainAction,
  type ChainActionEnd,
  type ChainActionKind,
  type ChainActionState,
  type Holdings,
  isActionOver,
  type Moved,
  type Pair,
} from "./action.ts";
export {
  CHAIN_ROADS,
  type ChainRoadName,
  type ChainSubmission,
  isPast,
  nextStep,
  type RoadAnswer,
  type RoadReport,
  type SignedCalls,
  SUBMISSION_ENDS,
  type SubmissionEnd,
} from "./submission.ts";
export { ATTEMPTS_MAX, type Evidence, pairMoved, type Verdict, verdictOn } from "./verdict.ts";
