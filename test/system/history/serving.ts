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
import { edgeRoutes } from "../../../adapters/http/edge/other_methods.ts";
import {
  type CallRoute,
  routeCaller,
  type SentToRoute,
} from "../../../adapters/http/edge/route_caller.ts";
import { quietPlugin } from "../../http/edge/quiet_plugin.ts";
import type { LimitContent, OrderContent, SeenAnswer } from "./traffic.ts";
import { QUIET_EDGE } from "../../http/edge/quiet_edge.ts";

/** A request of a customer. */
export type Asked =
  | { readonly kind: "place"; readonly key: string | undefined; readonly content: OrderContent }
  | { readonly kind: "listing" | "fills" | "cancel_all"; readonly walletId: string }
  | { readonly kind: "cancel"; readonly walletId: string; readonly orderId: string }
  | { readonly kind: "guard"; readonly walletId: string; readonly seconds: number }
  | { readonly kind: "rest"; readonly key: string; readonly content: LimitContent }
  | {
    readonly kind: "batch";
    readonly walletId: string;
    readonly orders: ReadonlyArray<{ readonly key: string; readonly content: LimitContent }>;
  }
  | {
    readonly kind: "replace";
    readonly key: string;
    readonly orderId: string;
    readonly content: Pick<LimitContent, "walletId" | "price" | "size">;
  };

const UNAUTHORIZED = { status: 401, error: "Cannot use this API key", hint: "Send a valid one" };
const UNCHECKED = { status: 503, error: "Cannot check the API key", hint: "Try again shortly" };

/** Returns what finds the route that answers requests of an operation. */
export function routesOf<Ports>(
  mounted: ReturnType<typeof edgeRoutes>,
): (operationId: string) => CallRoute<Ports> {
  return (operationId) => {
    const found = mounted.find(({ detail }) => detail.operationId === operationId);
    if (found === undefined) throw new Error(`no operation ${operationId}`);
    return routeCaller<Ports>(found);
  };
}

const routeOf = routesOf<OrderPorts>(edgeRoutes(quietPlugin(orders)));

/** The routes that answer each kind of request. */
const ROUTES = {
  place: routeOf("placeMarketOrder"),
  rest: routeOf("placeLimitOrder"),
  batch: routeOf("placeOrderBatch"),
  replace: routeOf("replaceOrder"),
  cancel: routeOf("cancelOrder"),
  cancel_all: routeOf("cancelOrders"),
  guard: routeOf("setWalletGuard"),
  listing: routeOf("listOrderHistory"),
  fills: routeOf("listFills"),
};

/** Returns a body as it is sent to a route. */
export function fields(content: object): Required<Pick<SentToRoute, "fields">> {
  return { fields: sentFields(parseExactJson(JSON.stringify(content)) as object) };
}

/** What is sent to the route. */
function sentOf(asked: Asked): SentToRoute {
  switch (asked.kind) {
    case "place":
    case "rest":
      return fields(asked.content);
    case "batch": {
      const orders = asked.orders.map(({ key, content: { walletId: _, ...terms } }) => ({
        ...terms,
        idempotencyKey: key,
      }));
      return fields({ walletId: asked.walletId, orders });
    }
    case "replace":
      return { path: `/api/v1/orders/${asked.orderId}/replace`, ...fields(asked.content) };
    case "guard":
      return { query: `walletId=${asked.walletId}`, ...fields({ seconds: asked.seconds }) };
    case "cancel":
      return { path: `/api/v1/orders/${asked.orderId}`, query: `walletId=${asked.walletId}` };
    case "cancel_all":
      return { query: `walletId=${asked.walletId}` };
    case "listing":
    case "fills":
      return { query: `walletId=${asked.walletId}&limit=200` };
  }
}

/** What a route is called with that nobody asks for anything. */
export function callAt(nowMs: number): HandlerCall {
  return {
    nowMs,
    requestId: "history",
    request: new Request("http://localhost/"),
    peerAddress: () => undefined,
    ownCommand: QUIET_EDGE.ownCommand,
  };
}

/** Who asks, when, and under which Idempotency-Key. */
export interface Asking {
  readonly apiKey: string;
  readonly nowMs: number;
  readonly key?: string | undefined;
}

/** Answers a request. Interrupted, it gives none. */
export function answerTo(asked: Asked, asking: Omit<Asking, "key">) {
  const key = "key" in asked ? asked.key : undefined;
  return answerBy(ROUTES[asked.kind], sentOf(asked), { ...asking, key });
}

/** Answers what is sent to a route. Interrupted, it gives no answer. */
export const answerBy = Effect.fnUntraced(function* <Ports>(
  ...request: Parameters<typeof handled<Ports>>
) {
  const machine = yield* MachineTime;
  const exit = yield* Effect.exit(handled(...request));
  if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt;
  return seenOf(exit, yield* machine.nowMs);
});

const handled = Effect.fnUntraced(function* <Ports>(
  route: CallRoute<Ports>,
  sent: SentToRoute,
  { apiKey, nowMs, key }: Asking,
) {
  const cache = yield* KeyCache;
  const atMs = yield* (yield* MachineTime).nowMs;
  const lookup = cache.known(apiKey, atMs) ??
    (yield* Effect.mapError(cache.find(apiKey, atMs), () => UNCHECKED));
  if (Option.isNone(lookup) || Option.isSome(lookup.value.key.revokedMs)) {
    return yield* Effect.fail(UNAUTHORIZED);
  }
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const call = {
    ...callAt(nowMs),
    request: new Request("http://localhost/", { headers }),
    holder: lookup.value,
  };
  return yield* route(sent, call);
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
    text: refusalBody(refusal, { ...QUIET_EDGE, family: "coded" }),
  };
}
