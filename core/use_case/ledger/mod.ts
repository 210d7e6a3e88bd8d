/** Ledgers of wallets: their positions and profit. @module */
export { type IndexedWallet, IndexReadings, layerIndexReadings } from "./index_readings.ts";
export {
  type ListedPosition,
  listPositions,
  type PositionPlace,
  worthE6,
} from "./list_positions.ts";
export { PROFIT_KEYS, profitReport } from "./profit_report.ts";
export { ResolutionsPending } from "./resolved_tokens.ts";
