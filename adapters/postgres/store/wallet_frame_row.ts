/**
 * Maps the rows of what has changed of wallets.
 *
 * @module
 */
import { CHAIN_ACTION_KINDS } from "../../../core/chain/mod.ts";
import type { WalletFrame } from "../../../core/port/wallet_frames.ts";
import type { SqlRow } from "../engine/sql.ts";
import { toAction } from "./chain_row.ts";
import { toStoredFill } from "./fill_row.ts";
import { toToldOrder } from "./order_row.ts";

/** What {@linkcode toWalletFrame} reads. */
export const FRAME_COLUMNS = "seq::text as seq, kind, content::text as content";

/** Returns the frame in a row of a wallet. */
export function toWalletFrame(row: SqlRow, walletId: string): WalletFrame {
  const place = { walletId, seq: Number(row["seq"]) };
  const content = toldRow(row["content"]);
  const kind = CHAIN_ACTION_KINDS.find((kind) => kind === row["kind"]);
  if (kind !== undefined) return { ...place, kind, action: toAction(content) };
  return row["kind"] === "order"
    ? { ...place, kind: "order", order: toToldOrder(content) }
    : { ...place, kind: "fill", fill: toStoredFill(content) };
}

/** Returns a row as it was kept, whose numbers are text. */
export function toldRow(content: unknown): SqlRow {
  return JSON.parse(String(content));
}
