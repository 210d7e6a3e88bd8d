/** Lives of orders, drawn for tests. @module */
import { Option } from "effect";
import fc from "fast-check";
import {
  afterAnswer,
  afterLookup,
  type FinalState,
  type OrderOutcome,
  type OrderState,
  REFUSAL_REASONS,
  type SendOutcome,
  UNSTATED_FILL,
  type VenueOrderStatus,
} from "../../../core/order/mod.ts";

/** How an order that cannot rest ends. */
type SentOutcome = Exclude<OrderOutcome, { readonly kind: "canceled" }>;

/** Nothing. */
export const NONE = Option.none<never>();
/** It traded. */
export const MATCHED: SentOutcome = {
  kind: "matched",
  fill: { sharesE6: Option.some(1n), usdcE6: Option.some(2n) },
};
/** It traded, and the venue does not state how much. */
export const UNSTATED: SentOutcome = { kind: "matched", fill: UNSTATED_FILL };
/** The venue states a part of it. */
export const HALF_STATED: SentOutcome = {
  kind: "matched",
  fill: { sharesE6: Option.some(1n), usdcE6: NONE },
};
/** The venue has not decided. */
export const PENDING: VenueOrderStatus = { kind: "pending" };
/** The venue does not know it. */
export const MISSING: VenueOrderStatus = { kind: "missing" };

/** Any answer of the venue; only this service concludes `never_arrived`. */
export const outcome: fc.Arbitrary<SentOutcome> = fc.oneof(
  fc.constantFrom(MATCHED, UNSTATED, HALF_STATED),
  fc.constantFrom(...REFUSAL_REASONS.filter((reason) => reason !== "never_arrived")).map((
    reason,
  ) => ({ kind: "refused" as const, refusal: { reason, message: "no", retryAfterSec: NONE } })),
);
const sendOutcome = fc.oneof(
  outcome,
  fc.constantFrom(
    { kind: "unknown" as const, why: "timeout" },
    { kind: "unknown" as const, why: "held back", isAtVenue: true as const },
  ),
);
const status = fc.oneof(
  { arbitrary: fc.constant(MISSING), weight: 6 },
  { arbitrary: fc.constant(PENDING), weight: 2 },
  { arbitrary: outcome, weight: 1 },
);
/** From one event to the next: often a limit of time, and what is next to it. */
export const gapMs = fc.constantFrom(0, 1, 5_000, 9_999, 10_000, 10_001, 60_000);

/** What befalls an order that was sent. */
export type OrderEvent =
  | { readonly kind: "answered"; readonly outcome: SendOutcome }
  | { readonly kind: "looked_up"; readonly status: VenueOrderStatus; readonly atMs: number };

/** The venue was asked. */
export const look = (status: VenueOrderStatus, atMs: number): OrderEvent => ({
  kind: "looked_up",
  status,
  atMs,
});
/** The venue answered to the sending, or did not. */
export const answer = (outcome: SendOutcome): OrderEvent => ({ kind: "answered", outcome });

/** Look-ups in the order of their instants, and answers, of which the first may count. */
export const life: fc.Arbitrary<ReadonlyArray<OrderEvent>> = fc.array(
  fc.tuple(fc.option(sendOutcome, { freq: 4 }), status, gapMs),
  { maxLength: 12 },
).map((steps) => {
  let atMs = 1_000;
  return steps.map(([outcome, status, gapMs]) => {
    atMs += gapMs;
    return outcome === null ? look(status, atMs) : answer(outcome);
  });
});

/** The state after an event. Only an order without any other news has use for an answer. */
export function step(state: OrderState, event: OrderEvent): OrderState {
  if (state.name === "final") return state;
  if (event.kind === "looked_up") return afterLookup(state, event);
  return state.name === "sent" ? afterAnswer(state, event.outcome) : state;
}

/** Its bytes are stored. */
export const SENT = { name: "sent", orderId: "0xa", sentMs: 1_000 } satisfies OrderState;

/** The state after all of the events. */
export function stateAfter(
  events: ReadonlyArray<OrderEvent>,
  from: OrderState = SENT,
): OrderState {
  return events.reduce(step, from);
}

/** No answer came. */
export const LOST = stateAfter([answer({ kind: "unknown", why: "timeout" })]);
/** The venue has it, and has not said how it ended. */
export const HELD = stateAfter([answer({ kind: "unknown", why: "held back", isAtVenue: true })]);

/** Whether the order ended because the venue does not know it, or not any more. */
export function isGivenUp(state: OrderState): state is FinalState {
  return state.name === "final" && state.outcome.kind === "refused" &&
    /^(it never reached the venue|the venue dropped it)/.test(state.outcome.refusal.message);
}
