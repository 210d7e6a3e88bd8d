/**
 * Orders as answers carry them. Numbers are exact.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { BigDecimal, Option } from "effect";
import {
  type Fill,
  filledOf,
  filledPrice,
  knownOutcome,
  ORDER_TYPES,
  type PriceBound,
} from "../../../core/order/mod.ts";
import type { OrderInstruction, StoredOrder } from "../../../core/port/order_store.ts";
import { SideWire } from "../fee/wire_fee.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { exactDigits, exactE6, ExactNumber, exactNumber } from "../wire/number.ts";
import { words } from "../wire/text.ts";
import { estimatesBody, EstimatesWire } from "./wire_estimates.ts";

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
  price: Type.Optional(
    ExactNumber({ description: "USDC a share, of a limit order", examples: [0.53] }),
  ),
  size: Type.Optional(ExactNumber({ description: "Shares, of a limit order", examples: [20] })),
  orderType: Type.Optional(words(ORDER_TYPES, {
    description: "Of a limit order: GTC and GTD may rest, FOK and FAK trade at once",
    examples: ["GTC"],
  })),
  expiresAt: Type.Optional(nullable(IsoWire, {
    description: "When a limit order ends by itself; null for one without an end",
    examples: ["2026-08-22T17:00:00.000Z"],
  })),
  lifeS: Type.Optional(nullable(Type.Integer(), {
    description: "For how many seconds a limit order may rest before this service cancels it",
    examples: [30],
  })),
  postOnly: Type.Optional(Type.Boolean({ description: "Of a limit order", examples: [true] })),
}, { $id: "OrderedTrade", description: "What an order trades" });

/** The time that an order took. */
export const LatencyWire = ExactNumber({
  description: "Seconds from the request to its outcome, including the venue's time",
});

/** The schema of what was traded. */
export const FilledWire = Type.Object({
  shares: nullable(ExactNumber({ description: "Shares traded" })),
  usdc: nullable(ExactNumber({ description: "USDC traded, without the fee" })),
  averagePrice: nullable(ExactNumber({
    description: "USDC per share, to 8 decimals. Amounts that the venue has cut do not make it " +
      "worse than the worst price of the order",
    examples: [0.53],
  })),
}, {
  $id: "Fill",
  description: "What was traded; null while the venue has not said how much, which is looked up: " +
    "the same `Idempotency-Key` later gives it",
});

/** What of a sale is not certain. */
export const UnsettledShares = ExactNumber({
  description: "Of a SELL: how many of its shares count on purchases that the chain has not " +
    "confirmed, and may take back. Left out where there are none",
  examples: [5],
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
  unsettled_shares: Type.Optional(UnsettledShares),
  estimates: Type.Optional(EstimatesWire),
}, { $id: "PlacedOrder" });

/** Returns the answer to an order that traded or rests. */
export function placedOrderBody(
  { instruction, state, fills, unsettledE6, loweredToE6, priceE6 }: Pick<
    StoredOrder,
    "instruction" | "state" | "fills" | "unsettledE6" | "loweredToE6" | "priceE6"
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
    filled: filledBody(filledOf(placed.fill, fills), { side: instruction.side, priceE6 }),
    ...unsettledBody(unsettledE6),
    ...estimatesBody(placed.fill, { side: instruction.side, priceE6 }),
  };
}

/** Returns the field of an answer that says how much of a sale is not certain. */
export function unsettledBody(
  unsettledE6: bigint,
): { readonly unsettled_shares?: Static<typeof UnsettledShares> } {
  return unsettledE6 === 0n ? {} : { unsettled_shares: exactE6(unsettledE6) };
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
      onSome: (e6) => ({ loweredTo: exactE6(e6) }),
    }),
    negRisk: isNegRisk,
    ...Option.match(Option.all({ limit, priceE6 }), {
      onNone: () => ({}),
      onSome: ({ limit: { sizeE6, expiresSec, lifeSec, isPostOnly }, priceE6 }) => ({
        price: exactE6(priceE6),
        size: exactE6(sizeE6),
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
    shares: Option.getOrNull(Option.map(fill.sharesE6, exactE6)),
    usdc: Option.getOrNull(Option.map(fill.usdcE6, exactE6)),
    averagePrice: Option.getOrNull(Option.map(filledPrice(fill, bound), exactNumber)),
  };
}

/** Returns milliseconds as seconds; 0 where the clock was set back in between. */
export function secondsBody(ms: number): number {
  return exactNumber(BigDecimal.make(BigInt(Math.max(0, Math.round(ms))), 3));
}
