/**
 * One client of the stream: what it subscribed to, and how far each topic has been told to it.
 *
 * @module
 */
import { Exit, Result } from "effect";
import { lastSeqOf, type Topic, type TopicEvent } from "../../../core/stream/mod.ts";
import { codeOf, type Refusal } from "../refusal.ts";
import { type FrameId, type TopicsFrame } from "./client_frame.ts";
import { readClientMessage } from "./client_message.ts";
import { type Board, feedTopic, providersOf, type Waiter } from "./board.ts";
import { HeldCorrections } from "./held_corrections.ts";
import { KeyGate } from "./key_gate.ts";
import { refuseGames } from "./refuse_games.ts";
import { errorFrame, helloFrame, pongFrame, topicsFrame } from "./server_frame.ts";
import { BACKLOG_BYTES_MAX, STREAM_LIMITS } from "./stream_limits.ts";
import { CLOSE_SLOW, endSocket, type StreamSocket } from "./stream_socket.ts";

/** A replay waits while so much of it is unread, so that it never looks like a slow reader. */
const REPLAY_BYTES_AHEAD = BACKLOG_BYTES_MAX / 4;
/** Events of a replay that are sent before others have their turn: below a millisecond of work. */
const PIECE_EVENTS = 64;

/** Who keeps the connections. Each is told once. */
export interface ConnectionLife {
  readonly opened: (connection: StreamConnection) => void;
  readonly closed: (connection: StreamConnection) => void;
  /** Something went wrong that nobody foresaw. */
  readonly failed: (cause: unknown) => void;
}

/** What a client wants of a topic: all of it after `since`, or from the value of now on. */
interface Wish {
  readonly id: FrameId | undefined;
  readonly since: number | undefined;
}

/** Bun's server calls these by name: the object is the socket's data. */
export class StreamConnection implements Waiter {
  readonly #board: Board;
  readonly #life: ConnectionLife;
  readonly #gate: KeyGate;
  /** What is wanted of each topic: a later wish makes an earlier one stop. */
  readonly #topics = new Map<Topic, Wish>();
  /** Topics that are being replayed, each once however often that is asked for. */
  readonly #replaying = new Set<Topic>();
  /** Corrections that came during a replay, which may have told the price before. */
  readonly #corrections = new HeldCorrections();
  #socket: StreamSocket | undefined;
  /** Replays that wait for room. */
  #waiting: Array<() => void> = [];

  constructor(board: Board, life: ConnectionLife) {
    this.#board = board;
    this.#life = life;
    this.#gate = new KeyGate(board.checkKey, board.nowMs);
  }

  /** The handshake is done. */
  open(socket: StreamSocket): void {
    this.#socket = socket;
    this.#life.opened(this);
    this.#send(helloFrame(this.#board.nowMs()));
  }

