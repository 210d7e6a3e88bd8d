/**
 * The text frames of the relay: what clients say, and what they are told.
 *
 * @module
 */
import { Option } from "effect";
import { type JsonFields, jsonFields } from "../../../core/json_fields.ts";
import { e18ToNumber, formatE18 } from "../../../core/price/mod.ts";

/** A frame of a client. `rid` is echoed, whatever it is. */
export interface ClientFrame {
  /** Undefined where the frame is no JSON object, or its `op` no text. */
  readonly op: string | undefined;
  readonly rid: unknown;
  readonly fields: JsonFields;
}

/** One channel and filter of a subscribe or unsubscribe frame, as they were sent. */
export interface WrittenItem {
  readonly channel: unknown;
  readonly filter: unknown;
}

/** What a subscribed pair is told: its second, and the number to the last digit. */
export interface WrittenPoint {
  readonly sec: number;
  readonly valueE18: bigint;
}

/** Reads a frame. What it asks for is another question. */
export function readClientFrame(text: string): ClientFrame {
  const fields = Option.getOrElse(jsonFields(text), (): JsonFields => ({}));
  const op = fields["op"];
  return { op: typeof op === "string" ? op : undefined, rid: fields["rid"], fields };
}

/**
 * The items of a subscribe or unsubscribe frame: its list, or the one at the top. Undefined for a
 * list that is none.
 */
export function itemsOf({ fields }: ClientFrame): ReadonlyArray<WrittenItem> | undefined {
  const list = fields["subscriptions"];
  if (list === undefined) return [{ channel: fields["channel"], filter: fields["filter"] }];
  if (!Array.isArray(list)) return undefined;
  return list.map((item: unknown) => {
    const isObject = typeof item === "object" && item !== null;
    const { channel, filter } = isObject ? item as JsonFields : {} as JsonFields;
    return { channel, filter };
  });
}

/** An answer to a frame; what is undefined is left out. */
export function replyText(reply: {
  readonly op: string;
  readonly code?: string;
  readonly channel?: unknown;
  readonly rid?: unknown;
}): string {
  return JSON.stringify(reply);
}

/** An envelope around a payload that is JSON already. `atMs` is when it is sent. */
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

/** A point as a payload has it: `value` is the nearest double, and the text beside it is exact. */
export function writtenPoint({ sec, valueE18 }: WrittenPoint) {
  return {
    timestamp: sec * 1_000,
    value: e18ToNumber(valueE18),
    full_accuracy_value: formatE18(valueE18),
  };
}
