/**
 * One client of the stream: its subscriptions, and how far each topic has been sent to it.
 *
 * @module
 */
import { Result } from "effect";
import { lastSeqOf, type Topic } from "../../../core/stream/mod.ts";
import type { PushedTopicEvent } from "../../../core/use_case/live/mod.ts";
import { codedError, type Refusal } from "../edge/answer/refusal.ts";
import { asItIs } from "../wire/answer.ts";
import { type ClientFrame, readClientMessage, type TopicsFrame, topicsOf } from "./client_frame.ts";
import { type AheadClient, type EarlyClient, type StreamPublisher } from "./stream_publisher.ts";
import { ClientReplays } from "./client_replays.ts";
import { FollowedFeeds } from "./followed_feeds.ts";
import { isKeyed, KeyedChannels } from "./keyed_channels.ts";
import { isLatest, LatestChannels } from "./latest_channels.ts";
import { headsOf, refuseMany, refuseSince } from "./refuse_subscription.ts";
import { errorFrame, frameText, helloFrame } from "./server_frame.ts";
import { BACKLOG_BYTES_MAX, FLOODED, MessageBudget } from "./stream_limits.ts";
import { SocketRoom } from "./socket_room.ts";
import { CLOSE_POLICY, CLOSE_SLOW, endSocket, type StreamSocket } from "./stream_socket.ts";
import type { PacedSocket } from "./stream_pace.ts";
import type { FrameId } from "./wire_frame.ts";

/** A client that makes no room for its replay for this long, in milliseconds, reads too slowly. */
const STALLED_MS_MAX = 30_000;
/** A client that sends too much is cut off sooner than others: it may not stop to send. */
const FLOOD_PATIENCE_MS = 500;

/** Callbacks for the life of a connection. Opened and closed are each called once. */
export interface ConnectionCallbacks {
  readonly ownCommand: (words: string) => string;
  readonly opened: (connection: StreamConnection) => void;
  readonly closed: (connection: StreamConnection) => void;
  /** Called on an unexpected error. */
  readonly failed: (cause: unknown) => void;
}

/** A connection of the stream. Bun calls these methods by name: the object is the socket's data. */
export class StreamConnection implements AheadClient, EarlyClient {
  readonly #publisher: StreamPublisher;
  readonly #callbacks: ConnectionCallbacks;
  readonly #keyed: KeyedChannels;
  readonly #latest: LatestChannels;
  readonly #feeds: FollowedFeeds;
  /** The topics, with the id of the message that subscribed to each. */
  readonly #topics = new Map<Topic, FrameId | undefined>();
  /** All topics, those of channels with rules of their own included. */
  readonly #held = () => [...this.#topics.keys(), ...this.#latest.topics];
  readonly #replays: ClientReplays;
  readonly #messages = new MessageBudget();
  #socket: StreamSocket | undefined;
  /** The same, where a replay paces it. */
  #paced: PacedSocket | undefined;
  readonly #room: SocketRoom;

