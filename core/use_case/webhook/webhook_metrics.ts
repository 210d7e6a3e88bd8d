/**
 * The counts of webhooks, for whoever operates the service.
 *
 * @module
 */
import { Effect, Metric, Option } from "effect";
import type { OutboxState } from "../../port/webhook_store.ts";

const ATTEMPTS = Metric.counter("strikeline_webhook_attempts_total", {
  description: "Attempts to deliver a message of a webhook, by outcome.",
  incremental: true,
});
const DROPPED = Metric.counter("strikeline_webhook_dropped_total", {
  description: "Messages of webhooks that were dropped because too many waited.",
  incremental: true,
});
const WAITING = Metric.gauge("strikeline_webhook_waiting", {
  description: "Messages of webhooks that wait to be delivered.",
});
const OLDEST = Metric.gauge("strikeline_webhook_oldest_seconds", {
  description: "Age of the oldest message that waits for an active webhook.",
});
const STOPPED = Metric.gauge("strikeline_webhook_stopped", {
  description: "Webhooks that nothing is sent to until an operator resumes them.",
});

/** How an attempt counts. `given_up`: it was the message's last. */
const ATTEMPT_OUTCOMES = ["delivered", "failed", "given_up"] as const;

/** Counts nothing: from then on each count is there, and not only from its first event on. */
export const showCounts = Effect.all([
  ...ATTEMPT_OUTCOMES.map((outcome) =>
    Metric.update(Metric.withAttributes(ATTEMPTS, { outcome }), 0)
  ),
  Metric.update(DROPPED, 0),
], { discard: true });

/** Counts an attempt. */
export function countAttempt(outcome: (typeof ATTEMPT_OUTCOMES)[number]): Effect.Effect<void> {
  return Metric.update(Metric.withAttributes(ATTEMPTS, { outcome }), 1);
}

/** Counts dropped messages. */
export function countDropped(count: number): Effect.Effect<void> {
  return Metric.update(DROPPED, count);
}

/** Sets what waits now. */
export function setOutbox(state: OutboxState, nowMs: number): Effect.Effect<void> {
  const oldestMs = Option.getOrElse(state.oldestCreatedMs, () => nowMs);
  return Effect.all([
    Metric.update(WAITING, state.waiting),
    Metric.update(OLDEST, Math.max(0, nowMs - oldestMs) / 1000),
    Metric.update(STOPPED, state.stoppedWebhooks),
  ], { discard: true });
}
