/**
 * The ledger of a wallet: what it traded, split, merged and claimed, exactly, and what follows from
 * that: balances, positions, profit.
 *
 * @module
 */
export { actionEntries } from "./action_entry.ts";
export { ENTRY_KINDS, type LedgerEntry } from "./entry.ts";
export { answeredEntries, type BookedFill, fillEntries } from "./fill_entry.ts";
export { type Activity, activityEntries, pairMoves } from "./activity_entry.ts";
export { hasNoTx, nameActivity, type NamedActivity } from "./activity_key.ts";
export { balancesOf, postingsOf } from "./posting.ts";
export {
  foldPositions,
  type Position,
  POSITION_STATUSES,
  type PositionStatus,
  type Realization,
  type Resolved,
  statusOf,
} from "./position.ts";
export { profitBy, type ProfitRow } from "./profit.ts";
