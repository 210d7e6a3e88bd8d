/**
 * One socket of the door: what is the same for both kinds.
 *
 * @module
 */
import { Effect, Queue } from "effect";
import { BACKLOG_BYTES_MAX, MessageBudget } from "../stream/stream_limits.ts";
import { CLOSE_POLICY, CLOSE_SLOW, endSocket, type StreamSocket } from "../stream/stream_socket.ts";
import { PING, PONG } from "./subscription.ts";

/** What a conversation has of its client: messages to take, and a way to answer. */
export interface DoorClient {
  /** Takes what comes next: a message, or undefined where `wake` was called. */
  readonly next: Effect.Effect<string | undefined>;
  /** Has `next` end soon, if it waits. Called synchronously, however often. */
  readonly wake: () => void;
  readonly send: (frame: string) => void;
  /** Closes the socket as one whose client broke a rule. */
  readonly refuse: (reason: string) => void;
}

/** Talks with a client until it is interrupted. */
export type Conversation<R> = (client: DoorClient) => Effect.Effect<never, never, R>;

/** What a socket tells of its life. */
export interface DoorSocketParts<R> {
  readonly stopwatchMs: () => number;
  /** Runs a conversation, and returns what ends it. */
  readonly begin: (conversation: Effect.Effect<never, never, R>) => () => void;
  readonly opened: (socket: DoorSocket<R>) => void;
  /** Called with each message that asks for something. */
  readonly asked?: (() => void) | undefined;
  readonly closed: (socket: DoorSocket<R>) => void;
}

/** As many messages wait as a client may send at once. */
const WAITING_MAX = 64;

/** A socket. Bun calls these methods by name: the object is the socket's data. */
export class DoorSocket<R> {
  readonly #talk: Conversation<R>;
  readonly #parts: DoorSocketParts<R>;
  readonly #messages = new MessageBudget();
  readonly #waiting = Effect.runSync(Queue.dropping<string | undefined>(WAITING_MAX));
  #isWoken = false;
  #socket: StreamSocket | undefined;
  #end: (() => void) | undefined;

  constructor(talk: Conversation<R>, parts: DoorSocketParts<R>) {
    this.#talk = talk;
    this.#parts = parts;
  }

  open(socket: StreamSocket): void {
    this.#socket = socket;
    this.#parts.opened(this);
    this.#end = this.#parts.begin(this.#talk({
      next: Effect.tap(Queue.take(this.#waiting), (message) =>
        Effect.sync(() => {
          if (message === undefined) this.#isWoken = false;
        })),
      wake: () => {
        if (this.#isWoken) return;
        this.#isWoken = Queue.offerUnsafe(this.#waiting, undefined);
      },
      send: (frame) => this.#send(frame),
      refuse: (reason) => this.end(CLOSE_POLICY, reason),
    }));
  }

  message(_: unknown, message: string | Uint8Array): void {
    if (this.#socket === undefined) return;
    const isTaken = this.#messages.spend(this.#parts.stopwatchMs());
    if (!isTaken) return this.end(CLOSE_POLICY, "Sends too many messages");
    if (message === PING) return this.#send(PONG);
    this.#parts.asked?.();
    const text = typeof message === "string" ? message : "";
    if (!Queue.offerUnsafe(this.#waiting, text)) this.end(CLOSE_POLICY, "Sends too many messages");
  }

  drain(): void {}

  close(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    this.#end?.();
    this.#parts.closed(this);
  }

  /** Closes the socket; a client that does not complete that is cut off. */
  end(code: number, reason: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    this.close();
    endSocket(socket, { code, reason });
  }

  #send(frame: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const isLost = socket.send(frame) === 0 || socket.getBufferedAmount() > BACKLOG_BYTES_MAX;
    if (isLost) this.end(CLOSE_SLOW, "Reads too slowly");
  }
}
