/**
 * The channels that one client needs an API key for: games, and the orders of wallets.
 *
 * @module
 */
import { Effect } from "effect";
import type { Topic } from "../../../core/stream/mod.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import type { ChannelFrame, TopicsFrame } from "./client_frame.ts";
import { type Admitted, KeyGate } from "./key_gate.ts";
import type { StreamPublisher } from "./stream_publisher.ts";
import { WatchedWallets } from "./watched_wallets.ts";
import type { FrameId } from "./wire_frame.ts";

/**
 * How often it is checked whether the keys of wallets are valid still. With the age that what is
 * known of a key may have, less than half a minute.
 */
const KEYS_EVERY_MS = 20_000;

/** A frame about such a channel. */
export type KeyedFrame = Extract<TopicsFrame, { channel: "games" | "orders" }>;

/** Whether a frame is about such a channel. */
export function isKeyed(frame: ChannelFrame): frame is KeyedFrame {
  return frame.channel === "games" || frame.channel === "orders";
}

/** The connection of the client. */
export interface KeyedClient {
  readonly address: string;
  readonly subscribe: (frame: Extract<KeyedFrame, { op: "subscribe" }>) => void;
  readonly unsubscribe: (frame: KeyedFrame) => void;
  /** Ends a subscription whose key is valid no more. */
  readonly drop: (topic: Topic) => void;
  readonly refuse: (id: FrameId | undefined, refusal: Refusal) => void;
}

/** Admits one client's frames, in the order in which they came. */
export class KeyedChannels {
  readonly #publisher: StreamPublisher;
  readonly #client: KeyedClient;
  readonly #gate: KeyGate;
  readonly #wallets: WatchedWallets;
  /** When the keys of wallets were checked last, by the stopwatch. */
  #checkedMs: number;
  #isClosed = false;

  constructor(publisher: StreamPublisher, client: KeyedClient) {
    this.#publisher = publisher;
    this.#client = client;
    const { checkKey, nowMs } = publisher;
    const countStranger = () => publisher.countStranger(client.address);
    this.#gate = new KeyGate({ checkKey, nowMs, countStranger });
    this.#wallets = new WatchedWallets(publisher.watchWallets);
    this.#checkedMs = publisher.stopwatchMs();
  }

  /** Takes a frame. An unsubscribe waits its turn behind pending checks, and needs no key. */
  take(frame: KeyedFrame): void {
    const refused = (refusal: Refusal) => this.#client.refuse(frame.id, refusal);
    if (frame.op === "unsubscribe") {
      return this.#gate.pass({ admitted: () => this.#client.unsubscribe(frame), refused });
    }
    this.#gate.check(frame.key, {
      admitted: (by) => {
        if (frame.channel === "games") return this.#client.subscribe(frame);
        if (by !== undefined) return this.#subscribeWallets(frame, by);
      },
      refused,
    });
  }

  /** Ends what is followed with keys that are valid no more. Called again and again. */
  recheck(): void {
    const nowMs = this.#publisher.stopwatchMs();
    if (nowMs - this.#checkedMs < KEYS_EVERY_MS) return;
    this.#checkedMs = nowMs;
    this.#gate.recheck(this.#wallets.keys, (key, refusal) => {
      const topics = this.#wallets.topicsOf(key);
      if (topics.length === 0 || (refusal.status !== 401 && refusal.status !== 403)) return;
      for (const topic of topics) this.#client.drop(topic);
      this.#client.refuse(undefined, refusal);
    });
  }

  /** Called when a topic is followed no more. */
  remove(topic: Topic): void {
    this.#wallets.remove(topic);
  }

  close(): void {
    this.#isClosed = true;
    this.#gate.close();
    this.#wallets.close();
  }

  /** Subscribes to wallets once each is known to be the account's, and followed. */
  #subscribeWallets(
    frame: Extract<KeyedFrame, { op: "subscribe"; channel: "orders" }>,
    { account, sent }: Admitted,
  ): Effect.Effect<void> {
    const claims = { walletIds: frame.wallets, accountId: account.id, key: sent };
    return Effect.map(this.#wallets.add(claims), (refusal) => {
      if (this.#isClosed) return;
      if (refusal === undefined) this.#client.subscribe(frame);
      else this.#client.refuse(frame.id, refusal);
    });
  }
}
