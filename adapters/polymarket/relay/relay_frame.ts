/**
 * Parses the frames of the venue's relay.
 *
 * Source: the venue's documentation of its live data socket and the tests of its official client,
 * read in autumn 2026.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { jsonFields } from "../../../core/json_fields.ts";

/** The channel of the oracle's averages. */
export const TWAP_CHANNEL = "price.crypto.twap";
/** The only averaging window of the relay, in seconds. */
export const WINDOW_SEC = 60;

/** A value as written. `timestamp` is in unix milliseconds. */
export interface ToldPoint {
  readonly timestamp: number;
  readonly full_accuracy_value: string;
}

/** Values of one pair that were written together. */
export interface PointsPayload {
  readonly symbol: string;
  readonly window_seconds: number;
  /** The source of the numbers. */
  readonly source?: string | undefined;
  readonly points: ReadonlyArray<ToldPoint>;
  /** The number of further points that are unreadable. */
  readonly unread: number;
}

/** The kinds of frames. */
export type RelayFrame =
  /** An answer to one of our frames, or an error: `code` names its kind. */
  | {
    readonly kind: "answer";
    readonly op: string;
    /** The id that we gave the answered frame. */
    readonly rid: unknown;
    readonly code: string;
  }
  /** A frame of the averages' channel. Its number counts, even if its points are unreadable. */
  | {
    readonly kind: "points";
    readonly seq: number;
    /** Whether the relay reports that it dropped frames before this one. */
    readonly hasDropped: boolean;
    readonly isSnapshot: boolean;
    /** None if the payload is unreadable. */
    readonly content: Option.Option<PointsPayload>;
  }
  /** A frame of another channel, or of an unknown kind. */
  | { readonly kind: "other" }
  | { readonly kind: "unreadable" };

const Answer = Schema.Struct({
  op: Schema.String,
  rid: Schema.optional(Schema.Unknown),
  code: Schema.optional(Schema.Unknown),
});

const Envelope = Schema.Struct({
  channel: Schema.String,
  seq: Schema.Int,
  snapshot: Schema.optional(Schema.Unknown),
  dropped: Schema.optional(Schema.Unknown),
  payload: Schema.optional(Schema.Unknown),
});

const PAIR = {
  symbol: Schema.String,
  window_seconds: Schema.Int,
  source: Schema.optional(Schema.String),
};
/** `value` is a double and is ignored. */
const POINT = { timestamp: Schema.Int, full_accuracy_value: Schema.String };
const Update = Schema.Struct({ ...PAIR, ...POINT });
const Snapshot = Schema.Struct({ ...PAIR, data: Schema.Array(Schema.Unknown) });

const decodeAnswer = Schema.decodeUnknownOption(Answer);
const decodeEnvelope = Schema.decodeUnknownOption(Envelope);
const decodeUpdate = Schema.decodeUnknownOption(Update);
const decodeSnapshot = Schema.decodeUnknownOption(Snapshot);
const decodePoint = Schema.decodeUnknownOption(Schema.Struct(POINT));

const UNREADABLE: RelayFrame = { kind: "unreadable" };

/** Parses a frame. Unknown fields are ignored. */
export function readRelayFrame(text: string): RelayFrame {
  const fields = Option.getOrUndefined(jsonFields(text));
  if (fields === undefined) return UNREADABLE;
  if (fields["op"] !== undefined) {
    return Option.match(decodeAnswer(fields), {
      onNone: () => UNREADABLE,
      onSome: ({ op, rid, code }) => ({ kind: "answer", op, rid, code: codeOf(code) }),
    });
  }
  const { channel } = fields;
  if (channel !== TWAP_CHANNEL) {
    return typeof channel === "string" ? { kind: "other" } : UNREADABLE;
  }
  return Option.match(decodeEnvelope(fields), {
    onNone: () => UNREADABLE,
    onSome: ({ seq, snapshot, dropped, payload }) => {
      const isSnapshot = snapshot === true;
      const hasDropped = dropped !== undefined && dropped !== null && dropped !== 0;
      const content = isSnapshot ? readSnapshot(payload) : readUpdate(payload);
      return { kind: "points", seq, hasDropped, isSnapshot, content };
    },
  });
}

function readUpdate(payload: unknown): Option.Option<PointsPayload> {
  return Option.map(decodeUpdate(payload), ({ timestamp, full_accuracy_value, ...pair }) => ({
    ...pair,
    points: [{ timestamp, full_accuracy_value }],
    unread: 0,
  }));
}

/** An unreadable point does not affect the others. */
function readSnapshot(payload: unknown): Option.Option<PointsPayload> {
  return Option.map(decodeSnapshot(payload), ({ data, ...pair }) => {
    const points = data.map((point) => decodePoint(point)).filter(Option.isSome);
    return {
      ...pair,
      points: points.map(({ value }) => value),
      unread: data.length - points.length,
    };
  });
}

/** Codes are logged, so only text that looks like one is kept. */
function codeOf(code: unknown): string {
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "unknown";
}
