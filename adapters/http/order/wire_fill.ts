/**
 * Schema and body of a fill.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option } from "effect";
import {
  FILL_ROLES,
  FILL_STATES,
  fillFeeUsdc,
  fillIdOf,
  fillUsdcE6,
  isPaperWallet,
} from "../../../core/order/mod.ts";
import type { StoredFill } from "../../../core/port/stored_fill.ts";
import { SideWire } from "../fee/wire_fee.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { exactE6, ExactNumber, exactNumber } from "../wire/number.ts";
import { words } from "../wire/text.ts";

const FillFeeWire = Type.Object({
  usdc: ExactNumber({ description: "Paid besides the price; 0 as maker" }),
  basis: words(["computed", "reported"], {
    description: "`computed`: by the schedule of the market as it was when the order was placed",
  }),
});

/** The schema of a fill. */
export const FillWire = Type.Object({
  id: Type.String({ description: "`<trade_id>:<order_id>`" }),
  trade_id: Type.String({ description: "The venue's id of the trade" }),
  order_id: Type.String({ description: "The hash of the order that was filled" }),
  slug: Type.String({ description: "The market's slug" }),
  outcome: Type.String({ description: "The outcome's name, as the venue writes it" }),
  tokenId: Type.String({ description: "The outcome's token id" }),
  side: SideWire,
  role: words(FILL_ROLES, { description: "`taker`: the order met what rested in the book" }),
  price: ExactNumber({ description: "USDC a share", examples: [0.53] }),
  shares: ExactNumber({ description: "Shares traded" }),
  usdc: ExactNumber({ description: "USDC traded, without the fee, rounded down to 6 decimals" }),
  fee: nullable(FillFeeWire, {
    description: "Null as taker in a market whose schedule was not known",
  }),
  state: words(FILL_STATES, {
    description: "`matched`: by the venue, and not on the chain: provisional. `mined`: on the " +
      "chain, which may still drop it. `retrying`: the chain has dropped it, and it is sent once " +
      "more. `confirmed`: settled, for good. `failed`: taken back, for good",
  }),
  tx: nullable(Type.String(), {
    description: "The hash of the transaction on the chain, which may change until `confirmed`; " +
      "null before there is one",
  }),
  matched_at: IsoWire,
  settled_at: nullable(IsoWire, {
    description: "When this service heard that it is `confirmed` or `failed`; null before",
  }),
  paper: Type.Optional(
    Type.Literal(true, { description: "Of a paper wallet: no real trade", examples: [true] }),
  ),
}, { $id: "OrderFill", description: "What one trade moved for an order" });

/** Returns a fill. */
export function fillBody(fill: StoredFill): Static<typeof FillWire> {
  const { instruction: { slug, outcome, tokenId, side }, feeRate } = fill;
  return {
    id: fillIdOf(fill),
    trade_id: fill.tradeId,
    order_id: fill.orderId,
    slug,
    outcome,
    tokenId,
    side,
    role: fill.role,
    price: exactE6(fill.priceE6),
    shares: exactE6(fill.sharesE6),
    usdc: exactE6(fillUsdcE6(fill)),
    fee: Option.getOrNull(
      Option.map(fillFeeUsdc(fill, feeRate), (usdc) => ({
        usdc: exactNumber(usdc),
        basis: "computed" as const,
      })),
    ),
    state: fill.state,
    tx: Option.getOrNull(fill.tx),
    matched_at: new Date(fill.matchedMs).toISOString(),
    settled_at: Option.getOrNull(
      Option.map(fill.settledMs, (ms) => new Date(ms).toISOString()),
    ),
    ...isPaperWallet(fill.walletId) ? { paper: true as const } : {},
  };
}
