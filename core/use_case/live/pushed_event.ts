/**
 * The events that clients of the stream receive.
 *
 * @module
 */
import type { WalletFrame } from "../../port/wallet_frames.ts";
import type { OrdersTopic, StreamEvent, TopicEvent } from "../../stream/mod.ts";

/** An order or a fill of a wallet has changed, or what it does on the chain. */
export interface WalletFrameEvent {
  readonly kind: "wallet_frame";
  readonly topic: OrdersTopic;
  /** Counts the wallet's frames. */
  readonly seq: number;
  readonly frame: WalletFrame;
}

/** An event of one topic. */
export type PushedTopicEvent = TopicEvent | WalletFrameEvent;

/** Any event. */
export type PushedEvent = StreamEvent | WalletFrameEvent;
