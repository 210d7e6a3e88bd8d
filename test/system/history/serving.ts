/**
 * Answers requests as the service's HTTP edge does, with its own routes, but without a promise.
 *
 * @module
 */
import { Cause, Effect, Exit, Option } from "effect";
import type { Answer } from "../../../adapters/http/edge/answer/answer.ts";
import { type Failure, refusalOfCause } from "../../../adapters/http/edge/answer/failure.ts";
import { refusalBody, statusOf, UNEXPECTED } from "../../../adapters/http/edge/answer/refusal.ts";
import { type OrderPorts, orders } from "../../../adapters/http/order/orders.ts";
import { parseExactJson, sentFields } from "../../../core/json/mod.ts";
import { KeyCache } from "../../../core/use_case/account/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import type { HandlerCall } from "../../../adapters/http/edge/gate.ts";
import { callerAt } from "../../http/edge/quiet_plugin.ts";
import type { OrderContent, SeenAnswer } from "./traffic.ts";

/** A request of a customer. */
export type Asked =
  | { readonly kind: "place"; readonly key: string | undefined; readonly content: OrderContent }
  | { readonly kind: "listing"; readonly walletId: string };

const UNAUTHORIZED = { status: 401, error: "Cannot use this API key", hint: "Send a valid one" };
const UNCHECKED = { status: 503, error: "Cannot check the API key", hint: "Try again shortly" };

/** The routes that answer each kind of request. */
const ROUTES = {
  place: callerAt<OrderPorts>(orders, "/api/v1/simpleOrders/easyMarketOrder"),
  listing: callerAt<OrderPorts>(orders, "/api/v1/orders/history"),
};

/** What a route is called with that nobody asks for anything. */
export function callAt(nowMs: number): HandlerCall {
  return {
    nowMs,
    requestId: "history",
    request: new Request("http://localhost/"),
    peerAddress: () => undefined,
  };
}

/** Answers a request. Interrupted, it gives none. */
export const answerTo = Effect.fnUntraced(function* (
  asked: Asked,
  { apiKey, nowMs }: { readonly apiKey: string; readonly nowMs: number },
) {
  const machine = yield* MachineTime;
  const exit = yield* Effect.exit(handled(asked, { apiKey, nowMs }));
  if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt;
  return seenOf(exit, yield* machine.nowMs);
});

const handled = Effect.fnUntraced(function* (
  asked: Asked,
  { apiKey, nowMs }: { readonly apiKey: string; readonly nowMs: number },
) {
  const cache = yield* KeyCache;
  const atMs = yield* (yield* MachineTime).nowMs;
  const lookup = cache.known(apiKey, atMs) ??
    (yield* Effect.mapError(cache.find(apiKey, atMs), () => UNCHECKED));
  if (Option.isNone(lookup) || Option.isSome(lookup.value.key.revokedMs)) {
    return yield* Effect.fail(UNAUTHORIZED);
  }
  const headers = asked.kind === "place" && asked.key !== undefined
    ? { "idempotency-key": asked.key }
    : {};
  const call = {
    ...callAt(nowMs),
    request: new Request("http://localhost/", { headers }),
    holder: lookup.value,
  };
  const sent = asked.kind === "place"
    ? { fields: sentFields(parseExactJson(JSON.stringify(asked.content)) as object) }
    : { query: `walletId=${asked.walletId}&limit=200` };
  return yield* ROUTES[asked.kind](sent, call);
});

function seenOf(
  exit: Exit.Exit<Answer, Failure | typeof UNAUTHORIZED>,
  atMs: number,
): SeenAnswer {
  if (Exit.isSuccess(exit)) {
    const { status = 200, headers = {}, body } = exit.value;
    const isReplayed = "idempotent-replayed" in headers || "Idempotent-Replayed" in headers;
    return { atMs, status, isReplayed, retryAfterSec: undefined, text: JSON.stringify(body) };
  }
  const own = Option.getOrUndefined(Cause.findErrorOption(exit.cause));
  const refusal = own === UNAUTHORIZED || own === UNCHECKED
    ? own as typeof UNAUTHORIZED
    : refusalOfCause(exit.cause as Cause.Cause<Failure>) ??
      { ...UNEXPECTED, error: Cause.pretty(exit.cause) };
  const headers = Object.keys("headers" in refusal ? refusal.headers ?? {} : {});
  return {
    atMs,
    status: statusOf(refusal, "coded"),
    isReplayed: headers.some((name) => name.toLowerCase() === "idempotent-replayed"),
    retryAfterSec: "retryAfterSec" in refusal ? refusal.retryAfterSec : undefined,
    text: refusalBody(refusal, "coded"),
  };
}
