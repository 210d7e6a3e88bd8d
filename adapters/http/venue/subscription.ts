/**
 * What clients say on the venue's sockets.
 *
 * @module
 */
import { fieldsOf, readJson } from "./sent_json.ts";

/** The sockets, and the kind of id that is subscribed to on each. */
const LIST_OF = { market: "assets_ids", user: "markets" } as const;

/** One of the two sockets. */
export type Channel = keyof typeof LIST_OF;

/** A valid message. */
export interface Subscription {
  /** Whether it begins a subscription rather than changing one. */
  readonly isFirst: boolean;
  readonly isOn: boolean;
  /** Tokens or conditions. */
  readonly ids: ReadonlyArray<string>;
  /** Whether the best prices are wanted too; undefined leaves that as it is. */
  readonly isCustom: boolean | undefined;
  /** What proves whose socket it is. */
  readonly auth: Readonly<Record<string, unknown>> | undefined;
}

/** The answer to an invalid message, as the venue's clients have seen it. */
export const INVALID_OPERATION = "INVALID OPERATION";
/** What clients send to keep a socket open, and its answer. */
export const PING = "PING";
export const PONG = "PONG";

/** Reads a message; undefined if it is invalid. */
export function readSubscription(channel: Channel, text: string): Subscription | undefined {
  const sent = fieldsOf(readJson(text));
  const { operation, type, auth, custom_feature_enabled: isCustom } = sent;
  const isFirst = operation === undefined;
  const isRight = isFirst
    ? typeof type === "string" && type.toLowerCase() === channel
    : operation === "subscribe" || operation === "unsubscribe";
  // A user's first message may leave the markets out, which means all.
  const ids = sent[LIST_OF[channel]] ?? (channel === "user" && isFirst ? [] : undefined);
  if (!isRight || !Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    return undefined;
  }
  return {
    isFirst,
    isOn: operation !== "unsubscribe",
    ids,
    isCustom: typeof isCustom === "boolean" ? isCustom : undefined,
    auth: auth === undefined ? undefined : fieldsOf(auth),
  };
}
