/**
 * One client of the stream: what it subscribed to, and how far each topic has been told to it.
 *
 * @module
 */
import { Exit, Result } from "effect";
import { type Interval, type Provider, providerOf } from "../../../core/market/mod.ts";
import { lastSeqOf, type Topic, type TopicEvent } from "../../../core/stream/mod.ts";
import { type ClientFrame, readClientFrame } from "./client_frame.ts";
import { type Board, feedTopic, type Waiter } from "./board.ts";
import { afterSeen, errorFrame, helloFrame, pongFrame, topicsFrame } from "./server_frame.ts";
import { BACKLOG_BYTES_MAX, STREAM_LIMITS } from "./stream_limits.ts";

/** What of Bun's socket a connection needs. */
export type StreamSocket = Pick<
  Bun.ServerWebSocket<unknown>,
  "send" | "close" | "terminate" | "subscribe" | "unsubscribe" | "getBufferedAmount"
>;

/** A replay waits while so much of it is unread, so that it never looks like a slow reader. */
const REPLAY_BYTES_AHEAD = BACKLOG_BYTES_MAX / 4;
/** Frames of a client that wait to be worked on. */
const WAITING_MAX = 32;
/** A socket that was told to close and does not is cut. */
const CLOSE_PATIENCE_MS = 5_000;

/** A service that is stopping, and a reader that does not read (RFC 6455 and its registry). */
export const CLOSE_GOING_AWAY = 1001;
/** "Try again later". */
const CLOSE_SLOW = 1013;

/** Who keeps the connections. Each is told once. */
export interface ConnectionLife {
  readonly opened: (connection: StreamConnection) => void;
  readonly closed: (connection: StreamConnection) => void;
  /** Something went wrong that nobody foresaw. */
  readonly failed: (cause: unknown) => void;
}

/** Bun's server calls these by name: the object is the socket's data. */
export class StreamConnection implements Waiter {
  readonly #board: Board;
  readonly #life: ConnectionLife;
  /** Each topic and the subscription it stands for: a later one makes an earlier one stop. */
  readonly #topics = new Map<Topic, symbol>();
  #socket: StreamSocket | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #drained: (() => void) | undefined;

  constructor(board: Board, life: ConnectionLife) {
    this.#board = board;
    this.#life = life;
  }

  /** The handshake is done. */
  open(socket: StreamSocket): void {
    this.#socket = socket;
    this.#life.opened(this);
    this.#send(helloFrame(this.#board.nowMs()));
  }

