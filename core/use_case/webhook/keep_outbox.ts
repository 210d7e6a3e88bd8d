/**
 * Keeps the outbox of webhooks small, and its counts current.
 *
 * @module
 */
import { Effect, Schedule } from "effect";
import { WAIT_MS_MAX } from "../../webhook/mod.ts";
import { WebhookStore } from "../../port/webhook_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { logFailure, recordRun, repeatJob } from "../time/repeat_job.ts";
import { countDropped, setOutbox, showCounts } from "./webhook_metrics.ts";

/** The name of this job on the status page. */
export const KEEP_OUTBOX = "keep_webhook_outbox";

/** The most messages that wait for a webhook. */
export const WAITING_MAX = 10_000;

const DAY_MS = 24 * 3_600_000;
/** Longer than events are looked back for: a stored message is what keeps a second one away. */
const DELIVERED_KEPT_MS = 3 * DAY_MS;
const LOST_KEPT_MS = 30 * DAY_MS;

const EVERY_MS = 15_000;

/** Drops what is too much, deletes what is old, and counts. */
export const tidyOutbox = Effect.fn("tidyOutbox")(function* () {
  const store = yield* WebhookStore;
  const nowMs = Math.floor(yield* (yield* MachineTime).nowMs);
  const dropped = yield* store.trim(WAITING_MAX);
  if (dropped > 0) {
    yield* countDropped(dropped);
    yield* Effect.annotateLogs(
      Effect.logWarning("Dropped messages of webhooks: too many wait"),
      { dropped },
    );
  }
  // What was planned by a clock that was ahead would wait for as long as it was wrong.
  yield* store.hasten({ nowMs, latestMs: nowMs + WAIT_MS_MAX });
  yield* store.prune({ deliveredMs: nowMs - DELIVERED_KEPT_MS, lostMs: nowMs - LOST_KEPT_MS });
  yield* setOutbox(yield* store.state, nowMs);
});

/** Does so in a loop. */
export const keepOutbox = Effect.andThen(
  showCounts,
  repeatJob(tidyOutbox(), {
    schedule: Schedule.spaced(EVERY_MS),
    failed: logFailure("Cannot keep the outbox of webhooks"),
    ended: recordRun(KEEP_OUTBOX),
  }),
);
