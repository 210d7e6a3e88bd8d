/**
 * One client of the stream: its subscriptions, and how far each topic has been sent to it.
 *
 * @module
 */
import { Exit, Result } from "effect";
import { lastSeqOf, type Topic, type TopicEvent } from "../../../core/stream/mod.ts";
import { codeOf, type Refusal } from "../edge/refusal.ts";
import { type FrameId, type TopicsFrame } from "./client_frame.ts";
import { readClientMessage } from "./client_message.ts";
import {
  type AheadClient,
  feedTopic,
  providersOf,
  type StreamPublisher,
} from "./stream_publisher.ts";
import { HeldCorrections } from "./held_corrections.ts";
import { KeyGate } from "./key_gate.ts";
import { refuseGames } from "./refuse_games.ts";
import { errorFrame, helloFrame, pongFrame, topicsFrame } from "./server_frame.ts";
import { BACKLOG_BYTES_MAX, STREAM_LIMITS } from "./stream_limits.ts";
import { CLOSE_SLOW, endSocket, type StreamSocket } from "./stream_socket.ts";

/** A replay pauses while this much is unread, so that it never looks like a slow reader. */
const REPLAY_BYTES_AHEAD = BACKLOG_BYTES_MAX / 4;
/** Events of a replay sent before other clients get their turn: less than a millisecond of work. */
const PIECE_EVENTS = 64;

/** Callbacks for the life of a connection. Opened and closed are each called once. */
export interface ConnectionCallbacks {
  readonly opened: (connection: StreamConnection) => void;
  readonly closed: (connection: StreamConnection) => void;
  /** Called on an unexpected error. */
  readonly failed: (cause: unknown) => void;
}

/** A subscription to a topic: everything after `since`, or from the current value on. */
interface Subscription {
  readonly id: FrameId | undefined;
  readonly since: number | undefined;
}

/** A connection of the stream. Bun calls these methods by name: the object is the socket's data. */
export class StreamConnection implements AheadClient {
  readonly #publisher: StreamPublisher;
  readonly #callbacks: ConnectionCallbacks;
  readonly #gate: KeyGate;
  /** The subscription of each topic. A later subscription stops the replay of an earlier one. */
  readonly #topics = new Map<Topic, Subscription>();
  /** Topics with a replay in progress: one replay each, however often it is requested. */
  readonly #replaying = new Set<Topic>();
  /** Corrections that arrived during a replay, which may have sent the old price before. */
  readonly #corrections = new HeldCorrections();
  #socket: StreamSocket | undefined;
  /** Replays that wait until the socket has room. */
  #waiting: Array<() => void> = [];

  constructor(publisher: StreamPublisher, callbacks: ConnectionCallbacks) {
    this.#publisher = publisher;
    this.#callbacks = callbacks;
    this.#gate = new KeyGate(publisher.checkKey, publisher.nowMs);
  }

  open(socket: StreamSocket): void {
    this.#socket = socket;
    this.#callbacks.opened(this);
    this.#send(helloFrame(this.#publisher.nowMs()));
  }

