/** Lives of orders, drawn for tests. @module */
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  type FinalState,
  type OrderEvent,
  type OrderOutcome,
  type OrderState,
  RECEIVED,
  REFUSAL_REASONS,
  stepOrder,
  UNSTATED_FILL,
  type VenueOrderStatus,
} from "../../../core/order/mod.ts";

/** Nothing. */
export const NONE = Option.none<never>();
/** It traded. */
export const MATCHED: OrderOutcome = {
  kind: "matched",
  fill: { sharesE6: Option.some(1n), usdcE6: Option.some(2n) },
};
/** It traded, and the venue does not state how much. */
export const UNSTATED: OrderOutcome = { kind: "matched", fill: UNSTATED_FILL };
/** The venue states a part of it. */
export const HALF_STATED: OrderOutcome = {
  kind: "matched",
  fill: { sharesE6: Option.some(1n), usdcE6: NONE },
};
/** The venue has not decided. */
export const PENDING: VenueOrderStatus = { kind: "pending" };
/** The venue does not know it. */
export const MISSING: VenueOrderStatus = { kind: "missing" };

/** Any answer of the venue; only this service concludes `never_arrived`. */
export const outcome: fc.Arbitrary<OrderOutcome> = fc.oneof(
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

/** The kinds of events. */
export type Kind = OrderEvent["kind"];

function eventOf(kind: Kind, atMs: number): fc.Arbitrary<OrderEvent> {
  switch (kind) {
    case "signed":
      return fc.constantFrom("0xa", "0xb").map((orderId) => ({ kind, orderId }));
    case "sent":
      return fc.constant({ kind, atMs });
    case "answered":
      return sendOutcome.map((outcome) => ({ kind, outcome }));
    case "looked_up":
      return status.map((status) => ({ kind, status, atMs }));
  }
}

/** Events in the order of their instants. */
function eventsOf(kind: fc.Arbitrary<Kind>): fc.Arbitrary<ReadonlyArray<OrderEvent>> {
  return fc.array(fc.tuple(kind, gapMs), { maxLength: 12 }).chain((steps) => {
    let atMs = 1_000;
    return fc.tuple(...steps.map(([kind, gapMs]) => eventOf(kind, atMs += gapMs)));
  });
}

/** Any events in the order of their instants. */
export const anyEvents = eventsOf(fc.constantFrom("signed", "sent", "answered", "looked_up"));
/** What befalls an order once it is sent, most often that it is looked up. */
export const laterEvents = eventsOf(
  fc.constantFrom("looked_up", "looked_up", "looked_up", "answered"),
);

/** Any mix of steps, or an order that was sent and what befell it then. */
export const life = fc.oneof(
  { arbitrary: anyEvents, weight: 1 },
  {
    arbitrary: laterEvents.map((later): ReadonlyArray<OrderEvent> => [
      { kind: "signed", orderId: "0xa" },
      { kind: "sent", atMs: 1_000 },
      ...later,
    ]),
    weight: 3,
  },
);

/** Takes a step where it is possible; stays where it is not. */
export function step(state: OrderState, event: OrderEvent): OrderState {
  return Result.getOrElse(stepOrder(state, event), () => state);
}

/** The state after all of the events that are possible. */
export function stateAfter(events: ReadonlyArray<OrderEvent>, from = RECEIVED): OrderState {
  return events.reduce(step, from);
}

/** Whether the order ended because the venue does not know it, or not any more. */
export function isGivenUp(state: OrderState): state is FinalState {
  return state.name === "final" && state.outcome.kind === "refused" &&
    /^(it never reached the venue|the venue dropped it)/.test(state.outcome.refusal.message);
}

/** The venue was asked. */
export const look = (status: VenueOrderStatus, atMs: number): OrderEvent => ({
  kind: "looked_up",
  status,
  atMs,
});
/** The venue answered to the sending, or did not. */
export const answer = (
  outcome: Extract<OrderEvent, { kind: "answered" }>["outcome"],
): OrderEvent => ({ kind: "answered", outcome });
/** Its bytes are stored. */
export const SENT = { name: "sent", orderId: "0xa", sentMs: 1_000 } satisfies OrderState;
/** No answer came. */
export const LOST = stateAfter([answer({ kind: "unknown", why: "timeout" })], SENT);
