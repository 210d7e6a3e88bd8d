/**
 * Delivers one claimed message of a webhook, and stores how the attempt ended.
 *
 * @module
 */
import { Effect, Option, Random } from "effect";
import { type HookStop, nextAttemptMs } from "../../hook/mod.ts";
import {
  type AttemptResult,
  type HookAnswer,
  type HookMessage,
  HookStore,
  HookWriter,
  OrderStore,
} from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { attemptHook } from "./attempt_hook.ts";
import { countAttempt } from "./hook_metrics.ts";

/** A hook whose every attempt has failed for this long is stopped. */
const FAILING_MS_MAX = 5 * 24 * 3_600_000;

/** The receiver wants no more messages, by Standard Webhooks. */
const GONE = 410;

/** Makes one attempt. Fails only if the store does; then the message is due again later. */
export const deliverMessage = Effect.fn("deliverMessage")(function* (message: HookMessage) {
  const store = yield* HookStore;
  const { nowMs } = yield* MachineTime;
  const body = yield* bodyOf(message);
  const ended = yield* attemptHook(message.to, { id: message.id, body }).pipe(
    Effect.map(endOf),
    Effect.catch((failure) =>
      Effect.succeed<AttemptEnd>({ kind: "failed", reason: reasonOf(failure) })
    ),
  );
  const atMs = Math.floor(yield* nowMs);
  const result = resultOf(message, { ended, atMs, chance: yield* Random.next });
  yield* store.note({ messageId: message.id, hookId: message.to.hook.id, atMs, result });
  yield* tell(message, result);
  return result;
});

/** Writes an order's message at its first attempt, and keeps the text for the others. */
const bodyOf = Effect.fnUntraced(function* ({ id, content }: HookMessage) {
  if (content.kind === "body") return content.body;
  const order = yield* (yield* OrderStore).find(content.orderId);
  if (Option.isNone(order)) return yield* Effect.die(new Error("an order was deleted"));
  const body = (yield* HookWriter).write({ type: "order.settled", order: order.value });
  yield* (yield* HookStore).keepBody(id, body);
  return body;
});

/** How an attempt ended, before it is known what follows. */
type AttemptEnd =
  | { readonly kind: "delivered" }
  | {
    readonly kind: "failed";
    readonly reason: string;
    readonly isGone?: boolean;
    readonly retryAfterSec?: number;
  };

function endOf({ status, retryAfterSec }: HookAnswer): AttemptEnd {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const asked = status === 429 || status === 503 ? Option.getOrUndefined(retryAfterSec) : undefined;
  return {
    kind: "failed",
    reason: `the receiver answered ${status}${status >= 300 && status < 400 ? REDIRECTED : ""}`,
    isGone: status === GONE,
    ...asked === undefined ? {} : { retryAfterSec: asked },
  };
}

const REDIRECTED = ", and redirects are not followed";

function reasonOf(failure: { readonly _tag: string; readonly message: string }): string {
  return "reason" in failure && failure._tag === "HookUnreachable"
    ? String(failure.reason)
    : failure.message;
}

function resultOf(
  { createdMs, attempts, to: { hook } }: HookMessage,
  { ended, atMs, chance }: {
    readonly ended: AttemptEnd;
    readonly atMs: number;
    readonly chance: number;
  },
): AttemptResult {
  if (ended.kind === "delivered") return ended;
  const retryAfterSec = Option.fromUndefinedOr(ended.retryAfterSec);
  const nextMs = nextAttemptMs({ createdMs, atMs, attempts, retryAfterSec, chance });
  const isFailing = Option.exists(
    hook.failingSinceMs,
    (sinceMs) => atMs - sinceMs >= FAILING_MS_MAX,
  );
  const stop: HookStop | undefined = ended.isGone === true
    ? "gone"
    : isFailing
    ? "failing"
    : undefined;
  return { kind: "failed", reason: ended.reason, nextMs, stop: Option.fromUndefinedOr(stop) };
}

/** Counts an attempt, and logs a failed one, without the URL, whose query may be secret. */
function tell(message: HookMessage, result: AttemptResult): Effect.Effect<void> {
  if (result.kind === "delivered") return countAttempt("delivered");
  const { nextMs, reason, stop } = result;
  const { id, attempts, to: { hook } } = message;
  const facts = { hook: hook.id, messageId: id, attempts, reason };
  const line = Option.isSome(stop)
    ? "Stopped a webhook: it is sent nothing until an operator resumes it"
    : Option.isNone(nextMs)
    ? "Gave up a message of a webhook after a day"
    : "Cannot deliver a message of a webhook yet";
  return Effect.andThen(
    countAttempt(Option.isNone(nextMs) ? "given_up" : "failed"),
    Effect.annotateLogs(Effect.logWarning(line), facts),
  );
}
