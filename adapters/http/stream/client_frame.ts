/**
 * Parses the messages that a client of the stream sends.
 *
 * @module
 */
import { Redacted, Result } from "effect";
import { LEAGUES, parseLeague } from "../../../core/game/mod.ts";
import { isJsonObject, JsonNumber, readSentJson, sentFields } from "../../../core/json/mod.ts";
import { ASSETS, INTERVALS, parseAsset, parseInterval } from "../../../core/market/mod.ts";
import {
  TWAP_WINDOW_SEC_DEFAULT,
  TWAP_WINDOWS_SEC,
  type TwapWindowSec,
} from "../../../core/price/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { gameTopic, targetTopic, type Topic, twapTopic } from "../../../core/stream/mod.ts";
import { parseTimestamp, toIso, UnixSec } from "../../../core/time/mod.ts";
import { wholeDigits } from "../../../core/whole_number.ts";
import { nearestName } from "../../../core/nearest_name.ts";
import { repeatedField } from "../edge/request/repeated_field.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** The id that a client gives a frame, repeated in the answer as it was sent. */
export type FrameId = string | JsonNumber;

/** The channels a client can subscribe to. */
export const CHANNELS = ["targets", "twap", "games"] as const;

/** One of {@linkcode CHANNELS}. */
export type Channel = (typeof CHANNELS)[number];

/** A request to subscribe or unsubscribe. `since`: send everything after this seq. */
export interface TopicsFrame {
  readonly op: "subscribe" | "unsubscribe";
  readonly id: FrameId | undefined;
  readonly channel: Channel;
  readonly topics: ReadonlyArray<Topic>;
  readonly since: number | undefined;
  /** The API key in the frame. */
  readonly key: Redacted.Redacted | undefined;
}

/** A valid frame. */
export type ClientFrame =
  | TopicsFrame
  | { readonly op: "ping"; readonly id: FrameId | undefined };

/** An invalid frame, with its id if it had one. */
export interface RefusedFrame {
  readonly id: FrameId | undefined;
  readonly error: string;
  readonly hint: string;
}

type Fields = ReadonlyMap<string, unknown>;
type Read<A> = Result.Result<A, RequestRejected>;

/** The maximum length of an id, be it a text or the digits of a number. */
export const ID_CHARS_MAX = 128;
/**
 * How far `since` may lie ahead: another replica may be a moment ahead of this one, and clocks
 * differ.
 */
const SINCE_AHEAD_SEC_MAX = 60;
const EXAMPLE = `{"op":"subscribe","channel":"targets","assets":["btc"],"intervals":["5min"]}`;

const KEYS: Readonly<Record<string, ReadonlyArray<string>>> = {
  ping: ["op", "id"],
  "subscribe targets": ["op", "id", "channel", "assets", "intervals", "since"],
  "subscribe twap": ["op", "id", "channel", "assets", "windows", "since"],
  "subscribe games": ["op", "id", "channel", "key", "leagues", "since"],
  "unsubscribe targets": ["op", "id", "channel", "assets", "intervals"],
  "unsubscribe twap": ["op", "id", "channel", "assets", "windows"],
  "unsubscribe games": ["op", "id", "channel", "key", "leagues"],
};

/** Returns the frame of a message; fails for binary messages, oversized text and invalid frames. */
export function readClientMessage(
  message: string | Uint8Array,
  nowMs: number,
): Result.Result<ClientFrame, RefusedFrame> {
  if (typeof message !== "string") {
    const [error, hint] = ["Cannot read a binary message", "Send text frames of JSON"];
    return Result.fail({ id: undefined, error, hint });
  }
  const bytes = Buffer.byteLength(message);
  if (bytes <= STREAM_LIMITS.messageBytes) return readFrame(message, nowMs);
  const error = `Cannot read a message of ${bytes} bytes`;
  const hint = `Send at most ${STREAM_LIMITS.messageBytes} bytes in one message`;
  return Result.fail({ id: undefined, error, hint });
}

function readFrame(text: string, nowMs: number): Result.Result<ClientFrame, RefusedFrame> {
  const sent = readSentJson(text);
  if (sent.kind === "unreadable" || !isJsonObject(sent.value)) {
    const hint = `Send a JSON object such as ${EXAMPLE}`;
    return Result.fail({ id: undefined, error: "Cannot read the message as JSON", hint });
  }
  const fields = sentFields(sent.value);
  const repeated = sent.kind === "repeated" ? sent.name : undefined;
  const id = repeated === "id" ? undefined : idOf(fields);
  const read = repeated === undefined
    ? readFields(fields, id, nowMs)
    : Result.fail(repeatedField("message", repeated));
  return Result.mapError(read, ({ message: error, hint }) => ({ id, error, hint }));
}

function idOf(fields: Fields): FrameId | undefined {
  const id = fields.get("id");
  const text = id instanceof JsonNumber ? id.text : id;
  return typeof text === "string" && text.length <= ID_CHARS_MAX ? id as FrameId : undefined;
}

