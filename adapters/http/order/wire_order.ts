/**
 * Orders as answers carry them. Numbers are exact.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { BigDecimal, Option } from "effect";
import {
  type Fill,
  filledPrice,
  knownOutcome,
  loweredToE6,
  ORDER_TYPES,
  type PriceBound,
  type Quote,
  SIGNATURE_TYPES,
} from "../../../core/order/mod.ts";
import { fromE6 } from "../../../core/fee/mod.ts";
import type { OrderInstruction, StoredOrder } from "../../../core/port/order_store.ts";
import type { UnsignedOrder } from "../../../core/port/order_venue.ts";
import type { OrderPreview } from "../../../core/use_case/order/mod.ts";
import { FlatFeeWire, SideWire } from "../fee/wire_fee.ts";
import { flatFeeBody } from "../fee/write_fee.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { exactDigits, ExactNumber, exactNumber } from "../wire/number.ts";
import { words } from "../wire/text.ts";
import { LIMIT_PREVIEW_EXAMPLE, PREVIEW_EXAMPLE } from "./order_example.ts";

/** The schema of what an order trades. */
export const EchoWire = Type.Object({
  slug: Type.String({ description: "The market's slug" }),
  outcome: Type.String({ description: "The outcome's name, as the venue writes it" }),
  tokenId: Type.String({ description: "The outcome's token id" }),
  side: SideWire,
  amount: ExactNumber({
    description: "As requested; of a limit order what a BUY may spend, or the shares of a SELL",
  }),
  loweredTo: Type.Optional(ExactNumber({
    description:
      "What it gives instead of `amount`: USDC that a BUY of nearly the whole balance spends, " +
      "so that the balance also covers its fee; or shares that a SELL sells, where the venue " +
      "takes fewer decimals. Left out where nothing was lowered",
    examples: [24.22],
  })),
  negRisk: Type.Boolean({ description: "Whether the market is of the venue's negRisk kind" }),
  price: Type.Optional(ExactNumber({ description: "USDC a share, of a limit order" })),
  size: Type.Optional(ExactNumber({ description: "Shares, of a limit order" })),
  orderType: Type.Optional(words(ORDER_TYPES, { description: "Of a limit order" })),
  expiresAt: Type.Optional(nullable(IsoWire, {
    description: "When a limit order ends by itself; null for one without an end",
  })),
  lifeS: Type.Optional(nullable(Type.Integer(), {
    description: "For how many seconds a limit order may rest before this service cancels it",
  })),
  postOnly: Type.Optional(Type.Boolean({ description: "Of a limit order" })),
});

const LatencyWire = ExactNumber({
  description: "Seconds from the request to its outcome, including the venue's time",
});

/** The schema of what was traded. */
export const FilledWire = Type.Object({
  shares: nullable(ExactNumber({ description: "Shares traded" })),
  usdc: nullable(ExactNumber({ description: "USDC traded, without the fee" })),
  averagePrice: nullable(ExactNumber({
    description: "USDC per share, to 8 decimals. Amounts that the venue has cut do not make it " +
      "worse than the worst price of the order",
  })),
}, {
  description: "What was traded; null while the venue has not said how much, which is looked up: " +
    "the same `Idempotency-Key` later gives it",
});

/** How a placed order stands. */
const PLACED_STATUSES = ["matched", "live", "delayed", "canceled"] as const;

/** The schema of a placed order. */
export const PlacedOrderBody = Type.Object({
  ok: Type.Literal(true),
  orderId: Type.String({ description: "The order's hash, by which the venue knows it" }),
  status: words(PLACED_STATUSES, {
    description: "`matched`: it traded. Of a limit order, `live`: what is not `filled` rests. " +
      "`delayed`: the venue has it, and matches it in a moment. `canceled`: in the answer to a " +
      "request that is repeated, it is gone by now",
  }),
  latencyS: LatencyWire,
  order: EchoWire,
  filled: FilledWire,
}, { $id: "PlacedOrder" });

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
}, { description: "What the order book would give now" });

const PREVIEW = {
  ok: Type.Literal(true),
  status: Type.Literal("preview"),
  latencyS: LatencyWire,
  order: EchoWire,
};

/** The schema of a previewed market order. */
export const OrderPreviewBody = Type.Object({
  ...PREVIEW,
  quote: QuoteWire,
  fee: FlatFeeWire,
  unsigned: UnsignedWire,
}, { $id: "OrderPreview", examples: [PREVIEW_EXAMPLE] });

