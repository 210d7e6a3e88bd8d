/**
 * The states of an order, from the request to its final outcome.
 *
 * ```text
 * received -> signed -> sent -> matched | refused
 *                          \-> unknown -> matched | refused   (reconciled)
 * ```
 *
 * An order is `sent` as soon as its signed bytes are stored: from then on it may be at the venue,
 * even if this process dies, and only the venue can say how it ended. A match is final once its
 * amounts are known, or have not become known for long.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import {
  isStated,
  type OrderOutcome,
  type OrderRefusal,
  type SendOutcome,
  UNSTATED_FILL,
} from "./order_outcome.ts";

/** The state of an order. Instants are unix milliseconds of the machine's own clock. */
export type OrderState =
  | { readonly name: "received" }
  | { readonly name: "signed"; readonly orderId: string }
  | { readonly name: "sent"; readonly orderId: string; readonly sentMs: number }
  | UnknownState
  | FinalState;

/** The order was sent, and its outcome, or what it traded, is not known yet. */
export interface UnknownState {
  readonly name: "unknown";
  readonly orderId: string;
  readonly sentMs: number;
  readonly why: string;
  /** Whether the venue ever said that it has the order. */
  readonly isAtVenue: boolean;
  /** Whether the venue ever said that it traded, though not how much. */
  readonly isMatched: boolean;
  /** The first lookup since which every lookup found the order missing. */
  readonly missingSinceMs: Option.Option<number>;
}

/** The final state. `isReconciled`: the outcome came from a lookup, not from the venue's answer. */
export interface FinalState {
  readonly name: "final";
  readonly orderId: string;
  readonly outcome: OrderOutcome;
  readonly isReconciled: boolean;
}

/** An event in the life of an order. */
export type OrderEvent =
  | { readonly kind: "signed"; readonly orderId: string }
  | { readonly kind: "sent"; readonly atMs: number }
  | { readonly kind: "answered"; readonly outcome: SendOutcome }
  /** The venue was asked for its status. */
  | { readonly kind: "looked_up"; readonly status: VenueOrderStatus; readonly atMs: number };

/** The venue's answer to a lookup. `pending`: not decided yet. `missing`: order unknown there. */
export type VenueOrderStatus = OrderOutcome | { readonly kind: "pending" } | {
  readonly kind: "missing";
};

/** The state before any event. */
export const RECEIVED: OrderState = { name: "received" };

/**
 * The longest that an order can be in flight to the venue after its bytes are stored, in
 * milliseconds. Until then a lookup that finds it missing or pending proves nothing.
 */
export const SENDING_MS_MAX = 10_000;

/** How long an order must stay missing at the venue before it counts as lost, in milliseconds. */
export const MISSING_MS_MIN = 10_000;

/** How long the amounts of a match are asked for after the sending, in milliseconds. */
export const AMOUNTS_MS_MAX = 600_000;

/** An event that cannot happen in this state: a programming error. */
export class ImpossibleStep extends Schema.TaggedError<ImpossibleStep>()("ImpossibleStep", {
  state: Schema.String,
  event: Schema.String,
}) {
  override get message(): string {
    return `Cannot apply the event "${this.event}" to an order in the state "${this.state}"`;
  }
}

/** Returns the outcome as far as it is known: a match is, even before its amounts are. */
export function knownOutcome(state: OrderState): Option.Option<OrderOutcome> {
  if (state.name === "final") return Option.some(state.outcome);
  return state.name === "unknown" && state.isMatched ? Option.some(UNSTATED) : Option.none();
}

const UNSTATED: OrderOutcome = { kind: "matched", fill: UNSTATED_FILL };

/** Returns the state after an event. A final state never changes. */
export function stepOrder(
  state: OrderState,
  event: OrderEvent,
): Result.Result<OrderState, ImpossibleStep> {
  if (state.name === "final" && (event.kind === "answered" || event.kind === "looked_up")) {
    return Result.succeed(state);
  }
  if (state.name === "received" && event.kind === "signed") {
    return Result.succeed({ name: "signed", orderId: event.orderId });
  }
  if (state.name === "signed" && event.kind === "sent") {
    return Result.succeed({ name: "sent", orderId: state.orderId, sentMs: event.atMs });
  }
  if (state.name === "sent" || state.name === "unknown") {
    if (event.kind === "answered") return Result.succeed(afterAnswer(state, event.outcome));
    if (event.kind === "looked_up") return Result.succeed(afterLookup(state, event));
  }
  return Result.fail(new ImpossibleStep({ state: state.name, event: event.kind }));
}