  /** A frame came. Whatever it is, it is answered and the connection lives on. */
  message(_: unknown, message: string | Uint8Array): void {
    if (typeof message !== "string") {
      const hint = "Send text frames of JSON";
      return this.#refuse({ id: undefined, error: "Cannot read a binary message", hint });
    }
    const bytes = Buffer.byteLength(message);
    if (bytes > STREAM_LIMITS.messageBytes) {
      const error = `Cannot read a message of ${bytes} bytes`;
      const hint = `Send at most ${STREAM_LIMITS.messageBytes} bytes in one message`;
      return this.#refuse({ id: undefined, error, hint });
    }
    const frame = readClientFrame(message, this.#board.nowMs());
    if (Result.isFailure(frame)) return this.#refuse(frame.failure);
    if (frame.success.op === "ping") return this.#send(pongFrame(frame.success.id));
    this.#queue(frame.success);
  }

  /** The socket has room again. */
  drain(): void {
    this.#drained?.();
  }

  /** The socket has gone. */
  close(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    for (const topic of this.#topics.keys()) this.#board.forget(topic, this);
    this.#topics.clear();
    this.#drained?.();
    this.#life.closed(this);
  }

  /** Sends an event that this client waited for beyond what it had seen, and goes live with it. */
  catchUp(topic: Topic, event: TopicEvent, seenSec: number): void {
    if (lastSeqOf(event) > seenSec) this.#send(this.#board.write(afterSeen(event, seenSec)));
    this.#socket?.subscribe(topic);
  }

  /** Tells a reader that does not read what it misses, and sends it away. */
  dropIfSlow(): void {
    const socket = this.#socket;
    if (socket === undefined || socket.getBufferedAmount() <= BACKLOG_BYTES_MAX) return;
    for (const topic of this.#topics.keys()) {
      socket.unsubscribe(topic);
      const seq = this.#board.nextSeq(topic);
      const gap = { kind: "gap", topic, fromSeq: seq, toSeq: seq, reason: "slow_reader" } as const;
      socket.send(this.#board.write(gap));
    }
    this.end(CLOSE_SLOW, "Reads too slowly");
  }

  /** Closes in order; a client that does not answer is cut. */
  end(code: number, reason: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    // Nothing more is told to it, and its end is not waited for.
    this.close();
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref();
  }

  #queue(frame: Exclude<ClientFrame, { op: "ping" }>): void {
    if (this.#waiting >= WAITING_MAX) {
      const error = "Cannot work on more messages of this connection at a time";
      const hint = "Wait for the answers to those before";
      return this.#refuse({ id: frame.id, error, hint, code: "rate_limited" });
    }
    this.#waiting++;
    this.#work = this.#work
      .then(() => frame.op === "subscribe" ? this.#subscribe(frame) : this.#unsubscribe(frame))
      .catch((error) => {
        this.#life.failed(error);
        const hint = "Connect again with since";
        this.#refuse({ id: frame.id, error: "Cannot work on it", hint, code: "internal" });
      })
      .finally(() => void this.#waiting--);
  }

  async #subscribe(
    { id, channel, topics, since }: Extract<ClientFrame, { topics: unknown }>,
  ): Promise<void> {
    if (new Set([...this.#topics.keys(), ...topics]).size > STREAM_LIMITS.topics) {
      const error = `Cannot follow more than ${STREAM_LIMITS.topics} topics on one connection`;
      return this.#refuse({ id, error, hint: "Unsubscribe from some, or connect once more" });
    }
    // What is followed already goes on as it is, unless it is wanted again from some point on.
    const begun = topics.filter((topic) => since !== undefined || !this.#topics.has(topic));
    const mark = Symbol("subscription");
    for (const topic of begun) {
      this.#leave(topic);
      this.#topics.set(topic, mark);
    }
    this.#send(topicsFrame("subscribed", { id, channel, topics }));
    this.#followFeeds(begun);
    for (const topic of begun) await this.#bring(topic, { since, mark });
  }

  #unsubscribe({ id, channel, topics }: Extract<ClientFrame, { topics: unknown }>): void {
    for (const topic of topics) {
      this.#leave(topic);
      this.#topics.delete(topic);
    }
    const followed = new Set([...this.#topics.keys()].map(providerOfTopic));
    for (const topic of topics) {
      const provider = providerOfTopic(topic);
      if (!followed.has(provider)) this.#socket?.unsubscribe(feedTopic(provider));
    }
    this.#send(topicsFrame("unsubscribed", { id, channel, topics }));
  }

  #leave(topic: Topic): void {
    this.#socket?.unsubscribe(topic);
    this.#board.forget(topic, this);
  }

  /** A state that is not told is healthy. */
  #followFeeds(topics: ReadonlyArray<Topic>): void {
    for (const provider of new Set(topics.map(providerOfTopic))) {
      this.#socket?.subscribe(feedTopic(provider));
      const state = this.#board.stream.stateOf(provider);
      if (state !== undefined && state.state !== "healthy") this.#send(this.#board.write(state));
    }
  }

  /**
   * Tells a topic up to now, then goes live: in the same turn in which nothing is left to tell, so
   * that nothing can come between.
   */
  async #bring(
    topic: Topic,
    { since, mark }: { readonly since: number | undefined; readonly mark: symbol },
  ): Promise<void> {
    const { stream } = this.#board;
    const isOver = () => this.#socket === undefined || this.#topics.get(topic) !== mark;
    if (isOver()) return;
    let seenSec = since ?? 0;
    if (since === undefined) {
      const { current, cursor } = stream.begin(topic);
      if (current !== undefined) this.#send(this.#board.write(current));
      seenSec = cursor;
    }
    while (since !== undefined && stream.headOf(topic) > seenSec) {
      const exit = await this.#board.run(stream.replay(topic, seenSec));
      if (isOver()) return;
      if (Exit.isFailure(exit)) throw new Error("a replay failed", { cause: exit.cause });
      for (const event of exit.value) {
        await this.#room();
        if (isOver()) return;
        this.#send(this.#board.write(event));
        seenSec = lastSeqOf(event);
      }
      if (exit.value.length === 0) seenSec = stream.headOf(topic);
    }
    // A client that comes from a replica which was a moment ahead has seen what is still to come.
    if (stream.headOf(topic) < seenSec) this.#board.await(topic, this, seenSec);
    else this.#socket?.subscribe(topic);
  }

  /** Resolves when the client has read most of what it was sent. */
  async #room(): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined || socket.getBufferedAmount() <= REPLAY_BYTES_AHEAD) return;
    await new Promise<void>((resolve) => (this.#drained = resolve));
    this.#drained = undefined;
    return this.#room();
  }

  #refuse(refused: Parameters<typeof errorFrame>[0]): void {
    this.#send(errorFrame(refused));
  }

  /** 0 says that Bun dropped the frame: what follows would follow a hole. */
  #send(text: string): void {
    if (this.#socket?.send(text) === 0) this.end(CLOSE_SLOW, "Reads too slowly");
  }
}

/** The provider that a topic's values come from. */
function providerOfTopic(topic: Topic): Provider {
  const [channel, , interval] = topic.split(":");
  return channel === "targets" ? providerOf(interval as Interval) : "oracle";
}
