/**
 * Schemas and bodies of orders in the history of a wallet.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option } from "effect";
import { formatDecimal, fromE6 } from "../../../core/fee/mod.ts";
import {
  filledOf,
  type FillTotals,
  knownFill,
  knownOutcome,
  LISTED_STATES,
  listedStateOf,
  ORDER_TYPES,
  REFUSAL_REASONS,
  refusedMessage,
  uncertainMessage,
  whyCanceled,
  whyUncertain,
} from "../../../core/order/mod.ts";
import type { ToldOrder } from "../../../core/port/wallet_frames.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { exactE6, ExactNumber } from "../wire/number.ts";
import { CONDITION_ID_EXAMPLE } from "../wire/order_id.ts";
import { words } from "../wire/text.ts";
import { PLACED_EXAMPLE } from "./order_example.ts";
import { REFUSED_ORDER } from "./refused_order.ts";
import { estimatesBody, EstimatesWire } from "./wire_estimates.ts";
import { echoBody, EchoWire, filledBody, FilledWire, secondsBody } from "./wire_order.ts";

const RefusalWire = Type.Object({
  reason: words(REFUSAL_REASONS, { description: "Why, in one word" }),
  message: Type.String({ description: "The `error` of the answer to the order" }),
  hint: Type.String({ description: "What to do about it" }),
});

const REFUSAL_EXAMPLE = {
  reason: "killed",
  message: "Cannot place the order: order couldn't be fully filled",
  hint: REFUSED_ORDER.killed.hint,
};

/** The schema of an order that was sent. */
export const SentOrderWire = Type.Object({
  id: Type.String({ format: "uuid", description: "This service's id of the order" }),
  created_at: IsoWire,
  state: words(LISTED_STATES, {
    description: "`sent`: being sent. `unknown`: sent, and not known yet what became of it. " +
      "`delayed`: at the venue, which matches it in a moment. `live`: the rest is in " +
      "the book. " +
      "`matched`: traded. `canceled`: what was not `filled` is gone. `refused`: not placed",
  }),
  order: EchoWire,
  order_type: words(ORDER_TYPES),
  market: Type.String({ description: "The condition id of the market" }),
  order_id: Type.String({ description: "The order's hash, by which the venue knows it" }),
  filled: nullable(FilledWire, {
    description: "What it has traded; null while nothing is known of it, and if `refused`",
  }),
  settled: nullable(FilledWire, {
    description: "What of it the chain has confirmed; null as `filled`",
  }),
  notional_usdc: ExactNumber({
    description: "What the order may trade, as the limits of the wallet count it",
  }),
  refusal: nullable(RefusalWire, {
    description: "Null unless `refused`",
    examples: [REFUSAL_EXAMPLE],
  }),
  why: nullable(
    Type.String({
      description: "Why it is not known what became of it, why it was canceled, or what of it " +
        "failed on the chain; else null",
    }),
    {
      examples: [
        `Cannot say yet whether the order ${PLACED_EXAMPLE.orderId} was placed: ` +
        "the connection broke before the answer",
      ],
    },
  ),
  latency_s: nullable(ExactNumber({
    description: "Seconds from the request to its outcome, or from the sending if `reconciled`; " +
      "null while it is not known",
  })),
  idempotency_key: nullable(Type.String({
    description: "The `Idempotency-Key` of the request; null without one, and after 24 hours",
  })),
  reconciled: nullable(Type.Boolean({
    description: "Whether the outcome was looked up later, and did not come with the venue's " +
      "answer; null while it is not known",
  })),
  estimates: Type.Optional(EstimatesWire),
}, { $id: "SentOrder", description: "An order that was sent" });

/** An order, for the examples of the document. */
export const SENT_ORDER_EXAMPLE = {
  id: "019b7c1a-5d2e-7000-8000-3f4e5d6c7b8a",
  created_at: "2026-08-22T16:00:21.304Z",
  state: "matched",
  order: PLACED_EXAMPLE.order,
  order_type: "FOK",
  market: CONDITION_ID_EXAMPLE,
  order_id: PLACED_EXAMPLE.orderId,
  filled: PLACED_EXAMPLE.filled,
  settled: { shares: 0, usdc: 0, averagePrice: null },
  notional_usdc: PLACED_EXAMPLE.order.amount,
  refusal: null,
  why: null,
  latency_s: PLACED_EXAMPLE.latencyS,
  idempotency_key: "my-first-order",
  reconciled: false,
};

/** Returns an order that was sent. */
export function sentOrderBody(
  { id, createdMs, state, instruction, latencyMs, idempotency, fills, ...amounts }: ToldOrder,
): Static<typeof SentOrderWire> {
  const { notionalE6, loweredToE6, priceE6 } = amounts;
  const { orderId } = state;
  const outcome = Option.getOrUndefined(knownOutcome(state));
  const bound = { side: instruction.side, priceE6 };
  const fill = Option.getOrNull(Option.map(knownFill(state), (fill) => filledOf(fill, fills)));
  return {
    id,
    created_at: new Date(createdMs).toISOString(),
    state: listedStateOf(state),
    order: echoBody(instruction, { loweredToE6, priceE6 }),
    order_type: instruction.orderType,
    market: instruction.conditionId,
    order_id: orderId,
    filled: fill && filledBody(fill, bound),
    settled: fill && filledBody(fills.settled, bound),
    notional_usdc: exactE6(notionalE6),
    refusal: outcome?.kind === "refused" ? refusalBody(outcome.refusal) : null,
    why: outcome?.kind === "canceled"
      ? [whyCanceled(outcome), ...Option.toArray(whyLess(fills))].join("; ")
      : outcome === undefined && state.name !== "live"
      ? uncertainMessage({ orderId, why: whyUncertain(state) })
      : Option.getOrNull(whyLess(fills)),
    latency_s: Option.getOrNull(Option.map(latencyMs, secondsBody)),
    idempotency_key: Option.getOrNull(
      Option.map(idempotency, ({ idempotencyKey }) => idempotencyKey),
    ),
    reconciled: state.name === "final" ? state.isReconciled : null,
    ...Option.match(knownFill(state), {
      onNone: () => ({}),
      onSome: (known) => estimatesBody(known, bound),
    }),
  };
}

/** Says what the chain has taken back; nothing where it has taken nothing. */
function whyLess({ failed: { sharesE6 } }: FillTotals): Option.Option<string> {
  return Option.map(
    Option.filter(sharesE6, (failedE6) => failedE6 > 0n),
    (failedE6) => `${formatDecimal(fromE6(failedE6))} shares failed on the chain`,
  );
}

function refusalBody({ reason, message }: {
  readonly reason: keyof typeof REFUSED_ORDER;
  readonly message: string;
}): Static<typeof RefusalWire> {
  return { reason, message: refusedMessage(message), hint: REFUSED_ORDER[reason].hint };
}
