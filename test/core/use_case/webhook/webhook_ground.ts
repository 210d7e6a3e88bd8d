/** Stores in memory, a box, and receivers of webhooks whose answers are staged. @module */
import { Deferred, Effect, Layer, Logger, ManagedRuntime, Option } from "effect";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import {
  type SignedParts,
  type WebhookAnswer,
  type WebhookAttempt,
  WebhookSender,
  WebhookUnreachable,
} from "../../../../core/port/webhook_sender.ts";
import { WebhookWriter } from "../../../../core/port/webhook_writer.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { layerMemoryAccountStore } from "../../../memory/account_store.ts";
import { layerMemoryWebhookStore } from "../../../memory/webhook_store.ts";
import { layerMemoryOrderStore } from "../../../memory/order_store.ts";
import { boxOf } from "../../../stage/wallet_world.ts";

/** What a receiver does: it answers with a status, breaks the connection, or waits for ever. */
export type Staged = number | Partial<WebhookAnswer> | "breaks" | "hangs";

/** What a message is signed with: the secret and all that is signed. */
export function signed(secret: Uint8Array, { messageId, atSec, body }: SignedParts): string {
  return [secret.toHex(), messageId, atSec, body].join(" ");
}

/** How far the machine's date is ahead of its monotonic time. */
export const SLEPT_MS = 3_600_000;

/** Makes it. `staged` answers by URL; `time` moves only by hand. */
export function webhookGround(staged: Map<string, Staged> = new Map()) {
  const attempts: Array<WebhookAttempt> = [];
  const inFlight = new Map<string, number>();
  let mostInFlight = 0;
  const time = {
    nowMs: 1_000_000,
    /** The machine's date is ahead: it has slept since the process began. */
    get dateMs() {
      return this.nowMs + SLEPT_MS;
    },
  };
  const sender = Layer.succeed(WebhookSender, {
    arePrivateAllowed: false,
    nowSec: Effect.sync(() => Math.floor(time.dateMs / 1000)),
    sign: signed,
    send: (attempt) =>
      Effect.gen(function* () {
        attempts.push(attempt);
        const count = (inFlight.get(attempt.url) ?? 0) + 1;
        inFlight.set(attempt.url, count);
        mostInFlight = Math.max(mostInFlight, count);
        const answer = staged.get(attempt.url) ?? 204;
        if (answer === "hangs") return yield* Deferred.await(yield* Deferred.make<never>());
        yield* Effect.yieldNow;
        inFlight.set(attempt.url, (inFlight.get(attempt.url) ?? 0) - 1);
        if (answer === "breaks") return yield* new WebhookUnreachable({ reason: "it broke" });
        const fields = typeof answer === "number" ? { status: answer } : answer;
        const none = { retryAfterSec: Option.none(), redirectUrl: Option.none() };
        return { status: 200, ...none, text: "", ...fields };
      }),
  });
  const machine = Layer.succeed(MachineTime, {
    nowMs: Effect.sync(() => time.nowMs),
    sleep: () => Effect.sleep(1),
  });
  const runtime = ManagedRuntime.make(
    layerMemoryOrderStore.pipe(
      Layer.provideMerge(layerMemoryWebhookStore),
      Layer.provideMerge(layerMemoryAccountStore),
      Layer.provideMerge(boxOf(1)),
      Layer.provideMerge(sender),
      Layer.provideMerge(
        Layer.succeed(WebhookWriter, { write: (event) => JSON.stringify(event.type) }),
      ),
      Layer.provideMerge(layerMemoryJobWatch),
      Layer.provideMerge(machine),
      Layer.provideMerge(Logger.layer([])),
    ),
  );
  return { runtime, attempts, time, staged, mostInFlight: () => mostInFlight };
}
