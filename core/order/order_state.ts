/**
 * The states of an order from the moment its signed bytes are stored, and how one follows another.
 *
 * ```text
 * sent -> matched | refused | live                (answered)
 *     \-> unknown -> matched | refused | live     (looked up)
 * live -> matched | canceled                      (looked up)
 * ```
 *
 * An order is `sent` as soon as its signed bytes are stored: from then on it may be at the venue,
 * even if this process dies, and only the venue can say how it ended. A match is final once its
 * amounts are known, or have not become known for long. What is final has no next state. Only an
 * order that can rest is ever `live`.
 *
 * @module
 */
import { Option } from "effect";
import {
  type Fill,
  isStated,
  type LiveOrder,
  type OrderOutcome,
  type OrderRefusal,
  type SendOutcome,
  UNSTATED_FILL,
} from "./order_outcome.ts";

/** The signed bytes are stored, and no answer to them is. Instants are unix milliseconds. */
export interface SentState {
  readonly name: "sent";
  readonly orderId: string;
  /** When the bytes were made, by the machine's own clock. */
  readonly sentMs: number;
}

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

/** The venue has the order, which rests in its book, or is delayed before it is matched. */
export interface LiveState {
  readonly name: "live";
  readonly orderId: string;
  readonly sentMs: number;
  readonly isDelayed: boolean;
  /** What it has traded so far. */
  readonly fill: Fill;
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

/** The state of an order that the venue may still decide on. */
export type UnresolvedState = SentState | UnknownState | LiveState;

/** The state of an order. */
export type OrderState = UnresolvedState | FinalState;

/**
 * The venue's answer to a lookup. `pending`: not decided yet, of an order that cannot rest.
 * `missing`: order unknown there.
 */
export type VenueOrderStatus = OrderOutcome | LiveOrder | { readonly kind: "pending" } | {
  readonly kind: "missing";
};

/**
 * The longest that an order can be in flight to the venue after its bytes are stored, in
 * milliseconds. Until then a lookup that finds it missing or pending proves nothing.
 */
export const SENDING_MS_MAX = 10_000;

/** How long an order must stay missing at the venue before it counts as lost, in milliseconds. */
export const MISSING_MS_MIN = 10_000;

/** How long the amounts of a match are asked for after the sending, in milliseconds. */
export const AMOUNTS_MS_MAX = 600_000;

/** Returns the outcome as far as it is known: a match is, even before its amounts are. */
export function knownOutcome(state: OrderState): Option.Option<OrderOutcome> {
  if (state.name === "final") return Option.some(state.outcome);
  return state.name === "unknown" && state.isMatched ? Option.some(UNSTATED) : Option.none();
}

/** Returns what an order has traded, as far as it is known; none where nothing is known of it. */
export function knownFill(state: OrderState): Option.Option<Fill> {
  if (state.name === "live") return Option.some(state.fill);
  return Option.flatMap(
    knownOutcome(state),
    (outcome) => outcome.kind === "refused" ? Option.none() : Option.some(outcome.fill),
  );
}

const UNSTATED: OrderOutcome = { kind: "matched", fill: UNSTATED_FILL };

/** Returns the state of an order whose sending showed `outcome`. */
export function afterAnswer(
  state: SentState,
  outcome: SendOutcome,
): UnknownState | LiveState | FinalState {
  if (outcome.kind === "live") return liveState(state, outcome);
  if (isUnstatedMatch(outcome)) return matchedState(state);
  if (outcome.kind === "matched") return finalState(state, { outcome, isReconciled: false });
  if (outcome.kind === "refused") {
    const { kind, refusal } = outcome;
    return finalState(state, { outcome: { kind, refusal }, isReconciled: false });
  }
  const { why, isAtVenue = false } = outcome;
  return { ...unknownState(state), why, isAtVenue };
}

/** Returns the state of an order that the venue was asked for at `atMs`, which said `status`. */
export function afterLookup(
  state: UnresolvedState,
  { status, atMs }: { readonly status: VenueOrderStatus; readonly atMs: number },
): OrderState {
  if (status.kind === "live") return liveState(state, status);
  if (state.name === "live") return afterRest(state, { status, atMs });
  const isOverdue = atMs - state.sentMs >= AMOUNTS_MS_MAX;
  if (isUnstatedMatch(status) && !isOverdue) return matchedState(state);
  const isMatched = state.name === "unknown" && state.isMatched;
  const isDenied = isMatched && status.kind === "refused" && status.refusal.reason === "killed";
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
  const unknown = unknownState(state);
  if (status.kind === "pending") {
    return { ...unknown, isAtVenue: true, missingSinceMs: Option.none() };
  }
  // It may still arrive after its sender has given up, so its absence proves nothing yet.
  if (mayBeInFlight) return state;
  const sinceMs = Option.getOrElse(unknown.missingSinceMs, () => atMs);
  if (atMs - sinceMs >= MISSING_MS_MIN) {
    const outcome = { kind: "refused", refusal: lostRefusal(unknown) } as const;
    return finalState(state, { outcome, isReconciled: true });
  }
  return { ...unknown, missingSinceMs: Option.some(sinceMs) };
}

/** Returns the state of an order that rested, and does not, or is not known to, any more. */
function afterRest(
  state: LiveState,
  { status, atMs }: {
    readonly status: Exclude<VenueOrderStatus, LiveOrder>;
    readonly atMs: number;
  },
): OrderState {
  switch (status.kind) {
    case "pending":
      return { ...state, missingSinceMs: Option.none() };
    case "matched":
    case "canceled": {
      const outcome = { ...status, fill: largerFill(state.fill, status.fill) };
      return finalState(state, { outcome, isReconciled: true });
    }
    case "refused":
      return finalState(state, { outcome: dropped(state, status.refusal), isReconciled: true });
    case "missing": {
      const sinceMs = Option.getOrElse(state.missingSinceMs, () => atMs);
      if (atMs - sinceMs < MISSING_MS_MIN) {
        return { ...state, missingSinceMs: Option.some(sinceMs) };
      }
      const outcome = dropped(state, { message: "it no longer knows the order" });
      return finalState(state, { outcome, isReconciled: true });
    }
  }
}

function dropped({ fill }: LiveState, { message }: { readonly message: string }): OrderOutcome {
  return { kind: "canceled", fill, cause: "venue", message };
}

/** An order trades more and more: of two reports, the one with more shares is the later one. */
function largerFill(a: Fill, b: Fill): Fill {
  const [aE6, bE6] = [a, b].map(({ sharesE6 }) => Option.getOrElse(sharesE6, () => -1n));
  if (aE6 === undefined || bE6 === undefined || aE6 > bE6) return a;
  return bE6 > aE6 ? b : { ...b, usdcE6: Option.orElse(b.usdcE6, () => a.usdcE6) };
}

function liveState(state: UnresolvedState, { isDelayed, fill }: LiveOrder): LiveState {
  const { orderId, sentMs } = state;
  const missingSinceMs = Option.none<number>();
  if (state.name !== "live") {
    return { name: "live", orderId, sentMs, isDelayed, fill, missingSinceMs };
  }
  // A delay comes first: a report of it is late.
  return {
    ...state,
    isDelayed: isDelayed && state.isDelayed,
    fill: largerFill(state.fill, fill),
    missingSinceMs,
  };
}

/**
 * The venue no longer knows the order: it expired unfilled if the venue ever acknowledged it, and
 * otherwise never arrived.
 */
function lostRefusal({ isAtVenue, why }: UnknownState): OrderRefusal {
  const retryAfterSec = Option.none<number>();
  return isAtVenue
    ? { reason: "killed", message: `the venue dropped it unfilled (${why})`, retryAfterSec }
    : { reason: "never_arrived", message: `it never reached the venue (${why})`, retryAfterSec };
}

function isUnstatedMatch(outcome: SendOutcome | VenueOrderStatus): boolean {
  return outcome.kind === "matched" && !isStated(outcome.fill);
}

function matchedState(state: SentState | UnknownState): UnknownState {
  const why = "the venue matched it, and has not said yet how much it traded";
  const missingSinceMs = Option.none<number>();
  return { ...unknownState(state), why, isAtVenue: true, isMatched: true, missingSinceMs };
}

function unknownState(state: SentState | UnknownState): UnknownState {
  if (state.name === "unknown") return state;
  return {
    ...state,
    name: "unknown",
    why: "no answer to it was recorded",
    isAtVenue: false,
    isMatched: false,
    missingSinceMs: Option.none(),
  };
}

function finalState(
  { orderId }: UnresolvedState,
  end: Pick<FinalState, "outcome" | "isReconciled">,
): FinalState {
  return { name: "final", orderId, ...end };
}
