/**
 * Parses client messages on the venue's WebSocket.
 *
 * @module
 */
import { fieldsOf, parseJson } from "../kit/json.ts";
import { type BookGrouping } from "./book.ts";
import { isMainExchange, readGrouping } from "./info_calls.ts";

/** A subject that clients can subscribe to. */
export type Topic =
  | { readonly type: "outcomeMetaUpdates" }
  | { readonly type: "allMids" }
  | { readonly type: "l2Book"; readonly coin: string; readonly grouping: BookGrouping };

/** A valid subscription. */
export interface Subscription {
  readonly topic: Topic;
  /** A key that is equal for equivalent subscriptions. */
  readonly key: string;
  /** The form in which it is echoed. */
  readonly echo: object;
}

/** A valid message, or its error. */
export type SocketMessage =
  | { readonly method: "ping" }
  | { readonly method: "subscribe" | "unsubscribe"; readonly subscription: Subscription }
  | { readonly method: "post"; readonly id: number; readonly type: unknown; readonly body: unknown }
  | { readonly method: "wrong"; readonly error: string };

/** Parses a text frame. */
export function readSocketMessage(text: string): SocketMessage {
  const fields = fieldsOf(parseJson(text));
  const method = fields.get("method");
  const unreadable = {
    method: "wrong",
    error: `Error parsing JSON into valid websocket request: ${text}`,
  } as const;
  if (method === "ping") return { method };
  if (method === "post") {
    const id = fields.get("id");
    const request = fieldsOf(fields.get("request"));
    const isRight = typeof id === "number" && Number.isSafeInteger(id) && id >= 0;
    return isRight && typeof request.get("type") === "string" && request.has("payload")
      ? { method, id, type: request.get("type"), body: request.get("payload") }
      : unreadable;
  }
  const wanted = fields.get("subscription");
  if (method !== "subscribe" && method !== "unsubscribe") return unreadable;
  if (typeof wanted !== "object" || wanted === null) return unreadable;
  const subscription = readSubscription(wanted);
  return subscription === undefined
    ? { method: "wrong", error: `Invalid subscription ${JSON.stringify(wanted)}` }
    : { method, subscription };
}

function readSubscription(wanted: object): Subscription | undefined {
  const fields = fieldsOf(wanted);
  const type = fields.get("type");
  switch (type) {
    case "outcomeMetaUpdates":
      return { topic: { type }, key: type, echo: { type } };
    case "allMids": {
      if (!isMainExchange(fields)) return undefined;
      const dex = fields.get("dex");
      return { topic: { type }, key: type, echo: { type, ...(dex === "" ? { dex } : {}) } };
    }
    case "l2Book": {
      const coin = fields.get("coin");
      const grouping = readGrouping(fields);
      if (typeof coin !== "string" || grouping === undefined) return undefined;
      const nSigFigs = fields.get("nSigFigs") ?? null;
      const mantissa = fields.get("mantissa") ?? null;
      const echo = { type, coin, nSigFigs, mantissa };
      return { topic: { type, coin, grouping }, key: JSON.stringify(echo), echo };
    }
    default:
      return undefined;
  }
}