function readFields(fields: Fields, id: FrameId | undefined, nowMs: number): Read<ClientFrame> {
  return Result.gen(function* () {
    if (fields.has("id") && id === undefined) {
      return yield* refuse(
        "id",
        fields.get("id"),
        `Send a number or text, of up to ${ID_CHARS_MAX} characters`,
      );
    }
    const op = yield* readWord(fields, "op", ["subscribe", "unsubscribe", "ping"] as const);
    if (op === "ping") {
      yield* refuseUnknown(fields, KEYS["ping"] ?? []);
      return { op, id };
    }
    const channel = yield* readWord(fields, "channel", CHANNELS);
    yield* refuseUnknown(fields, KEYS[`${op} ${channel}`] ?? []);
    const topics = yield* readTopics(fields, channel);
    const since = yield* channel === "games" ? readSeq(fields) : readSince(fields, nowMs);
    return { op, id, channel, topics, since, key: yield* readKey(fields) };
  });
}

function readTopics(fields: Fields, channel: Channel): Read<ReadonlyArray<Topic>> {
  return Result.gen(function* () {
    if (channel === "games") {
      return ((yield* readNames(fields, "leagues", parseLeague)) ?? LEAGUES).map(gameTopic);
    }
    const assets = (yield* readNames(fields, "assets", parseAsset)) ?? ASSETS;
    if (channel === "twap") {
      const windows = yield* readWindows(fields);
      return assets.flatMap((asset) => windows.map((windowSec) => twapTopic({ asset, windowSec })));
    }
    const intervals = (yield* readNames(fields, "intervals", parseInterval)) ?? INTERVALS;
    return assets.flatMap((asset) => intervals.map((interval) => targetTopic(asset, interval)));
  });
}

function readWord<const W extends ReadonlyArray<string>>(
  fields: Fields,
  key: string,
  words: W,
): Read<W[number]> {
  const value = fields.get(key);
  const word = words.find((known) => known === value);
  if (word !== undefined) return Result.succeed(word);
  const known = `Use one of ${words.join(", ")}, such as ${EXAMPLE}`;
  const nearest = typeof value === "string" ? nearestName(value, words) : undefined;
  return refuse(key, value, nearest === undefined ? known : `Did you mean ${nearest}? ${known}`);
}

function refuseUnknown(fields: Fields, known: ReadonlyArray<string>): Read<void> {
  for (const key of fields.keys()) {
    if (known.includes(key)) continue;
    const nearest = nearestName(key, known);
    const hint = `This message takes ${known.join(", ")}`;
    return refuse("key", key, nearest === undefined ? hint : `Did you mean ${nearest}? ${hint}`);
  }
  return Result.void;
}

/** Reads a list of names, each once and in the order sent; undefined if the field is missing. */
function readNames<Name>(
  fields: Fields,
  key: string,
  parse: (input: string, parameter: string) => Read<Name>,
): Read<ReadonlyArray<Name> | undefined> {
  return Result.gen(function* () {
    if (!fields.has(key)) return undefined;
    const value = fields.get(key);
    if (!Array.isArray(value) || value.length === 0) {
      return yield* refuse(key, value, `Send a list of names, or leave ${key} out for all of them`);
    }
    const names = new Set<Name>();
    for (const item of value) {
      names.add(
        typeof item === "string"
          ? yield* parse(item, key)
          : yield* refuse(key, item, "Send a list of names, each as text"),
      );
    }
    return [...names];
  });
}

function readWindows(fields: Fields): Read<ReadonlyArray<TwapWindowSec>> {
  if (!fields.has("windows")) return Result.succeed([TWAP_WINDOW_SEC_DEFAULT]);
  const value = fields.get("windows");
  const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [];
  const asked = new Set(
    list.map((item) => item instanceof JsonNumber ? wholeDigits(item.text) : undefined),
  );
  const known = TWAP_WINDOWS_SEC.filter((windowSec) => asked.has(String(windowSec)));
  const both = TWAP_WINDOWS_SEC.join(", ");
  return known.length > 0 && known.length === asked.size
    ? Result.succeed(known)
    : refuse("windows", value, `Send [${both}] or one of them; markets resolve on the longer one`);
}

function readSince(fields: Fields, nowMs: number): Read<number | undefined> {
  if (!fields.has("since")) return Result.succeed(undefined);
  const value = fields.get("since");
  const text = value instanceof JsonNumber ? value.text : value;
  if (typeof text !== "string") {
    return refuse("since", value, "Send the seq of the last frame you have: unix seconds");
  }
  const nowSec = UnixSec(Math.floor(nowMs / 1000));
  return Result.flatMap(
    parseTimestamp(text, { parameter: "since", nowSec }),
    (sec) =>
      sec <= nowSec + SINCE_AHEAD_SEC_MAX
        ? Result.succeed(sec)
        : refuse("since", value, `Send an instant that has passed; it is ${toIso(nowSec)} now`),
  );
}

function readSeq(fields: Fields): Read<number | undefined> {
  if (!fields.has("since")) return Result.succeed(undefined);
  const value = fields.get("since");
  const seq = Number(value instanceof JsonNumber ? wholeDigits(value.text) : undefined);
  return Number.isSafeInteger(seq)
    ? Result.succeed(seq)
    : refuse("since", value, "Send the seq of the last game you received: a whole number from 0");
}

function readKey(fields: Fields): Read<Redacted.Redacted | undefined> {
  if (!fields.has("key")) return Result.succeed(undefined);
  const value = fields.get("key");
  // The value may be secret, whatever its type.
  return typeof value === "string"
    ? Result.succeed(Redacted.make(value))
    : refuse("key", "(not shown)", "Send an API key as text");
}

function refuse(parameter: string, received: unknown, hint: string): Read<never> {
  const text = typeof received === "string" ? received : JSON.stringify(received) ?? "";
  return Result.fail(new RequestRejected({ parameter, received: text, hint }));
}
