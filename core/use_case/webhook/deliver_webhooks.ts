/**
 * The job that delivers the messages of webhooks for as long as the service runs.
 *
 * @module
 */
import { Effect, Queue, Schedule } from "effect";
import { type WebhookMessage, WebhookStore } from "../../port/webhook_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { recordRun, repeatJob } from "../time/repeat_job.ts";
import { deliverMessage } from "./deliver_message.ts";

/** The name of this job on the status page. */
export const DELIVER_WEBHOOKS = "deliver_webhooks";

const EVERY_MS = 500;
/** A webhook's messages are claimed in batches, sent at once; no more before a batch is done. */
const BATCH_MAX = 4;
/** Webhooks that are sent to at once; a slow one holds up none of the others. */
const WEBHOOKS_MAX = 64;
/** Longer than an attempt can take. What a process claimed that was killed is due after it. */
const CLAIMED_MS = 30_000;

/** Delivers a webhook's batch. A message that fails is tried later, and the others go on. */
const deliverBatch = (batch: ReadonlyArray<WebhookMessage>) =>
  Effect.forEach(
    batch,
    (message) =>
      Effect.catchCause(
        deliverMessage(message),
        (cause) => Effect.logWarning("Cannot deliver a message of a webhook", cause),
      ),
    { concurrency: BATCH_MAX, discard: true },
  );

/** Claims what is due, in a loop, and delivers each webhook's part by itself. */
export const deliverWebhooks = Effect.gen(function* () {
  const store = yield* WebhookStore;
  const { nowMs } = yield* MachineTime;
  const busy = new Set<string>();
  const batchDone = yield* Queue.sliding<void>(1);
  const claim = Effect.gen(function* () {
    if (busy.size >= WEBHOOKS_MAX) return;
    const atMs = Math.floor(yield* nowMs);
    const claimed = yield* store.claim({
      nowMs: atMs,
      untilMs: atMs + CLAIMED_MS,
      limit: (WEBHOOKS_MAX - busy.size) * BATCH_MAX,
      limitPerWebhook: BATCH_MAX,
      except: [...busy],
    });
    for (const [webhookId, batch] of Map.groupBy(claimed, ({ to }) => to.webhook.id)) {
      busy.add(webhookId);
      const end = Effect.sync(() => {
        busy.delete(webhookId);
        Queue.offerUnsafe(batchDone, undefined);
      });
      yield* Effect.forkScoped(Effect.ensuring(deliverBatch(batch), end));
    }
  });
  return yield* repeatJob(claim, {
    schedule: Schedule.spaced(EVERY_MS),
    wake: Queue.take(batchDone),
    failed: (cause) => Effect.logWarning("Cannot claim messages of webhooks", cause),
    ended: recordRun(DELIVER_WEBHOOKS),
  });
}).pipe(Effect.scoped);