/** The schema of a previewed limit order. */
export const LimitPreviewBody = Type.Object({
  ...PREVIEW,
  quote: nullable(QuoteWire, { description: "What it would trade at once; null where it rests" }),
  fee: nullable(FlatFeeWire, { description: "Of what it would trade at once" }),
  unsigned: UnsignedWire,
}, { $id: "LimitOrderPreview", examples: [LIMIT_PREVIEW_EXAMPLE] });

/** Returns the answer to an order that traded or rests. */
export function placedOrderBody(
  { instruction, state, loweredToE6, priceE6 }: Pick<
    StoredOrder,
    "instruction" | "state" | "loweredToE6" | "priceE6"
  >,
  latencyMs: number,
): Static<typeof PlacedOrderBody> {
  const placed = placedStatus(state);
  if (placed === undefined) {
    throw new Error(`Cannot answer for an order in the state "${state.name}"`);
  }
  return {
    ok: true,
    orderId: state.orderId,
    status: placed.status,
    latencyS: secondsBody(latencyMs),
    order: echoBody(instruction, { loweredToE6, priceE6 }),
    filled: filledBody(placed.fill, { side: instruction.side, priceE6 }),
  };
}

function placedStatus(
  state: StoredOrder["state"],
): { readonly status: (typeof PLACED_STATUSES)[number]; readonly fill: Fill } | undefined {
  if (state.name === "live") {
    return { status: state.isDelayed ? "delayed" : "live", fill: state.fill };
  }
  const outcome = Option.getOrUndefined(knownOutcome(state));
  if (outcome === undefined || outcome.kind === "refused") return undefined;
  return { status: outcome.kind, fill: outcome.fill };
}

/** What the answers to previews of either kind have. */
function previewFields({ order, instruction }: OrderPreview, latencyMs: number) {
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
    unsigned: unsignedBody(preview.unsigned),
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
    unsigned: unsignedBody(preview.unsigned),
  };
}

/** Returns what an order trades. `loweredToE6`: what it gives instead of its amount. */
export function echoBody(
  { slug, outcome, tokenId, side, amount, isNegRisk, orderType, limit }: OrderInstruction,
  { loweredToE6, priceE6 }: Pick<StoredOrder, "loweredToE6" | "priceE6">,
): Static<typeof EchoWire> {
  return {
    slug,
    outcome,
    tokenId,
    side,
    amount: exactDigits(amount),
    ...Option.match(loweredToE6, {
      onNone: () => ({}),
      onSome: (e6) => ({ loweredTo: e6Body(e6) }),
    }),
    negRisk: isNegRisk,
    ...Option.match(Option.all({ limit, priceE6 }), {
      onNone: () => ({}),
      onSome: ({ limit: { sizeE6, expiresSec, lifeSec, isPostOnly }, priceE6 }) => ({
        price: e6Body(priceE6),
        size: e6Body(sizeE6),
        orderType,
        expiresAt: Option.getOrNull(
          Option.map(expiresSec, (sec) => new Date(sec * 1000).toISOString()),
        ),
        lifeS: Option.getOrNull(lifeSec),
        postOnly: isPostOnly,
      }),
    }),
  };
}

/** Returns what was traded. */
export function filledBody(fill: Fill, bound: PriceBound): Static<typeof FilledWire> {
  return {
    shares: Option.getOrNull(Option.map(fill.sharesE6, e6Body)),
    usdc: Option.getOrNull(Option.map(fill.usdcE6, e6Body)),
    averagePrice: Option.getOrNull(Option.map(filledPrice(fill, bound), exactNumber)),
  };
}

function quoteBody(
  { averagePrice, worstPriceE6, sharesE6, usdcE6, levels }: Omit<Quote, "exact">,
): Static<typeof QuoteWire> {
  return {
    averagePrice: exactNumber(averagePrice),
    worstPrice: e6Body(worstPriceE6),
    shares: e6Body(sharesE6),
    usdc: e6Body(usdcE6),
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

/** Returns an amount times 10^6 as a number. */
export function e6Body(valueE6: bigint): number {
  return exactNumber(fromE6(valueE6));
}

/** Returns milliseconds as seconds; 0 where the clock was set back in between. */
export function secondsBody(ms: number): number {
  return exactNumber(BigDecimal.make(BigInt(Math.max(0, Math.round(ms))), 3));
}
