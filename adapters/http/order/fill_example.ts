/**
 * A fill, for the examples of the document.
 *
 * @module
 */
import { PLACED_EXAMPLE } from "./order_example.ts";

const TRADE_ID = "c2ab6ec3-0f61-4a4f-9e63-0a5b9a3a7d10";
const { orderId, order: { slug, outcome, tokenId, side } } = PLACED_EXAMPLE;

/** The taker's part of a trade that is settled. */
export const FILL_EXAMPLE = {
  id: `${TRADE_ID}:${orderId}`,
  trade_id: TRADE_ID,
  order_id: orderId,
  slug,
  outcome,
  tokenId,
  side,
  role: "taker",
  price: 0.54,
  shares: 46.2962,
  usdc: 24.999948,
  fee: { usdc: 0.805, basis: "computed" },
  state: "confirmed",
  tx: "0x6f1c3d5e8a9b0c2d4e6f8a1b3c5d7e9f0a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d",
  matched_at: "2026-08-22T16:00:21.000Z",
  settled_at: "2026-08-22T16:00:27.412Z",
};