  /** Called for every message. Each is answered, and the connection stays open. */
  message(_: unknown, message: string | Uint8Array): void {
    // Sent before the client knew that the connection is closing.
    if (this.#socket === undefined) return;
    const read = readClientMessage(message, this.#publisher.nowMs());
    if (Result.isFailure(read)) return this.#refuse(read.failure);
    const frame = read.success;
    if (frame.op === "ping") this.#send(pongFrame(frame.id));
    else if (frame.channel === "games") this.#checkKey(frame);
    else if (frame.op === "subscribe") this.#subscribe(frame);
    else this.#unsubscribe(frame);
  }

  drain(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  close(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    for (const topic of this.#topics.keys()) this.#publisher.forget(topic, this);
    this.#topics.clear();
    this.#gate.close();
    this.drain();
    this.#callbacks.closed(this);
  }

  /** Sends the unseen part of the event that this client waited for, then subscribes it live. */
  catchUp(topic: Topic, event: TopicEvent, seenSec: number): void {
    if (lastSeqOf(event) > seenSec) {
      this.#send(this.#publisher.write(this.#publisher.afterSeen(event, seenSec)));
    }
    this.#socket?.subscribe(topic);
  }

  /** Holds a correction until the replay ends; without a replay it is sent immediately. */
  corrected(topic: Topic, event: TopicEvent): void {
    if (!this.#replaying.has(topic)) return this.#send(this.#publisher.write(event));
    this.#corrections.hold(topic, event);
  }

  /** Sends a slow reader a gap for each topic, and closes its connection. */
  dropIfSlow(): void {
    const socket = this.#socket;
    if (socket === undefined || socket.getBufferedAmount() <= BACKLOG_BYTES_MAX) return;
    for (const topic of this.#topics.keys()) {
      socket.unsubscribe(topic);
      const seq = this.#publisher.nextSeq(topic);
      const gap = { kind: "gap", topic, fromSeq: seq, toSeq: seq, reason: "slow_reader" } as const;
      socket.send(this.#publisher.write(gap));
    }
    this.end(CLOSE_SLOW, "Reads too slowly");
  }

  /** Closes the connection; a client that does not complete the close is cut off. */
  end(code: number, reason: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    // From here on the client receives nothing more.
    this.close();
    endSocket(socket, code, reason);
  }

  /** Games require an API key. An unsubscribe waits its turn behind pending key checks. */
  #checkKey(frame: TopicsFrame): void {
    const refused = (refusal: Refusal) => this.#refuseRequest(frame.id, refusal);
    if (frame.op === "unsubscribe") {
      return this.#gate.pass({ admitted: () => this.#unsubscribe(frame), refused });
    }
    this.#gate.check(frame.key, { admitted: () => this.#subscribe(frame), refused });
  }

  #refuseRequest(id: FrameId | undefined, refusal: Refusal): void {
    const { error, hint, why } = refusal;
    if (why !== undefined) this.#callbacks.failed(new Error(error, { cause: why }));
    this.#refuse({ id, error, hint, code: codeOf(refusal) });
  }

  #subscribe({ id, channel, topics, since }: TopicsFrame): void {
    const seq = channel === "games" ? this.#publisher.stream.gamesHead() : undefined;
    const refusal = channel === "games" ? refuseGames(since, seq) : undefined;
    if (refusal !== undefined) return this.#refuseRequest(id, refusal);
    if (new Set([...this.#topics.keys(), ...topics]).size > STREAM_LIMITS.topics) {
      const error = `Cannot subscribe to more than ${STREAM_LIMITS.topics} topics per connection`;
      return this.#refuse({ id, error, hint: "Unsubscribe from some, or open another connection" });
    }
    // A topic already subscribed continues unchanged, unless the request has `since`.
    const started = topics.filter((topic) => since !== undefined || !this.#topics.has(topic));
    for (const topic of started) {
      this.#leave(topic);
      this.#topics.set(topic, { id, since });
    }
    this.#send(topicsFrame("subscribed", { id, channel, topics, seq }));
    this.#followFeeds(started);
    // Each topic separately: a slow one does not delay the others.
    for (const topic of started) {
      if (since === undefined) this.#join(topic);
      else void this.#replay(topic);
    }
  }

  #unsubscribe({ id, channel, topics }: TopicsFrame): void {
    for (const topic of topics) {
      this.#leave(topic);
      this.#topics.delete(topic);
    }
    const followed = providersOf(this.#topics.keys());
    for (const provider of providersOf(topics)) {
      if (!followed.has(provider)) this.#socket?.unsubscribe(feedTopic(provider));
    }
    this.#send(topicsFrame("unsubscribed", { id, channel, topics }));
  }

  #leave(topic: Topic): void {
    this.#socket?.unsubscribe(topic);
    this.#publisher.forget(topic, this);
  }

  /** Subscribes to the providers' states. A state that is not sent means healthy. */
  #followFeeds(topics: ReadonlyArray<Topic>): void {
    for (const provider of providersOf(topics)) {
      this.#socket?.subscribe(feedTopic(provider));
      const state = this.#publisher.stream.stateOf(provider);
      if (state !== undefined && state.state !== "healthy") {
        this.#send(this.#publisher.write(state));
      }
    }
  }

  /** Sends the current value, then subscribes live. */
  #join(topic: Topic): void {
    const { current, cursor } = this.#publisher.stream.begin(topic);
    if (current !== undefined) this.#send(this.#publisher.write(current));
    this.#goLive(topic, cursor);
  }

  /** Replays a topic, and again if the subscription changes meanwhile. */
  async #replay(topic: Topic): Promise<void> {
    if (this.#replaying.has(topic)) return;
    this.#replaying.add(topic);
    const endReplay = this.#publisher.startReplay(topic, this);
    let done: Subscription | undefined;
    for (;;) {
      const subscription = this.#topics.get(topic);
      if (subscription?.since === undefined || subscription === done) break;
      await this.#replayAfter(subscription.since, { topic, subscription }).catch((error) =>
        this.#fail(topic, error)
      );
      done = subscription;
    }
    this.#replaying.delete(topic);
    this.#corrections.take(topic);
    endReplay();
  }

  /**
   * Sends a topic's events up to now, then subscribes live in the same turn of the event loop in
   * which nothing is left to send, so that no event is lost in between.
   */
  async #replayAfter(
    since: number,
    { topic, subscription }: { readonly topic: Topic; readonly subscription: Subscription },
  ): Promise<void> {
    const { stream } = this.#publisher;
    const isOver = () => this.#topics.get(topic) !== subscription;
    let seenSec = since;
    while (stream.headOf(topic) > seenSec) {
      await this.#publisher.nextTurn();
      if (isOver()) return;
      const exit = await this.#publisher.run(stream.replay(topic, seenSec));
      if (isOver()) return;
      if (Exit.isFailure(exit)) throw new Error("a replay failed", { cause: exit.cause });
      for (const [index, event] of exit.value.entries()) {
        if (index % PIECE_EVENTS === 0) await this.#publisher.nextTurn();
        await this.#waitForRoom();
        if (isOver()) return;
        this.#send(this.#publisher.write(event));
        seenSec = lastSeqOf(event);
      }
      if (exit.value.length === 0) seenSec = stream.headOf(topic);
    }
    for (const event of this.#corrections.take(topic)) {
      if (lastSeqOf(event) <= seenSec) this.#send(this.#publisher.write(event));
    }
    this.#goLive(topic, seenSec);
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
  #fail(topic: Topic, cause: unknown): void {
    const id = this.#topics.get(topic)?.id;
    this.#topics.delete(topic);
    this.#callbacks.failed(cause);
    const hint = "Reconnect and subscribe with since";
    this.#refuse({ id, error: `Cannot continue the topic ${topic}`, hint, code: "internal" });
  }

  /** Resolves when the client has read most of what was sent. */
  async #waitForRoom(): Promise<void> {
    while ((this.#socket?.getBufferedAmount() ?? 0) > REPLAY_BYTES_AHEAD) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #refuse(refused: Parameters<typeof errorFrame>[0]): void {
    this.#send(errorFrame(refused));
  }

  /** `send` returns 0 if Bun dropped the frame: later frames would follow a hole. */
  #send(text: string): void {
    if (this.#socket?.send(text) === 0) this.end(CLOSE_SLOW, "Reads too slowly");
  }
}
