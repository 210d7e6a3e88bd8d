/**
 * Parses client messages on the venue's WebSocket.
 *
 * @module
 */
import { fieldsOf, parseJson } from "../kit/json.ts";
import { isMainExchange } from "./info_calls.ts";

/** The subjects that clients can subscribe to. */
export const TOPICS = ["outcomeMetaUpdates", "allMids"] as const;

export type Topic = (typeof TOPICS)[number];

/** A valid subscription. */
export interface Subscription {
  readonly topic: Topic;
  /** The form in which it is echoed. */
  readonly echo: object;
}

/** A valid message, or its error. */
export type SocketMessage =
  | { readonly method: "ping" }
  | { readonly method: "subscribe" | "unsubscribe"; readonly subscription: Subscription }
  | { readonly method: "wrong"; readonly error: string };

/** Parses a text frame. */
export function readSocketMessage(text: string): SocketMessage {
  const fields = fieldsOf(parseJson(text));
  const method = fields.get("method");
  if (method === "ping") return { method };
  const wanted = fields.get("subscription");
  const isSubscription = method === "subscribe" || method === "unsubscribe";
  if (!isSubscription || typeof wanted !== "object" || wanted === null) {
    const error = `Error parsing JSON into valid websocket request: ${text}`;
    return { method: "wrong", error };
  }
  const subscription = readSubscription(wanted);
  return subscription === undefined
    ? { method: "wrong", error: `Invalid subscription ${JSON.stringify(wanted)}` }
    : { method, subscription };
}

function readSubscription(wanted: object): Subscription | undefined {
  const fields = fieldsOf(wanted);
  const topic = TOPICS.find((known) => known === fields.get("type"));
  if (topic === undefined || !isMainExchange(fields)) return undefined;
  const dex = fields.get("dex");
  return { topic, echo: { type: topic, ...(dex === "" ? { dex } : {}) } };
}