  /** A frame came. Whatever it is, it is answered and the connection lives on. */
  message(_: unknown, message: string | Uint8Array): void {
    // What was sent before the client knew that the connection ends.
    if (this.#socket === undefined) return;
    const read = readClientMessage(message, this.#board.nowMs());
    if (Result.isFailure(read)) return this.#refuse(read.failure);
    const frame = read.success;
    if (frame.op === "ping") this.#send(pongFrame(frame.id));
    else if (frame.channel === "games") this.#atGate(frame);
    else if (frame.op === "subscribe") this.#subscribe(frame);
    else this.#unsubscribe(frame);
  }

  /** The socket has room again. */
  drain(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** The socket has gone. */
  close(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    for (const topic of this.#topics.keys()) this.#board.forget(topic, this);
    this.#topics.clear();
    this.#gate.close();
    this.drain();
    this.#life.closed(this);
  }

  /** Sends an event that this client waited for beyond what it had seen, and goes live with it. */
  catchUp(topic: Topic, event: TopicEvent, seenSec: number): void {
    if (lastSeqOf(event) > seenSec) {
      this.#send(this.#board.write(this.#board.afterSeen(event, seenSec)));
    }
    this.#socket?.subscribe(topic);
  }

  /** Holds a correction until the replay is over; who only waits is told at once. */
  corrected(topic: Topic, event: TopicEvent): void {
    if (!this.#replaying.has(topic)) return this.#send(this.#board.write(event));
    this.#corrections.hold(topic, event);
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
    // Nothing more is told to it.
    this.close();
    endSocket(socket, code, reason);
  }

  /** Games are for holders of a key. What is given up is given up in its turn. */
  #atGate(frame: TopicsFrame): void {
    const refused = (refusal: Refusal) => this.#turnAway(frame.id, refusal);
    if (frame.op === "unsubscribe") {
      return this.#gate.leave({ admitted: () => this.#unsubscribe(frame), refused });
    }
    this.#gate.enter(frame.key, { admitted: () => this.#subscribe(frame), refused });
  }

  #turnAway(id: FrameId | undefined, refusal: Refusal): void {
    const { error, hint, why } = refusal;
    if (why !== undefined) this.#life.failed(new Error(error, { cause: why }));
    this.#refuse({ id, error, hint, code: codeOf(refusal) });
  }

  #subscribe({ id, channel, topics, since }: TopicsFrame): void {
    const seq = channel === "games" ? this.#board.stream.gamesHead() : undefined;
    const refusal = channel === "games" ? refuseGames(since, seq) : undefined;
    if (refusal !== undefined) return this.#turnAway(id, refusal);
    if (new Set([...this.#topics.keys(), ...topics]).size > STREAM_LIMITS.topics) {
      const error = `Cannot follow more than ${STREAM_LIMITS.topics} topics on one connection`;
      return this.#refuse({ id, error, hint: "Unsubscribe from some, or connect once more" });
    }
    // What is followed already goes on as it is, unless it is wanted again from some point on.
    const begun = topics.filter((topic) => since !== undefined || !this.#topics.has(topic));
    for (const topic of begun) {
      this.#leave(topic);
      this.#topics.set(topic, { id, since });
    }
    this.#send(topicsFrame("subscribed", { id, channel, topics, seq }));
    this.#followFeeds(begun);
    // Each by itself: what is slow to be had of one topic holds up no other.
    for (const topic of begun) {
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
    this.#board.forget(topic, this);
  }

  /** A state that is not told is healthy. */
  #followFeeds(topics: ReadonlyArray<Topic>): void {
    for (const provider of providersOf(topics)) {
      this.#socket?.subscribe(feedTopic(provider));
      const state = this.#board.stream.stateOf(provider);
      if (state !== undefined && state.state !== "healthy") this.#send(this.#board.write(state));
    }
  }

  /** Tells the value of now, then goes live. */
  #join(topic: Topic): void {
    const { current, cursor } = this.#board.stream.begin(topic);
    if (current !== undefined) this.#send(this.#board.write(current));
    this.#goLive(topic, cursor);
  }

  /** Replays a topic as it is wanted, and once more if meanwhile it is wanted otherwise. */
  async #replay(topic: Topic): Promise<void> {
    if (this.#replaying.has(topic)) return;
    this.#replaying.add(topic);
    const isOver = this.#board.replaying(topic, this);
    let done: Wish | undefined;
    for (;;) {
      const wish = this.#topics.get(topic);
      if (wish?.since === undefined || wish === done) break;
      await this.#replayAfter(wish.since, { topic, wish }).catch((error) =>
        this.#fail(topic, error)
      );
      done = wish;
    }
    this.#replaying.delete(topic);
    this.#corrections.take(topic);
    isOver();
  }

  /**
   * Tells a topic up to now, then goes live: in the same turn in which nothing is left to tell, so
   * that nothing can come between.
   */
  async #replayAfter(
    since: number,
    { topic, wish }: { readonly topic: Topic; readonly wish: Wish },
  ): Promise<void> {
    const { stream } = this.#board;
    const isOver = () => this.#topics.get(topic) !== wish;
    let seenSec = since;
    while (stream.headOf(topic) > seenSec) {
      await this.#board.turn();
      if (isOver()) return;
      const exit = await this.#board.run(stream.replay(topic, seenSec));
      if (isOver()) return;
      if (Exit.isFailure(exit)) throw new Error("a replay failed", { cause: exit.cause });
      for (const [index, event] of exit.value.entries()) {
        if (index % PIECE_EVENTS === 0) await this.#board.turn();
        await this.#room();
        if (isOver()) return;
        this.#send(this.#board.write(event));
        seenSec = lastSeqOf(event);
      }
      if (exit.value.length === 0) seenSec = stream.headOf(topic);
    }
    for (const event of this.#corrections.take(topic)) {
      if (lastSeqOf(event) <= seenSec) this.#send(this.#board.write(event));
    }
    this.#goLive(topic, seenSec);
  }

  /**
   * A client that comes from a replica which was a moment ahead has seen what is still to come; and
   * so has one that is told that nothing comes of what has no feed.
   */
  #goLive(topic: Topic, toldSec: number): void {
    if (this.#socket === undefined) return;
    const seenSec = this.#board.stream.hasFeed(topic) ? toldSec : this.#lack(topic, toldSec);
    if (this.#board.stream.headOf(topic) < seenSec) this.#board.await(topic, this, seenSec);
    else this.#socket.subscribe(topic);
  }

  /** Tells that nothing comes of a topic up to now, and gives the last second told of. */
  #lack(topic: Topic, toldSec: number): number {
    const toSeq = Math.max(toldSec + 1, Math.floor(this.#board.nowMs() / 1000));
    const fromSeq = toldSec + 1;
    this.#send(this.#board.write({ kind: "gap", topic, fromSeq, toSeq, reason: "no_feed" }));
    return toSeq;
  }

  /** The topic is not followed any more, so that it can be asked for again. */
  #fail(topic: Topic, cause: unknown): void {
    const id = this.#topics.get(topic)?.id;
    this.#topics.delete(topic);
    this.#life.failed(cause);
    const hint = "Connect again with since";
    this.#refuse({ id, error: `Cannot go on with ${topic}`, hint, code: "internal" });
  }

  /** Resolves when the client has read most of what it was sent. */
  async #room(): Promise<void> {
    while ((this.#socket?.getBufferedAmount() ?? 0) > REPLAY_BYTES_AHEAD) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #refuse(refused: Parameters<typeof errorFrame>[0]): void {
    this.#send(errorFrame(refused));
  }

  /** 0 says that Bun dropped the frame: what follows would follow a hole. */
  #send(text: string): void {
    if (this.#socket?.send(text) === 0) this.end(CLOSE_SLOW, "Reads too slowly");
  }
}