  /** `address` is the client's: some limits are of all its connections together. */
  constructor(publisher: StreamPublisher, address: string, callbacks: ConnectionCallbacks) {
    this.#publisher = publisher;
    this.#callbacks = callbacks;
    this.#room = new SocketRoom(() => this.#socket, publisher.stopwatchMs);
    this.#keyed = new KeyedChannels(publisher, {
      address,
      subscribe: (frame) => this.#subscribe(frame),
      unsubscribe: (frame) => this.#unsubscribe(frame),
      drop: (topic) => this.#drop(topic),
      refuse: (id, refusal) => this.#refuseRequest(id, refusal),
    });
    const send = (text: string) => this.#send(text);
    const topics = this.#held;
    this.#feeds = new FollowedFeeds(publisher, { topics, socket: () => this.#socket, send });
    this.#latest = new LatestChannels(publisher, {
      ...{ address, topics, send, feeds: this.#feeds },
      socket: () => this.#socket,
      isIdle: () => this.#socket?.getBufferedAmount() === 0,
      subscribe: (name) => void this.#socket?.subscribe(name),
      unsubscribe: (name) => void this.#socket?.unsubscribe(name),
      untilRoom: this.#room.until,
      refuse: (id, refusal) => this.#refuseRequest(id, refusal),
      failed: callbacks.failed,
    });
    this.#replays = new ClientReplays(publisher, {
      address,
      hasRoom: () => this.#room.has(),
      untilRoom: this.#room.until,
      sendEvent: (event) => this.#send(publisher.write(event)),
      goLive: (topic, sentSec) => this.#goLive(topic, sentSec),
      failed: (topic, cause) => this.#fail(topic, cause),
    });
  }

  /** How long it takes, in milliseconds, until the client has earned back its messages. */
  get messageDebtMs(): number {
    return this.#messages.debtMs(this.#publisher.stopwatchMs());
  }

  open(socket: StreamSocket): void {
    this.#paced = this.#publisher.pace?.attend(socket);
    this.#socket = this.#paced ?? socket;
    this.#callbacks.opened(this);
    this.#send(helloFrame(this.#publisher.nowMs(), this.#publisher.pace?.isLockstep));
  }

  /** Called for every message. Each is answered, and the connection stays open unless too many. */
  message(_: unknown, message: string | Uint8Array): void {
    // Sent before the client knew that the connection is closing.
    if (this.#socket === undefined) return;
    // Before anything is spent on it, even on reading it.
    if (!this.#messages.spend(this.#publisher.stopwatchMs())) return this.#flooded();
    const read = readClientMessage(message, this.#publisher.nowMs());
    if (Result.isFailure(read)) return this.#refuse(read.failure);
    const frame = read.success;
    if (frame.op === "ping") return this.#send(frameText({ type: "pong", id: frame.id }));
    if (frame.op === "ack") return this.#acknowledge(frame);
    if (frame.op === "subscribe") {
      if (frame.ack === true) this.#paced?.beginLockstep();
      this.#publisher.pace?.subscribed();
    }
    if (isLatest(frame)) this.#latest.take(frame);
    else if (isKeyed(frame)) this.#keyed.take(frame);
    else if (frame.op === "subscribe") this.#subscribe(frame);
    else this.#unsubscribe(frame);
  }

  drain(): void {
    this.#room.drain();
    this.#latest.drain();
    this.#paced?.drained();
  }

  close(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    for (const topic of this.#topics.keys()) this.#publisher.forget(topic, this);
    this.#topics.clear();
    this.#keyed.close();
    this.#latest.close();
    this.#replays.close();
    this.drain();
    this.#paced?.closed();
    this.#callbacks.closed(this);
  }

  /** Sends the unseen part of the event that this client waited for, then subscribes it live. */
  catchUp(topic: Topic, event: PushedTopicEvent, seenSec: number): void {
    if (lastSeqOf(event) > seenSec) {
      this.#send(this.#publisher.write(this.#publisher.afterSeen(event, seenSec)));
    }
    this.#socket?.subscribe(topic);
  }

  /** Sends what follows the subscription's `since`, all of which is known now. */
  replay(topic: Topic, since: number): void {
    this.#replays.add(topic, since);
  }

  corrected(event: PushedTopicEvent): void {
    this.#send(this.#publisher.write(event));
  }

  recheckKeys(): void {
    this.#keyed.recheck();
  }

  /** Sends a slow reader a gap for each topic, and closes its connection. */
  dropIfSlow(): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const isSlow = socket.getBufferedAmount() > BACKLOG_BYTES_MAX ||
      this.#room.stalledMs() > STALLED_MS_MAX;
    if (!isSlow) return;
    for (const topic of this.#topics.keys()) {
      socket.unsubscribe(topic);
      const seq = this.#publisher.nextSeq(topic);
      const gap = { kind: "gap", topic, fromSeq: seq, toSeq: seq, reason: "slow_reader" } as const;
      socket.send(this.#publisher.write(gap));
    }
    this.end(CLOSE_SLOW, "Reads too slowly");
  }

  /** Closes the connection; a client that does not complete the close is cut off. */
  end(code: number, reason: string, options: { readonly patienceMs?: number } = {}): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    // From here on the client receives nothing more.
    this.close();
    endSocket(socket, { code, reason, ...options });
  }

  /** One that says something new costs no message: there are as many as frames. */
  #acknowledge({ id, n }: Extract<ClientFrame, { op: "ack" }>): void {
    const verdict = this.#paced?.acknowledge(n);
    if (verdict === "taken") this.#messages.giveBack();
    if (verdict !== "unsent") return;
    const error = `Cannot acknowledge ${n} frames: ${this.#paced?.sent} were sent`;
    this.#refuse({ id, error, hint: "Send how many frames were received on this socket" });
  }

  #flooded(): void {
    this.#refuse({ id: undefined, ...FLOODED });
    this.end(CLOSE_POLICY, "Sends too many messages", { patienceMs: FLOOD_PATIENCE_MS });
  }

  #refuseRequest(id: FrameId | undefined, refusal: Refusal): void {
    if (refusal.why) this.#callbacks.failed(new Error(refusal.error, { cause: refusal.why }));
    this.#refuse({ id, ...codedError(refusal, this.#callbacks.ownCommand) });
  }

  #subscribe(frame: Extract<TopicsFrame, { op: "subscribe" }>): void {
    const { id, channel, since } = frame;
    const topics = topicsOf(frame);
    const heads = headsOf(this.#publisher.stream, { channel, topics });
    const refusal = refuseSince(frame, heads) ?? refuseMany([...this.#held(), ...topics]);
    if (refusal !== undefined) {
      for (const topic of topics) if (!this.#topics.has(topic)) this.#keyed.remove(topic);
      return this.#refuseRequest(id, refusal);
    }
    // A topic already subscribed continues unchanged, unless the request has `since`.
    const started = topics.filter((topic) => since !== undefined || !this.#topics.has(topic));
    for (const topic of started) {
      this.#leave(topic);
      this.#topics.set(topic, id);
    }
    // Later frames of these topics have greater seqs.
    this.#send(frameText({ type: "subscribed", id, channel, topics: asItIs(topics), ...heads }));
    this.#feeds.follow(started);
    // Each topic separately: a slow one does not delay the others.
    for (const topic of started) {
      if (since === undefined) this.#join(topic);
      else this.#publisher.replayTo(this, { topic, since });
    }
  }

  #unsubscribe(frame: TopicsFrame): void {
    const { id, channel } = frame;
    const topics = topicsOf(frame);
    for (const topic of topics) this.#drop(topic);
    this.#feeds.leave(topics);
    this.#send(frameText({ type: "unsubscribed", id, channel, topics: asItIs(topics) }));
  }

  /** Ends a subscription. */
  #drop(topic: Topic): void {
    this.#leave(topic);
    this.#replays.end(topic);
    this.#topics.delete(topic);
    this.#keyed.remove(topic);
  }

  #leave(topic: Topic): void {
    this.#socket?.unsubscribe(topic);
    this.#publisher.forget(topic, this);
    this.#replays.stop(topic);
  }

  /** Sends the current value, then subscribes live. */
  #join(topic: Topic): void {
    const { current, cursor } = this.#publisher.stream.begin(topic);
    if (current !== undefined) this.#send(this.#publisher.write(current));
    this.#goLive(topic, cursor);
  }

  // Waits if the client is ahead: it may come from a replica that was a moment ahead, or have
  // received a `no_feed` gap that reaches up to now.
  #goLive(topic: Topic, sentSec: number): void {
    if (this.#socket === undefined) return;
    const { stream } = this.#publisher;
    const seenSec = stream.hasFeed(topic) ? sentSec : this.#sendNoFeed(topic, sentSec);
    if (stream.headOf(topic) < seenSec) this.#publisher.waitFor(topic, this, seenSec);
    else this.#socket.subscribe(topic);
  }

  /** Sends a gap up to now for a topic without a feed, and returns the gap's last second. */
  #sendNoFeed(topic: Topic, sentSec: number): number {
    const fromSeq = sentSec + 1;
    const toSeq = Math.max(fromSeq, Math.floor(this.#publisher.nowMs() / 1000));
    this.#send(this.#publisher.write({ kind: "gap", topic, fromSeq, toSeq, reason: "no_feed" }));
    return toSeq;
  }

  /** Ends the subscription after an error, so that the client can subscribe again. */
  #fail(topic: Topic, why: unknown): void {
    const id = this.#topics.get(topic);
    this.#topics.delete(topic);
    this.#keyed.remove(topic);
    this.#callbacks.failed(why);
    const hint = "Reconnect and subscribe with since";
    this.#refuse({ id, error: `Cannot continue the topic ${topic}`, hint, code: "internal" });
  }

  #refuse(refused: Parameters<typeof errorFrame>[0]): void {
    this.#send(errorFrame(refused));
  }

  /** `send` returns 0 if Bun dropped the frame: later frames would follow a hole. */
  #send(text: string): void {
    if (this.#socket?.send(text) === 0) this.end(CLOSE_SLOW, "Reads too slowly");
  }
}
