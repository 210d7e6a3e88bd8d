/** What a store makes of a report about an order that it knows more of. @module */
import { Option } from "effect";
import { type CancelCause, type Fill, knownFill, type OrderState } from "../../core/order/mod.ts";
import type { StoredOrder } from "../../core/port/order_store.ts";

/** What an order has traded, or may still trade. */
export function countedE6({ state, notionalE6, fills: { failed } }: StoredOrder): bigint {
  if (state.name !== "final") return notionalE6;
  const usdcE6 = Option.flatMap(knownFill(state), ({ usdcE6 }) => usdcE6);
  const failedE6 = Option.getOrElse(failed.usdcE6, () => 0n);
  const leftE6 = Option.getOrElse(usdcE6, () => notionalE6) - failedE6;
  return leftE6 > 0n ? leftE6 : 0n;
}

/** Whether a report is older than what is known of an order: that it was sent, or rests. */
export function isEarlier(state: OrderState, known: OrderState): boolean {
  if (state.name === "sent") return known.name !== "sent";
  return known.name === "live" &&
    (state.name === "unknown" || (state.name === "live" && state.isDelayed && !known.isDelayed));
}

/** What is known to be traded becomes no less. */
export function mergedState(
  before: OrderState,
  state: OrderState,
  cause: Option.Option<CancelCause>,
): OrderState {
  const [known, told] = [knownFill(before), knownFill(state)];
  const fill = Option.getOrUndefined(
    Option.map(told, (b) => Option.match(known, { onNone: () => b, onSome: (a) => later(a, b) })),
  );
  if (state.name === "live") return fill === undefined ? state : { ...state, fill };
  if (state.name !== "final" || state.outcome.kind === "refused" || fill === undefined) {
    return state;
  }
  const { outcome } = state;
  return outcome.kind === "canceled"
    ? {
      ...state,
      outcome: { ...outcome, fill, cause: Option.getOrElse(cause, () => outcome.cause) },
    }
    : { ...state, outcome: { ...outcome, fill } };
}

/** Of two reports, the one with more shares is the later one. */
function later(a: Fill, b: Fill): Fill {
  const [aE6, bE6] = [a, b].map(({ sharesE6 }) => Option.getOrElse(sharesE6, () => -1n));
  if (aE6 === undefined || bE6 === undefined || aE6 > bE6) return a;
  return aE6 < bE6 ? b : { ...b, usdcE6: Option.orElse(b.usdcE6, () => a.usdcE6) };
}
