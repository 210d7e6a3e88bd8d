/**
 * Who sends which frames of the stream, and what answers them.
 *
 * @module
 */
import { ERROR, HELLO, PONG, SUBSCRIBED, UNSUBSCRIBED } from "./wire_answer_frame.ts";
import {
  PING,
  SUBSCRIBE_GAMES,
  SUBSCRIBE_TARGETS,
  SUBSCRIBE_TWAP,
  UNSUBSCRIBE_GAMES,
  UNSUBSCRIBE_TARGETS,
  UNSUBSCRIBE_TWAP,
} from "./wire_client_frame.ts";
import { type FrameDoc } from "./wire_frame.ts";
import { FEED, GAME, GAP, TARGET, TWAP } from "./wire_push_frame.ts";

/** Something that one side says to the other. */
export interface StreamOperation {
  readonly name: string;
  /** Seen from the service: it sends, or it receives. */
  readonly action: "send" | "receive";
  readonly summary: string;
  readonly frames: ReadonlyArray<FrameDoc>;
  /** What the other side answers, if anything. */
  readonly answers?: ReadonlyArray<FrameDoc>;
}

/** Every operation, in the order a client meets them. */
export const STREAM_OPERATIONS: ReadonlyArray<StreamOperation> = [
  { name: "greet", action: "send", summary: "Greet a new socket", frames: [HELLO] },
  {
    name: "subscribe",
    action: "receive",
    summary: "Ask for topics",
    frames: [SUBSCRIBE_TARGETS, SUBSCRIBE_TWAP, SUBSCRIBE_GAMES],
    answers: [SUBSCRIBED, ERROR],
  },
  {
    name: "unsubscribe",
    action: "receive",
    summary: "Give topics up",
    frames: [UNSUBSCRIBE_TARGETS, UNSUBSCRIBE_TWAP, UNSUBSCRIBE_GAMES],
    answers: [UNSUBSCRIBED, ERROR],
  },
  {
    name: "ping",
    action: "receive",
    summary: "Ask whether anyone is there",
    frames: [PING],
    answers: [PONG, ERROR],
  },
  { name: "pushTarget", action: "send", summary: "Bring a target", frames: [TARGET] },
  { name: "pushTwap", action: "send", summary: "Bring an average", frames: [TWAP] },
  { name: "pushGame", action: "send", summary: "Bring a game that has changed", frames: [GAME] },
  { name: "tellGap", action: "send", summary: "Say what is missing", frames: [GAP] },
  { name: "tellFeed", action: "send", summary: "Say how a provider is", frames: [FEED] },
  { name: "refuse", action: "send", summary: "Refuse a message", frames: [ERROR] },
];

/** Every frame of either side, each once. */
export const STREAM_FRAMES: ReadonlyArray<FrameDoc> = [
  ...new Set(STREAM_OPERATIONS.flatMap(({ frames, answers = [] }) => [...frames, ...answers])),
];
