/**
 * Sends orders to the venue, once: each by itself, or several in one call.
 *
 * @module
 */
import { Clock, Deferred, Effect, Option, Redacted, Result } from "effect";
import type { Side } from "../../../core/fee/mod.ts";
import type { OrderType, SendOutcome } from "../../../core/order/mod.ts";
import type { OrderHolder, OrderVenue, SignedOrder } from "../../../core/port/order_venue.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { makeHttpPost, sleepMachineTime, wasNothingSent } from "../../outbound/mod.ts";
import type { ClobOptions } from "./call.ts";
import type { EntryLimits, SentEntry } from "./entry_limits.ts";
import { VENUE_ORDERS } from "./http_failure.ts";
import { l2Headers } from "./l2_auth.ts";
import { readBatchAnswer } from "./batch_answer.ts";
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

/** What sending needs; it waits in the machine's time by default. */
export interface OrderSendingOptions extends ClobOptions {
  readonly limits: EntryLimits;
  readonly nowMs?: () => number;
  readonly sleep?: typeof sleepMachineTime;
}

/** Sends orders. Nothing fails: whatever is not certain is an unknown outcome. */
export interface OrderSending {
  readonly send: OrderVenue["Service"]["send"];
  readonly batch: OrderVenue["Service"]["batch"];
}

/** Makes the sender. */
export const makeOrderSending = Effect.fnUntraced(function* (
  { clobUrl, limits, nowMs = () => performance.now(), sleep = sleepMachineTime }:
    OrderSendingOptions,
) {
  const httpPost = yield* makeHttpPost({ provider: VENUE_ORDERS, timeoutMs: ANSWER_TIMEOUT_MS });

  /** Posts a body once, or again where nothing was written before. */
  const post = Effect.fnUntraced(function* ({ path, body, headers }: Posting) {
    const startedMs = nowMs();
    let end = yield* Effect.result(httpPost(clobUrl + path, { headers, body }));
    for (const waitMs of WAITS_MS) {
      if (Result.isSuccess(end) || !wasNothingSent(end.failure)) break;
      yield* sleep(waitMs);
      if (nowMs() - startedMs >= TRYING_MS_MAX) break;
      end = yield* Effect.result(httpPost(clobUrl + path, { headers, body }));
    }
    return end;
  });

  const send: OrderSending["send"] = Effect.fnUntraced(function* ({ body }, holder) {
    const { secrets, ...posting } = yield* signedPosting({ path: "/order", body }, holder);
    // Anything wrong with the order itself must throw before anything is sent.
    const order = sentOrder(body, secrets);
    const sent = yield* limits.sends({ address: holder.address, kind: "orders" });
    return Result.match(yield* post(posting), {
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

  /** Orders of one holder in one call. */
  const sendAll = Effect.fnUntraced(function* (orders: ReadonlyArray<BatchedOrder>) {
    const [first] = orders;
    if (first === undefined) return;
    const body = `[${orders.map(({ order }) => order.body).join(",")}]`;
    const { secrets, ...posting } = yield* signedPosting({ path: "/orders", body }, first.holder);
    const sent = orders.map(({ order: { body, orderId } }) => ({
      ...sentOrder(body, secrets),
      orderId,
    }));
    const outcomes = Result.match(yield* post(posting), {
      onSuccess: (answer) => {
        // What is left is told of all together.
        for (const { entry } of orders.slice(1)) entry.lost();
        first.entry.answered(answer);
        return readBatchAnswer(answer, sent);
      },
      onFailure: (failure) => {
        for (const { entry } of orders) entry.lost();
        return orders.map(() => outcomeOfFailure(failure));
      },
    });
    for (const [at, { outcome }] of orders.entries()) {
      yield* Deferred.succeed(outcome, outcomes[at] ?? UNANSWERED);
    }
  });

  const batch: OrderSending["batch"] = ({ count }) =>
    Effect.sync(() => {
      let waited = count;
      const orders: Array<BatchedOrder> = [];
      /** The last one to come lets all of them go. */
      const arrive = Effect.suspend(() => {
        waited -= 1;
        if (waited > 0) return Effect.void;
        const inPlace = orders.toSorted((a, b) => a.place - b.place);
        return Effect.asVoid(Effect.forkDetach(sendAll(inPlace)));
      });
      return {
        send: Effect.fnUntraced(function* (order, holder, place) {
          // In its own slot of the signer's limit.
          const entry = yield* limits.sends({ address: holder.address, kind: "orders" });
          const outcome = yield* Deferred.make<SendOutcome>();
          orders.push({ place, order, holder, entry, outcome });
          yield* arrive;
          return yield* Deferred.await(outcome);
        }, Effect.uninterruptible),
        leave: arrive,
      };
    });

  return { send, batch } satisfies OrderSending;
});

/** A request that is signed. */
interface Posting {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An order that waits for the others of its batch. */
interface BatchedOrder {
  readonly place: number;
  readonly order: SignedOrder;
  readonly holder: OrderHolder;
  readonly entry: SentEntry;
  readonly outcome: Deferred.Deferred<SendOutcome>;
}

const UNANSWERED: SendOutcome = { kind: "unknown", why: "the venue's answer leaves it out" };

/** Signs a request. `secrets`: what no failure may quote. */
const signedPosting = Effect.fnUntraced(function* (
  { path, body }: Pick<Posting, "path" | "body">,
  holder: OrderHolder,
) {
  const timestampSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const signed = l2Headers({ method: "POST", path, body, timestampSec }, holder);
  const headers = { ...signed, "Content-Type": "application/json" };
  return { path, body, headers, secrets: [...secretsOf(holder), signed["POLY_SIGNATURE"] ?? ""] };
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
    readonly takerAmount: string;
    readonly signature: string;
  };
  readonly orderType: OrderType;
}

/** Returns the parts of the order that its answer is read with. */
function sentOrder(body: string, secrets: ReadonlyArray<string>): SentOrder {
  const { order: { side, makerAmount, takerAmount, signature }, orderType } = JSON.parse(
    body,
  ) as SentBody;
  return {
    side,
    orderType,
    makerAmountE6: BigInt(makerAmount),
    takerAmountE6: BigInt(takerAmount),
    secrets: [...secrets, signature],
  };
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
