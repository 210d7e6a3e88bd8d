/**
 * Serializes the stream's frames: each is JSON text with its `type` first.
 *
 * @module
 */
import { GAME_PARTS } from "../../../core/game/mod.ts";
import { providerOf } from "../../../core/market/mod.ts";
import { e18ToNumber } from "../../../core/price/mod.ts";
import type { FeedEvent, StreamEvent, TargetEvent } from "../../../core/stream/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import type { VenueChoice } from "../../../core/use_case/venue/mod.ts";
import { gameText, type WriteGame } from "../game/game_text.ts";
import type { Code } from "../edge/answer/refusal.ts";
import { twapBody } from "../price/wire_twap.ts";
import type { Channel, FrameId } from "./client_frame.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** The version of this protocol; every breaking change raises it. */
export const PROTOCOL = 1;

/** The first frame of every connection. */
export function helloFrame(nowMs: number): string {
  const serverTime = new Date(nowMs).toISOString();
  return JSON.stringify({ type: "hello", protocol: PROTOCOL, serverTime, limits: STREAM_LIMITS });
}

/**
 * Answers `subscribe` or `unsubscribe`. Later frames of these topics have a seq greater than `seq`.
 */
export function topicsFrame(
  type: "subscribed" | "unsubscribed",
  { id, channel, topics, seq }: {
    readonly id: FrameId | undefined;
    readonly channel: Channel;
    readonly topics: ReadonlyArray<string>;
    readonly seq?: number | undefined;
  },
): string {
  return JSON.stringify({ type, ...idField(id), channel, topics, seq });
}

/** Answers `ping`. */
export function pongFrame(id: FrameId | undefined): string {
  return JSON.stringify({ type: "pong", ...idField(id) });
}

/** Reports an invalid or refused frame to the client. */
export function errorFrame({ id, error, hint, code = "bad_request" }: {
  readonly id: FrameId | undefined;
  readonly error: string;
  readonly hint: string;
  readonly code?: Code;
}): string {
  return JSON.stringify({ type: "error", ...idField(id), error, code, hint });
}

/** Serializes an event, as every subscriber of its topic receives it. */
export function eventFrame(
  event: StreamEvent,
  { venue, writeGame }: { readonly venue: VenueChoice; readonly writeGame: WriteGame },
): string {
  switch (event.kind) {
    case "target":
      return JSON.stringify(targetBody(event, venue));
    case "twap": {
      const { topic, seq, priceE18 } = event;
      const body = twapBody(event, { priceE18, observedSec: seq });
      return JSON.stringify({ type: "twap", topic, seq, ...body });
    }
    case "game": {
      const { topic, seq, record, listing } = event;
      const game = gameText(writeGame(listing, record, GAME_PARTS));
      return `{"type":"game","topic":"${topic}","seq":${seq},"game":${game}}`;
    }
    case "gap": {
      const { topic, fromSeq, toSeq, reason } = event;
      return JSON.stringify({ type: "gap", topic, fromSeq, toSeq, reason });
    }
    case "feed":
      return JSON.stringify(feedBody(event));
  }
}

/** Writes the frame of a target. */
export function targetBody(event: TargetEvent, { profile, eventBaseUrl }: VenueChoice) {
  const { topic, seq, asset, window, source, priceE18, isProvisional, corrects, publishedAtMs } =
    event;
  const slug = profile.slugOf(asset, window);
  return {
    type: "target",
    topic,
    seq,
    asset,
    marketType: window.interval,
    provider: providerOf(window.interval),
    source,
    price: e18ToNumber(priceE18),
    ...(isProvisional === true ? { provisional: true } : {}),
    ...(corrects === true ? { corrects: true } : {}),
    windowStart: window.startSec,
    windowStartIso: toIso(window.startSec),
    windowEnd: window.endSec,
    slug,
    url: `${eventBaseUrl}/${slug}`,
    publishedAt: new Date(publishedAtMs).toISOString(),
    delayMs: publishedAtMs - window.startSec * 1000,
  };
}

/** Writes the frame of a provider's state. */
export function feedBody({ provider, state, sinceMs }: FeedEvent) {
  return { type: "feed", provider, state, since: new Date(sinceMs).toISOString() };
}

function idField(id: FrameId | undefined): { readonly id?: FrameId } {
  return id === undefined ? {} : { id };
}
