/**
 * Serializes the stream's frames: each is JSON text with its `type` first.
 *
 * @module
 */
import type { Static } from "@sinclair/typebox";
import { GAME_PARTS } from "../../../core/game/mod.ts";
import { providerOf } from "../../../core/market/mod.ts";
import { e18ToNumber } from "../../../core/price/mod.ts";
import type { FeedEvent, GapEvent, TargetEvent, WindowsTopic } from "../../../core/stream/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import type { PushedEvent, WalletFrameEvent } from "../../../core/use_case/live/mod.ts";
import type { VenueChoice } from "../../../core/use_case/venue/mod.ts";
import { gameText, type GameWriter } from "../game/game_writer.ts";
import type { Code } from "../edge/answer/wire_error.ts";
import { chainActionBody, claimBody } from "../position/wire_claim.ts";
import { fillBody } from "../order/wire_fill.ts";
import { sentOrderBody } from "../order/wire_order_history.ts";
import { spotBody } from "../price/wire_spot.ts";
import { placeBody } from "../price/window_body.ts";
import { twapBody } from "../price/wire_twap.ts";
import { quoteBody, windowStateBody } from "../window/window_body.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import {
  type ERROR,
  type HELLO,
  type PONG,
  PROTOCOL,
  type SUBSCRIBED,
  type UNSUBSCRIBED,
} from "./wire_answer_frame.ts";
import type { FrameDoc, FrameId } from "./wire_frame.ts";
import type { FEED, FILL, GAME, GAP, ORDER, SPOT, TARGET, TWAP } from "./wire_push_frame.ts";
import type { CLAIM, MERGE, SPLIT } from "./wire_chain_frame.ts";
import type { QUOTE, WINDOW } from "./wire_window_frame.ts";

/** What a frame carries. */
type Body<Doc extends FrameDoc> = Static<Doc["schema"]>;

/** The same, where `JSON.stringify` leaves out what is undefined. */
type Sent<Frame> = Frame extends unknown ? {
    [Key in keyof Frame]: Record<never, never> extends Pick<Frame, Key> ? Frame[Key] | undefined
      : Frame[Key];
  }
  : never;

type Answer = typeof HELLO | typeof SUBSCRIBED | typeof UNSUBSCRIBED | typeof PONG | typeof ERROR;
type Push =
  | typeof WINDOW
  | typeof QUOTE
  | typeof TARGET
  | typeof TWAP
  | typeof SPOT
  | typeof GAP
  | typeof FEED
  | typeof ORDER
  | typeof FILL
  | typeof CLAIM
  | typeof SPLIT
  | typeof MERGE;

/** Writes a frame as it is declared. */
export function frameText(frame: Sent<Body<Answer | Push>>): string {
  return JSON.stringify(frame);
}

/** The first frame of every connection. */
export function helloFrame(nowMs: number, isLockstep = false): string {
  const serverTime = new Date(nowMs).toISOString();
  const lockstep = isLockstep ? { lockstep: true } as const : {};
  return frameText({
    type: "hello",
    protocol: PROTOCOL,
    serverTime,
    ...lockstep,
    limits: STREAM_LIMITS,
  });
}

/** Reports an invalid or refused frame to the client. */
export function errorFrame({ id, error, hint, code = "bad_request" }: {
  readonly id: FrameId | undefined;
  readonly error: string;
  readonly hint: string;
  readonly code?: Code;
}): string {
  return frameText({ type: "error", id, error, code, hint });
}

/** Serializes an event, as every subscriber of its topic receives it. */
export function eventFrame(
  event: PushedEvent | GapEvent<WindowsTopic>,
  { venue, gameWriter, hasLegs = false }: {
    readonly venue: VenueChoice;
    readonly gameWriter: GameWriter;
    /** Whether a window has its legs. */
    readonly hasLegs?: boolean;
  },
): string {
  switch (event.kind) {
    case "window": {
      const { topic, seq, phase, state, legs } = event;
      const window = windowStateBody(venue, state, hasLegs ? legs : undefined);
      return frameText({ type: "window", topic, seq, phase, window });
    }
    case "quote": {
      const { topic, state, atMs } = event;
      const at = new Date(atMs).toISOString();
      return frameText({ type: "quote", topic, ...quoteBody(state), at });
    }
    case "target":
      return frameText(targetBody(event, venue));
    case "twap": {
      const { topic, seq, priceE18 } = event;
      const body = twapBody(event, { priceE18, observedSec: seq });
      return frameText({ type: "twap", topic, seq, ...body });
    }
    case "spot": {
      const { topic, asset } = event;
      return frameText({ type: "spot", topic, asset, ...spotBody(event) });
    }
    case "game": {
      const { topic, seq, record, listing } = event;
      const head: Omit<Body<typeof GAME>, "game"> = { type: "game", topic, seq };
      const game = gameText(gameWriter.ofRecord(listing, record, GAME_PARTS));
      return `${JSON.stringify(head).slice(0, -1)},"game":${game}}`;
    }
    case "wallet_frame":
      return frameText(walletFrameBody(event));
    case "gap": {
      const { topic, fromSeq, toSeq, reason } = event;
      return frameText({ type: "gap", topic, fromSeq, toSeq, reason });
    }
    case "feed":
      return frameText(feedBody(event));
  }
}

function walletFrameBody({ topic, seq, frame }: WalletFrameEvent): Sent<Body<Push>> {
  const place = { topic, seq };
  switch (frame.kind) {
    case "order":
      return { type: "order", ...place, order: sentOrderBody(frame.order) };
    case "fill":
      return { type: "fill", ...place, fill: fillBody(frame.fill) };
    case "claim":
      return { type: "claim", ...place, claim: claimBody(frame.action) };
    case "split":
      return { type: "split", ...place, split: chainActionBody(frame.action) };
    case "merge":
      return { type: "merge", ...place, merge: chainActionBody(frame.action) };
  }
}

/** Writes the frame of a target. */
export function targetBody(event: TargetEvent, venue: VenueChoice): Body<typeof TARGET> {
  const { topic, seq, asset, window, source, priceE18, isProvisional, corrects, publishedAtMs } =
    event;
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
    ...placeBody(venue, asset, window),
    windowStartIso: toIso(window.startSec),
    publishedAt: new Date(publishedAtMs).toISOString(),
    delayMs: publishedAtMs - window.startSec * 1000,
  };
}

/** Writes the frame of a provider's state. */
export function feedBody({ provider, state, sinceMs }: FeedEvent): Body<typeof FEED> {
  return { type: "feed", provider, state, since: new Date(sinceMs).toISOString() };
}
