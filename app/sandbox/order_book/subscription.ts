/**
 * What clients say on the venue's sockets.
 *
 * @module
 */

/** The sockets, with what is subscribed to on each. */
const LIST_OF = { market: "assets_ids", user: "markets" } as const;

/** Which of the two sockets. */
export type Channel = keyof typeof LIST_OF;

/** A message that was understood. */
export interface Subscription {
  /** Whether it is the message that a socket begins with, rather than a later change. */
  readonly isFirst: boolean;
  readonly isOn: boolean;
  /** Tokens or conditions. */
  readonly ids: ReadonlyArray<string>;
  /** Whether the books are asked for at once. */
  readonly wantsDump: boolean;
  /** Undefined where it stays as it was. */
  readonly isCustom: boolean | undefined;
  /** What there is under `auth`. */
  readonly auth: unknown;
}

/**
 * Says that a message was not understood. What the venue answers is not documented; this text is
 * what its clients have met.
 */
export const INVALID_OPERATION = "INVALID OPERATION";

/** Reads a message of a socket; undefined for one that is none. */
export function readSubscription(channel: Channel, text: string): Subscription | undefined {
  const fields = fieldsOf(text);
  if (fields === undefined) return undefined;
  const operation = fields.get("operation");
  const isFirst = operation === undefined;
  const type = fields.get("type");
  // Clients write the channel in either case.
  const isRight = isFirst
    ? typeof type === "string" && type.toLowerCase() === channel
    : operation === "subscribe" || operation === "unsubscribe";
  // A user's first message may leave out the markets, and mean all of them.
  const ids = fields.get(LIST_OF[channel]) ?? (channel === "user" && isFirst ? [] : undefined);
  if (!isRight || !Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    return undefined;
  }
  const isCustom = fields.get("custom_feature_enabled");
  return {
    isFirst,
    isOn: operation !== "unsubscribe",
    ids,
    wantsDump: fields.get("initial_dump") !== false,
    isCustom: typeof isCustom === "boolean" ? isCustom : undefined,
    auth: fields.get("auth"),
  };
}

function fieldsOf(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? new Map(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}
