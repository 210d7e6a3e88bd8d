/**
 * Kalshi's word on whether the parts of its exchange trade.
 *
 * @module
 */
import { isMaintained } from "./maintenance.ts";
import { CRYPTO_INDEX } from "./window_row.ts";
import { type WireRow } from "./wire_row.ts";

/** Answers `GET /exchange/status`. The fields outside the list are those of the first part. */
export function exchangeStatus(nowMs: number): WireRow {
  const isTrading = !isMaintained(Math.floor(nowMs / 1000));
  return {
    ...part(true),
    exchange_index_statuses: [
      { exchange_index: 0, description: "Default", ...part(true) },
      { exchange_index: CRYPTO_INDEX, description: "Crypto", ...part(isTrading) },
    ],
  };
}

function part(isTrading: boolean): WireRow {
  return {
    exchange_active: true,
    trading_active: isTrading,
    intra_exchange_transfers_active: isTrading,
  };
}
