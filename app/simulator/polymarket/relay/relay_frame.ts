/**
 * The text frames of the relay, from and to clients.
 *
 * @module
 */
import { e18ToNumber, formatE18 } from "../../../../core/price/mod.ts";
import { type Fields, fieldsOf, parseJson } from "../../kit/json.ts";

/** A client's frame. `rid` is echoed unchanged. */
export interface ClientFrame {
  /** Undefined unless it is text. */
  readonly op: string | undefined;
  readonly rid: unknown;
  /** None if the frame is not a JSON object. */
  readonly fields: Fields;
}

/** One channel and filter of a subscribe or unsubscribe frame, as sent. */
export interface WrittenItem {
  readonly channel: unknown;
  readonly filter: unknown;
}

/** The content of an update: the second, and the exact number. */
export interface WrittenPoint {
  readonly sec: number;
  readonly valueE18: bigint;
}

/** Parses a frame without validating its request. */
export function readClientFrame(text: string): ClientFrame {
  const fields = fieldsOf(parseJson(text));
  const op = fields.get("op");
  return { op: typeof op === "string" ? op : undefined, rid: fields.get("rid"), fields };
}

/**
 * Returns the items of a subscribe or unsubscribe frame: its list, or the one at the top level.
 * Undefined if the list is invalid.
 */
export function itemsOf({ fields }: ClientFrame): ReadonlyArray<WrittenItem> | undefined {
  const itemOf = (of: Fields) => ({ channel: of.get("channel"), filter: of.get("filter") });
  const list = fields.get("subscriptions");
  if (list === undefined) return [itemOf(fields)];
  return Array.isArray(list) ? list.map((item) => itemOf(fieldsOf(item))) : undefined;
}

/** Returns an answer to a frame; undefined fields are omitted. */
export function replyText(reply: {
  readonly op: string;
  readonly code?: string;
  readonly channel?: unknown;
  readonly rid?: unknown;
}): string {
  return JSON.stringify(reply);
}

/** Wraps a JSON payload in an envelope. `atMs` is the time of sending. */
export function envelopeText(
  payload: string,
  { channel, seq, atMs, isSnapshot, dropped }: {
    readonly channel: string;
    readonly seq: number;
    readonly atMs: number;
    readonly isSnapshot: boolean;
    readonly dropped: number;
  },
): string {
  const head = JSON.stringify({
    v: 1,
    channel,
    seq,
    ts: atMs,
    ...(isSnapshot ? { snapshot: true } : {}),
    ...(dropped > 0 ? { dropped } : {}),
  });
  return `${head.slice(0, -1)},"payload":${payload}}`;
}

/**
 * Returns a point as in a payload: `value` is the nearest double, and the text next to it is exact.
 */
export function writtenPoint({ sec, valueE18 }: WrittenPoint) {
  return {
    timestamp: sec * 1_000,
    value: e18ToNumber(valueE18),
    full_accuracy_value: formatE18(valueE18),
  };
}
