/** Ledgers of wallets: their positions and profit. @module */
export { claimablePositions, type LedgerMarket, marketInLedger } from "./claimable.ts";
export { differingPositions } from "./differing_positions.ts";
export { IndexReadings, layerIndexReadings, READING_WALLETS_MAX } from "./index_readings.ts";
export { layerKeptLedgers } from "./kept_ledgers.ts";
export { type ListedPosition, listPositions, worthE6 } from "./list_positions.ts";
export { PROFIT_KEYS, profitReport } from "./profit_report.ts";
export { layerResolutionReadings, ResolutionReadings } from "./resolution_readings.ts";
export { ResolutionsPending } from "./resolved_tokens.ts";
export { LEDGER_LANES, LedgerLanes, walletLedger } from "./wallet_ledger.ts";