type InFlight = Extract<OrderState, { readonly name: "sent" | "unknown" }>;

function afterAnswer(state: InFlight, outcome: SendOutcome): UnknownState | FinalState {
  if (isUnstatedMatch(outcome)) return matchedState(state);
  if (outcome.kind === "matched") return finalState(state, { outcome, isReconciled: false });
  if (outcome.kind === "refused") {
    const { kind, refusal } = outcome;
    return finalState(state, { outcome: { kind, refusal }, isReconciled: false });
  }
  const before = unknownState(state);
  const isAtVenue = before.isAtVenue || outcome.isAtVenue === true;
  return { ...before, why: outcome.why, isAtVenue };
}

function afterLookup(
  state: InFlight,
  { status, atMs }: Extract<OrderEvent, { readonly kind: "looked_up" }>,
): InFlight | FinalState {
  const isOverdue = atMs - state.sentMs >= AMOUNTS_MS_MAX;
  if (isUnstatedMatch(status) && !isOverdue) return matchedState(state);
  const isMatched = state.name === "unknown" && state.isMatched;
  const isDenied = isMatched && status.kind === "refused" && status.refusal.reason === "not_filled";
  if (status.kind !== "pending" && status.kind !== "missing" && !isDenied) {
    return finalState(state, { outcome: status, isReconciled: true });
  }
  if (isMatched) {
    // What has traded is not lost, whatever the venue has forgotten of it.
    return isOverdue ? finalState(state, { outcome: UNSTATED, isReconciled: true }) : state;
  }
  const mayBeInFlight = atMs - state.sentMs < SENDING_MS_MAX;
  // The process that sends it may be about to receive the answer.
  if (state.name === "sent" && mayBeInFlight) return state;
  if (status.kind === "pending") {
    return { ...unknownState(state), isAtVenue: true, missingSinceMs: Option.none() };
  }
  // It may still arrive after its sender has given up, so its absence proves nothing yet.
  if (mayBeInFlight) return state;
  const sinceMs = Option.getOrElse(unknownState(state).missingSinceMs, () => atMs);
  if (atMs - sinceMs >= MISSING_MS_MIN) {
    const outcome = { kind: "refused", refusal: lostRefusal(unknownState(state)) } as const;
    return finalState(state, { outcome, isReconciled: true });
  }
  return { ...unknownState(state), missingSinceMs: Option.some(sinceMs) };
}

/**
 * The venue no longer knows the order: it expired unfilled if the venue ever acknowledged it, and
 * otherwise never arrived.
 */
function lostRefusal({ isAtVenue, why }: UnknownState): OrderRefusal {
  const retryAfterSec = Option.none<number>();
  return isAtVenue
    ? { reason: "not_filled", message: `the venue dropped it unfilled (${why})`, retryAfterSec }
    : { reason: "never_arrived", message: `it never reached the venue (${why})`, retryAfterSec };
}

function isUnstatedMatch(outcome: SendOutcome | VenueOrderStatus): boolean {
  return outcome.kind === "matched" && !isStated(outcome.fill);
}

function matchedState(state: InFlight): UnknownState {
  const why = "the venue matched it, and has not said yet how much it traded";
  const missingSinceMs = Option.none<number>();
  return { ...unknownState(state), why, isAtVenue: true, isMatched: true, missingSinceMs };
}

function unknownState(state: InFlight): UnknownState {
  if (state.name === "unknown") return state;
  const { orderId, sentMs } = state;
  const why = "no answer to it was recorded";
  const [isAtVenue, isMatched] = [false, false];
  return {
    name: "unknown",
    orderId,
    sentMs,
    why,
    isAtVenue,
    isMatched,
    missingSinceMs: Option.none(),
  };
}

function finalState(
  { orderId }: InFlight,
  end: Pick<FinalState, "outcome" | "isReconciled">,
): FinalState {
  return { name: "final", orderId, ...end };
}
