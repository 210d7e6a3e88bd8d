/**
 * The operations of the stream: which side sends which frames, and their answers.
 *
 * @module
 */
import { ERROR, HELLO, PONG, SUBSCRIBED, UNSUBSCRIBED } from "./wire_answer_frame.ts";
import { ACKNOWLEDGE, PING, SUBSCRIBE_FRAMES, UNSUBSCRIBE_FRAMES } from "./wire_client_frame.ts";
import { type FrameDoc } from "./wire_frame.ts";
import { FEED, FILL, GAME, GAP, ORDER, SPOT, TARGET, TWAP } from "./wire_push_frame.ts";
import { CLAIM, MERGE, SPLIT } from "./wire_chain_frame.ts";
import { QUOTE, WINDOW } from "./wire_window_frame.ts";

/** One kind of message from one side to the other. */
export interface StreamOperation {
  readonly name: string;
  /** From the service's point of view. */
  readonly action: "send" | "receive";
  readonly summary: string;
  readonly frames: ReadonlyArray<FrameDoc>;
  /** The possible answers, if any. */
  readonly answers?: ReadonlyArray<FrameDoc>;
}

/** Every operation, in the order in which a client meets them. */
export const STREAM_OPERATIONS: ReadonlyArray<StreamOperation> = [
  { name: "greet", action: "send", summary: "Greet a new socket", frames: [HELLO] },
  {
    name: "subscribe",
    action: "receive",
    summary: "Subscribe to topics",
    frames: SUBSCRIBE_FRAMES,
    answers: [SUBSCRIBED, ERROR],
  },
  {
    name: "unsubscribe",
    action: "receive",
    summary: "Unsubscribe from topics",
    frames: UNSUBSCRIBE_FRAMES,
    answers: [UNSUBSCRIBED, ERROR],
  },
  {
    name: "ping",
    action: "receive",
    summary: "Check that the connection works",
    frames: [PING],
    answers: [PONG, ERROR],
  },
  {
    name: "acknowledge",
    action: "receive",
    summary: "Let the clock of a replay go on",
    frames: [ACKNOWLEDGE],
    answers: [ERROR],
  },
  { name: "pushWindow", action: "send", summary: "Push a changed window", frames: [WINDOW] },
  { name: "pushQuote", action: "send", summary: "Push a window's newest prices", frames: [QUOTE] },
  { name: "pushTarget", action: "send", summary: "Push a target", frames: [TARGET] },
  { name: "pushTwap", action: "send", summary: "Push an average", frames: [TWAP] },
  { name: "pushSpot", action: "send", summary: "Push a newest trade", frames: [SPOT] },
  { name: "pushGame", action: "send", summary: "Push a changed game", frames: [GAME] },
  { name: "pushOrder", action: "send", summary: "Push a changed order", frames: [ORDER] },
  { name: "pushFill", action: "send", summary: "Push a changed fill", frames: [FILL] },
  { name: "pushClaim", action: "send", summary: "Push a changed claim", frames: [CLAIM] },
  { name: "pushSplit", action: "send", summary: "Push a changed split", frames: [SPLIT] },
  { name: "pushMerge", action: "send", summary: "Push a changed merge", frames: [MERGE] },
  { name: "tellGap", action: "send", summary: "Report missing frames", frames: [GAP] },
  { name: "tellFeed", action: "send", summary: "Report a provider's state", frames: [FEED] },
  { name: "refuse", action: "send", summary: "Refuse a message", frames: [ERROR] },
];

/** Every frame of either side, each once. */
export const STREAM_FRAMES: ReadonlyArray<FrameDoc> = [
  ...new Set(STREAM_OPERATIONS.flatMap(({ frames, answers = [] }) => [...frames, ...answers])),
];
