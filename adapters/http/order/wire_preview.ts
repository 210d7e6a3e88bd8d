/**
 * Previews of orders as answers carry them. Numbers are exact.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option } from "effect";
import { loweredToE6, type Quote, SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import type { UnsignedOrder } from "../../../core/port/order_venue.ts";
import type { OrderPreview } from "../../../core/use_case/order/mod.ts";
import { FlatFeeWire, SideWire } from "../fee/wire_fee.ts";
import { flatFeeBody } from "../fee/write_fee.ts";
import { nullable } from "../wire/answer.ts";
import { exactDigits, exactE6, ExactNumber, exactNumber } from "../wire/number.ts";
import { words } from "../wire/text.ts";
import {
  echoBody,
  EchoWire,
  LatencyWire,
  secondsBody,
  unsettledBody,
  UnsettledShares,
} from "./wire_order.ts";

const AmountWire = Type.String({ pattern: "^[0-9]+$", description: "Times 10^6" });
const AddressWire = Type.String({ pattern: "^0x[0-9a-fA-F]{40}$" });
const Bytes32Wire = Type.String({ pattern: "^0x[0-9a-fA-F]{64}$" });

/** The schema of the order's signed fields, in the venue's names. */
const UnsignedWire = Type.Object({
  salt: Type.Integer({ minimum: 0 }),
  maker: AddressWire,
  signer: AddressWire,
  tokenId: Type.String(),
  makerAmount: AmountWire,
  takerAmount: AmountWire,
  side: SideWire,
  signatureType: words(SIGNATURE_TYPES),
  timestamp: Type.String({ description: "Unix milliseconds" }),
  expiration: Type.String({ description: "Unix seconds; `0` for none. Not signed" }),
  metadata: Bytes32Wire,
  builder: Bytes32Wire,
  exchange: Type.Object({
    address: AddressWire,
    version: Type.Integer({ description: "The version of the signing domain" }),
  }, { description: "The contract that the order is for" }),
}, { $id: "UnsignedOrder", description: "What would be signed, in the venue's names" });

const QuoteWire = Type.Object({
  averagePrice: ExactNumber({
    description: "USDC per share, to 8 decimals, before `shares` and `usdc` are rounded: never " +
      "worse than `worstPrice`",
  }),
  worstPrice: ExactNumber({ description: "The last level of the book that is needed" }),
  shares: ExactNumber(),
  usdc: ExactNumber({ description: "Without the fee" }),
  levels: Type.Integer({ description: "How many levels of the book are needed" }),
}, { $id: "Quote", description: "What the order book would give now" });

const PREVIEW = {
  ok: Type.Literal(true),
  status: Type.Literal("preview"),
  latencyS: LatencyWire,
  order: EchoWire,
  unsettled_shares: Type.Optional(UnsettledShares),
};

/** The schema of a previewed market order. */
export const OrderPreviewBody = Type.Object({
  ...PREVIEW,
  quote: QuoteWire,
  fee: FlatFeeWire,
  unsigned: UnsignedWire,
}, { $id: "OrderPreview" });

/** The schema of a previewed limit order. */
export const LimitPreviewBody = Type.Object({
  ...PREVIEW,
  quote: nullable(QuoteWire, { description: "What it would trade at once; null where it rests" }),
  fee: nullable(FlatFeeWire, { description: "Of what it would trade at once" }),
  unsigned: UnsignedWire,
}, { $id: "LimitOrderPreview" });

/** What the answers to previews of either kind have. */
function previewFields(
  { order, instruction, unsigned, unsettledE6 }: OrderPreview,
  latencyMs: number,
) {
  const lowered = order.kind === "market"
    ? loweredToE6(instruction.amount, order.makerAmountE6)
    : Option.none<bigint>();
  return {
    ok: true as const,
    status: "preview" as const,
    latencyS: secondsBody(latencyMs),
    order: echoBody(instruction, {
      loweredToE6: lowered,
      priceE6: Option.some(order.priceE6),
    }),
    unsigned: unsignedBody(unsigned),
    ...unsettledBody(unsettledE6),
  };
}

/** Returns the answer to a previewed market order. */
export function orderPreviewBody(
  preview: OrderPreview,
  latencyMs: number,
): Static<typeof OrderPreviewBody> {
  // A market order that would trade nothing is refused.
  const quote = Option.getOrThrow(preview.quote);
  return {
    ...previewFields(preview, latencyMs),
    quote: quoteBody(quote),
    fee: flatFeeBody(quote.fee),
  };
}

/** Returns the answer to a previewed limit order. */
export function limitPreviewBody(
  preview: OrderPreview,
  latencyMs: number,
): Static<typeof LimitPreviewBody> {
  const quote = Option.getOrNull(preview.quote);
  return {
    ...previewFields(preview, latencyMs),
    quote: quote && quoteBody(quote),
    fee: quote && flatFeeBody(quote.fee),
  };
}

function quoteBody(
  { averagePrice, worstPriceE6, sharesE6, usdcE6, levels }: Omit<Quote, "exact">,
): Static<typeof QuoteWire> {
  return {
    averagePrice: exactNumber(averagePrice),
    worstPrice: exactE6(worstPriceE6),
    shares: exactE6(sharesE6),
    usdc: exactE6(usdcE6),
    levels,
  };
}

function unsignedBody(
  { makerAmountE6, takerAmountE6, timestampMs, expirationSec, ...order }: UnsignedOrder,
): Static<typeof UnsignedWire> {
  return {
    salt: exactDigits(String(order.salt)),
    maker: order.maker,
    signer: order.signer,
    tokenId: order.tokenId,
    makerAmount: String(makerAmountE6),
    takerAmount: String(takerAmountE6),
    side: order.side,
    signatureType: order.signatureType,
    timestamp: String(timestampMs),
    expiration: String(expirationSec),
    metadata: order.metadata,
    builder: order.builder,
    exchange: order.exchange,
  };
}
