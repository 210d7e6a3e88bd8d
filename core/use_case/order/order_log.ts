/**
 * The log's lines of orders: one when it is known what became of an order's sending, and one more
 * if it ends later. Nothing in them is secret.
 *
 * @module
 */
import { Effect } from "effect";
import { listedStateOf } from "../../order/mod.ts";
import type { StoredOrder } from "../../port/order_store.ts";

/** Logs the state of an order, which it reached `tookMs` milliseconds after it was asked for. */
export function logOrder(
  message: string,
  { order: { walletId, instruction: { slug, side, outcome }, state }, tookMs }: {
    readonly order: StoredOrder;
    readonly tookMs: number;
  },
): Effect.Effect<void> {
  const isRefused = state.name === "final" && state.outcome.kind === "refused";
  return Effect.annotateLogs(Effect.logInfo(message), {
    orderId: state.orderId,
    walletId,
    market: slug,
    side,
    outcome,
    tookMs: Math.round(tookMs),
    state: listedStateOf(state),
    ...isRefused ? { reason: state.outcome.refusal.reason } : {},
  });
}
