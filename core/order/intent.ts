/**
 * The life of an order, from the request to its settled fate.
 *
 * ```text
 * received -> signed -> sent -> matched | live | refused
 *                          \-> unknown -> matched | live | refused   (reconciled)
 * ```
 *
 * An order is `sent` from the moment at which its signed bytes are stored: from then on it may be
 * at the venue, whatever becomes of this process, and only the venue can say how it ended.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import { type OrderRefusal, type Outcome, type Settlement } from "./settlement.ts";

/** Where an order stands. Instants are unix milliseconds of the machine's own clock. */
export type IntentState =
  | { readonly name: "received" }
  | { readonly name: "signed"; readonly orderId: string }
  | { readonly name: "sent"; readonly orderId: string; readonly sentMs: number }
  | Unknown
  | Settled;

/** Nobody can say yet. */
export interface Unknown {
  readonly name: "unknown";
  readonly orderId: string;
  readonly sentMs: number;
  readonly why: string;
  /** Whether the venue has ever said that it has the order. */
  readonly isAtVenue: boolean;
  /** Since when the venue has said, every time it was asked, that it does not know the order. */
  readonly missingSinceMs: Option.Option<number>;
}

/** The end. `isReconciled`: it was found out by asking, not from the answer to the sending. */
export interface Settled {
  readonly name: "settled";
  readonly orderId: string;
  readonly settlement: Settlement;
  readonly isReconciled: boolean;
}

/** What can happen to an order. */
export type IntentEvent =
  | { readonly kind: "signed"; readonly orderId: string }
  | { readonly kind: "sent"; readonly atMs: number }
  | { readonly kind: "answered"; readonly outcome: Outcome }
  /** The venue was asked about it. */
  | { readonly kind: "looked_up"; readonly standing: Standing; readonly atMs: number };

/** What the venue says of an order when it is asked. `pending`: it has not decided yet. */
export type Standing = Settlement | { readonly kind: "pending" } | { readonly kind: "missing" };

/** Before any event. */
export const RECEIVED: IntentState = { name: "received" };

/**
 * The longest that an order may be on its way to the venue, from when its bytes are stored. What
 * is asked before that says nothing about an order that is missing or not decided.
 */
export const SENDING_MS_MAX = 10_000;

/** The venue must not know an order for so long before it counts as never having arrived. */
export const MISSING_MS_MIN = 10_000;

/** An event that cannot happen to an order in this state: an error of ours. */
export class ImpossibleStep extends Schema.TaggedError<ImpossibleStep>()("ImpossibleStep", {
  state: Schema.String,
  event: Schema.String,
}) {
  override get message(): string {
    return `Cannot take the step "${this.event}" with an order that is "${this.state}"`;
  }
}

/** The state after an event. What is settled stays as it is, whatever is heard later. */
export function stepIntent(
  state: IntentState,
  event: IntentEvent,
): Result.Result<IntentState, ImpossibleStep> {
  if (state.name === "settled" && (event.kind === "answered" || event.kind === "looked_up")) {
    return Result.succeed(state);
  }
  if (state.name === "received" && event.kind === "signed") {
    return Result.succeed({ name: "signed", orderId: event.orderId });
  }
  if (state.name === "signed" && event.kind === "sent") {
    return Result.succeed({ name: "sent", orderId: state.orderId, sentMs: event.atMs });
  }
  if (state.name === "sent" || state.name === "unknown") {
    if (event.kind === "answered") return Result.succeed(answered(state, event.outcome));
    if (event.kind === "looked_up") return Result.succeed(lookedUp(state, event));
  }
  return Result.fail(new ImpossibleStep({ state: state.name, event: event.kind }));
}

type Underway = Extract<IntentState, { readonly name: "sent" | "unknown" }>;

function answered(state: Underway, outcome: Outcome): Unknown | Settled {
  if (outcome.kind !== "unknown") {
    return settled(state, { settlement: outcome, isReconciled: false });
  }
  const before = unknown(state);
  const isAtVenue = before.isAtVenue || outcome.isAtVenue === true;
  return { ...before, why: outcome.why, isAtVenue };
}

function lookedUp(
  state: Underway,
  { standing, atMs }: Extract<IntentEvent, { readonly kind: "looked_up" }>,
): Underway | Settled {
  if (standing.kind !== "pending" && standing.kind !== "missing") {
    return settled(state, { settlement: standing, isReconciled: true });
  }
  const mayBeUnderWay = atMs - state.sentMs < SENDING_MS_MAX;
  // Whoever sends it may be about to hear more.
  if (state.name === "sent" && mayBeUnderWay) return state;
  if (standing.kind === "pending") {
    return { ...unknown(state), isAtVenue: true, missingSinceMs: Option.none() };
  }
  // It may still arrive, even after its sender has given up: a gap proves nothing yet.
  if (mayBeUnderWay) return state;
  const sinceMs = Option.getOrElse(unknown(state).missingSinceMs, () => atMs);
  if (atMs - sinceMs >= MISSING_MS_MIN) {
    const settlement = { kind: "refused", refusal: givenUp(unknown(state)) } as const;
    return settled(state, { settlement, isReconciled: true });
  }
  return { ...unknown(state), missingSinceMs: Option.some(sinceMs) };
}

/** What the venue has not, and will not have. What it had once it has let go of. */
function givenUp({ isAtVenue, why }: Unknown): OrderRefusal {
  const retryAfterSec = Option.none<number>();
  return isAtVenue
    ? { reason: "not_filled", words: `the venue let go of it unfilled (${why})`, retryAfterSec }
    : { reason: "never_arrived", words: `it never reached the venue (${why})`, retryAfterSec };
}

function unknown(state: Underway): Unknown {
  if (state.name === "unknown") return state;
  const { orderId, sentMs } = state;
  const why = "the service stopped while it was sent";
  const missingSinceMs = Option.none<number>();
  return { name: "unknown", orderId, sentMs, why, isAtVenue: false, missingSinceMs };
}

function settled(
  { orderId }: Underway,
  end: Pick<Settled, "settlement" | "isReconciled">,
): Settled {
  return { name: "settled", orderId, ...end };
}
