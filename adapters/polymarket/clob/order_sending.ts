/**
 * Sends an order to the venue, once.
 *
 * @module
 */
import { Clock, Effect, Option, Redacted, Result } from "effect";
import type { Side } from "../../../core/fee/mod.ts";
import type { SendOutcome } from "../../../core/order/mod.ts";
import type { OrderHolder, SignedOrder } from "../../../core/port/order_venue.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { makeHttpPost, sleepMachineTime, wasNothingSent } from "../../outbound/mod.ts";
import type { ClobOptions } from "./call.ts";
import type { EntryLimits } from "./entry_limits.ts";
import { VENUE_ORDERS } from "./http_failure.ts";
import { l2Headers } from "./l2_auth.ts";
import { readOrderAnswer, type SentOrder } from "./order_answer.ts";

/**
 * How long the venue may take to answer. Together with the tries before it, an order is in flight
 * for less than the ten seconds after which it may be looked up (`SENDING_MS_MAX`).
 */
const ANSWER_TIMEOUT_MS = 8_000;
/** The waits before another try where there was no connection at all, in machine time. */
const WAITS_MS = [150, 450] as const;
/** The last instant at which a try may begin, counted from the first. */
const TRYING_MS_MAX = 1_000;
const PATH = "/order";

/** What sending needs; it waits in the machine's time by default. */
export interface OrderSendingOptions extends ClobOptions {
  readonly limits: EntryLimits;
  readonly nowMs?: () => number;
  readonly sleep?: typeof sleepMachineTime;
}

/** Makes the sender. It never fails: whatever is not certain is an unknown outcome. */
export const makeOrderSending = Effect.fnUntraced(function* (
  { clobUrl, limits, nowMs = () => performance.now(), sleep = sleepMachineTime }:
    OrderSendingOptions,
) {
  const post = yield* makeHttpPost({ provider: VENUE_ORDERS, timeoutMs: ANSWER_TIMEOUT_MS });

  return Effect.fnUntraced(function* ({ body }: SignedOrder, holder: OrderHolder) {
    const timestampSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const request = { method: "POST", path: PATH, body, timestampSec } as const;
    const signed = l2Headers(request, holder);
    const headers = { ...signed, "Content-Type": "application/json" };
    // Anything wrong with the order itself must throw before anything is sent.
    const order = sentOrder(body, [...secretsOf(holder), signed["POLY_SIGNATURE"] ?? ""]);
    const sent = yield* limits.sends({ address: holder.address, kind: "orders" });
    const startedMs = nowMs();
    let end = yield* Effect.result(post(clobUrl + PATH, { headers, body }));
    for (const waitMs of WAITS_MS) {
      if (Result.isSuccess(end) || !wasNothingSent(end.failure)) break;
      yield* sleep(waitMs);
      if (nowMs() - startedMs >= TRYING_MS_MAX) break;
      end = yield* Effect.result(post(clobUrl + PATH, { headers, body }));
    }
    return Result.match(end, {
      onSuccess: (answer) => {
        sent.answered(answer);
        return readOrderAnswer(answer, order);
      },
      onFailure: (failure) => {
        sent.lost();
        return outcomeOfFailure(failure);
      },
    });
  }, Effect.uninterruptible);
});

function secretsOf({ credentials }: OrderHolder): ReadonlyArray<string> {
  const { apiKey, secret, passphrase } = credentials;
  return [apiKey, Redacted.value(secret), Redacted.value(passphrase)];
}

/** The fields read from the sent bytes. This service wrote them, so they need no checks. */
interface SentBody {
  readonly order: {
    readonly side: Side;
    readonly makerAmount: string;
    readonly signature: string;
  };
}

/** Returns the parts of the order that its answer is read with. */
function sentOrder(body: string, secrets: ReadonlyArray<string>): SentOrder {
  const { side, makerAmount, signature } = (JSON.parse(body) as SentBody).order;
  return { side, makerAmountE6: BigInt(makerAmount), secrets: [...secrets, signature] };
}

function outcomeOfFailure(failure: ProviderFailed): SendOutcome {
  if (wasNothingSent(failure)) {
    const message = "the venue could not be reached, and nothing was sent";
    return {
      kind: "refused",
      refusal: { reason: "not_sent", message, retryAfterSec: Option.none() },
    };
  }
  const why = failure.reason === "timeout"
    ? "the venue did not answer in time"
    : "the connection broke before the venue's answer";
  return { kind: "unknown", why };
}
