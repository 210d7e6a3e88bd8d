/** What wallets do on the chain themselves: claims, splits and merges. @module */
export { claimAutomatically, keepClaiming } from "./auto_claims.ts";
export { advanceWallet, keepChainActions } from "./chain_job.ts";
export { followSubmission } from "./follow_submission.ts";
export { layerChainSignals } from "./chain_signals.ts";
export { changePairs } from "./change_pairs.ts";
export type { ChainFailure } from "./chain_failure.ts";
export { claimPositions } from "./claim_positions.ts";
export { listActions } from "./list_actions.ts";
export { fittingMoves, type ListedAction } from "./listed_moves.ts";
export { ActionPatience, WAITING_MAX } from "./request_actions.ts";
export { layerToldActions } from "./told_actions.ts";
