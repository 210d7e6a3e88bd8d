/** What wallets do on the chain themselves: claims, splits and merges. @module */
export { ConditionUnknown, MarketUnclear } from "./action_market.ts";
export { keepClaiming } from "./auto_claims.ts";
export { keepChainActions } from "./chain_job.ts";
export { layerChainSignals } from "./chain_signals.ts";
export { changePairs, NotEnoughHeld } from "./change_pairs.ts";
export { claimPositions, MarketUnresolved } from "./claim_positions.ts";
export { listActions } from "./list_actions.ts";
