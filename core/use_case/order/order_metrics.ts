/**
 * The counts of orders, for whoever operates the service.
 *
 * @module
 */
import { Effect, Metric } from "effect";
import type { OrderOutcome, SendOutcome } from "../../order/mod.ts";

const SENT = Metric.counter("strikeline_orders_total", {
  description: "Orders sent to the venue, by what their sending showed.",
  incremental: true,
});
const RECONCILED = Metric.counter("strikeline_orders_reconciled_total", {
  description: "Orders whose unknown outcome was found out, by outcome.",
  incremental: true,
});
const DUE = Metric.gauge("strikeline_orders_due", {
  description: "Orders without a known outcome that the last round of the job asked about.",
});

/** Counts an order that was sent. */
export function countSent({ kind }: SendOutcome): Effect.Effect<void> {
  return Metric.update(BY_OUTCOME[kind], 1);
}

/** Counts an order whose outcome is known at last. */
export function countReconciled({ kind }: Pick<OrderOutcome, "kind">): Effect.Effect<void> {
  return Metric.update(Metric.withAttributes(RECONCILED, { outcome: kind }), 1);
}

/** Sets how many orders wait to be looked up. */
export function setDue(count: number): Effect.Effect<void> {
  return Metric.update(DUE, count);
}

/** Made once: an order is in a hurry. */
const BY_OUTCOME: Readonly<Record<SendOutcome["kind"], Metric.Counter<number>>> = {
  matched: Metric.withAttributes(SENT, { outcome: "matched" }),
  live: Metric.withAttributes(SENT, { outcome: "live" }),
  refused: Metric.withAttributes(SENT, { outcome: "refused" }),
  unknown: Metric.withAttributes(SENT, { outcome: "unknown" }),
};
