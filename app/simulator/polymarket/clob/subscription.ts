/**
 * Client messages on the venue's sockets.
 *
 * @module
 */
import { fieldsOf, parseJson } from "../../kit/json.ts";

/** The sockets, and the kind of id subscribed to on each. */
const LIST_OF = { market: "assets_ids", user: "markets" } as const;

/** One of the two sockets. */
export type Channel = keyof typeof LIST_OF;

/** A valid message. */
export interface Subscription {
  /** Whether it is the first message of a socket rather than a later change. */
  readonly isFirst: boolean;
  readonly isOn: boolean;
  /** Tokens or conditions. */
  readonly ids: ReadonlyArray<string>;
  /** Undefined to keep the current setting. */
  readonly isCustom: boolean | undefined;
  /** The content of `auth`. */
  readonly auth: unknown;
}

/**
 * The answer to an invalid message. The venue's answer is not documented; its clients have seen
 * this text.
 */
export const INVALID_OPERATION = "INVALID OPERATION";

/** Parses a message of a socket; undefined if it is invalid. */
export function readSubscription(channel: Channel, text: string): Subscription | undefined {
  const fields = fieldsOf(parseJson(text));
  const operation = fields.get("operation");
  const isFirst = operation === undefined;
  const type = fields.get("type");
  // Clients write the channel in either case.
  const isRight = isFirst
    ? typeof type === "string" && type.toLowerCase() === channel
    : operation === "subscribe" || operation === "unsubscribe";
  // A user's first message may omit the markets to mean all.
  const ids = fields.get(LIST_OF[channel]) ?? (channel === "user" && isFirst ? [] : undefined);
  if (!isRight || !Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    return undefined;
  }
  const isCustom = fields.get("custom_feature_enabled");
  return {
    isFirst,
    isOn: operation !== "unsubscribe",
    ids,
    isCustom: typeof isCustom === "boolean" ? isCustom : undefined,
    auth: fields.get("auth"),
  };
}
