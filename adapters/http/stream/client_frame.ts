/**
 * Reads the messages that a client of the stream sends.
 *
 * @module
 */
import type { Static } from "@sinclair/typebox";
import { Result } from "effect";
import { LEAGUES } from "../../../core/game/mod.ts";
import { isJsonObject, readSentJson, sentFields } from "../../../core/json/mod.ts";
import {
  type Asset,
  ASSETS,
  type Interval,
  type Series,
  seriesOf,
} from "../../../core/market/mod.ts";
import { TWAP_WINDOW_SEC_DEFAULT } from "../../../core/price/mod.ts";
import {
  gameTopic,
  ordersTopic,
  targetTopic,
  type Topic,
  twapTopic,
} from "../../../core/stream/mod.ts";
import { compileField, compileMessages } from "../edge/request/read_fields.ts";
import { repeatedField } from "../edge/request/repeated_field.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import { CLIENT_FRAMES } from "./wire_client_frame.ts";
import { type FrameId, RequestIdWire } from "./wire_frame.ts";

/** A valid frame. `since`: send everything after this seq. */
export type ClientFrame = Static<(typeof CLIENT_FRAMES)[number]["schema"]>;

/** A valid frame about topics of which only the newest frame counts. */
export type SpotFrame = Extract<ClientFrame, { channel: "spot" }>;

/** A valid frame about windows. */
export type WindowsFrame = Extract<ClientFrame, { channel: "windows" }>;

/** A valid frame that is about other topics. */
export type TopicsFrame = Exclude<
  ClientFrame,
  { op: "ping" } | { op: "ack" } | SpotFrame | WindowsFrame
>;

/** A valid frame that is about topics. */
export type ChannelFrame = SpotFrame | WindowsFrame | TopicsFrame;

/** An invalid frame, with its id if it had one. */
export interface RefusedFrame {
  readonly id: FrameId | undefined;
  readonly error: string;
  readonly hint: string;
}

const EXAMPLE = `{"op":"subscribe","channel":"targets","assets":["btc"],"intervals":["5min"]}`;

const readFields = compileMessages(CLIENT_FRAMES.map(({ schema }) => schema), {
  names: ["op", "channel"],
  example: EXAMPLE,
});
const readId = compileField("id", RequestIdWire);

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
  const readableId = readId(fields, nowMs);
  const read = repeated === undefined
    ? Result.flatMap(readableId, () => readFields(fields, nowMs))
    : Result.fail(repeatedField("message", repeated));
  const id = repeated === "id" ? undefined : Result.getOrUndefined(readableId);
  return Result.mapError(read, ({ message: error, hint }) => ({ id, error, hint }));
}

/** Returns the series of a frame: a list that is left out means all. */
export function seriesIn(
  { assets = ASSETS, intervals }: {
    readonly assets?: ReadonlyArray<Asset>;
    readonly intervals?: ReadonlyArray<Interval>;
  },
): ReadonlyArray<Series> {
  return seriesOf(assets).filter(({ interval }) => intervals?.includes(interval) ?? true);
}

/** Returns the topics of a frame: a list that is left out means all. */
export function topicsOf(frame: TopicsFrame): ReadonlyArray<Topic> {
  if (frame.channel === "games") return (frame.leagues ?? LEAGUES).map(gameTopic);
  if (frame.channel === "orders") return frame.wallets.map(ordersTopic);
  const { assets = ASSETS } = frame;
  if (frame.channel === "targets") {
    return seriesIn(frame).map(({ asset, interval }) => targetTopic(asset, interval));
  }
  const { windows = [TWAP_WINDOW_SEC_DEFAULT] } = frame;
  return assets.flatMap((asset) => windows.map((windowSec) => twapTopic({ asset, windowSec })));
}
