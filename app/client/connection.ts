/**
 * One WebSocket, from the attempt to open it until it is of no more use.
 *
 * @module
 */
import type { Frame } from "./frame.ts";
import { parseFrame } from "./parse_frame.ts";
import type { Timing } from "./timing.ts";

/** Why a connection is of no more use. */
export interface ConnectionEnd {
  readonly reason: string;
  /** The service sent what it must not send, or could not do its work. */
  readonly isFault: boolean;
}

/** Who uses a connection. Nothing is called after `ended`, and that once. */
export interface ConnectionUser {
  readonly took: (frame: Frame) => void;
  readonly ended: (end: ConnectionEnd) => void;
}

/** A connection that opens itself, asks for signs of life and gives up when there are none. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #user: ConnectionUser;
  readonly #timing: Timing;
  #timer: ReturnType<typeof setTimeout>;
  #isOver = false;
  #heardMs = 0;
  #pingedMs = 0;
  /** When the first ping was sent after which nothing came. */
  #unansweredMs = 0;

  constructor(address: string, timing: Timing, user: ConnectionUser) {
    this.#user = user;
    this.#timing = timing;
    this.#socket = new WebSocket(address);
    this.#timer = setTimeout(
      () => this.fail(`Not connected within ${timing.connectTimeoutMs} ms`),
      timing.connectTimeoutMs,
    );
    this.#socket.addEventListener("message", ({ data }) => this.#hear(data));
    // The service answers a refusal over HTTP, which a browser does not show to anyone.
    this.#socket.addEventListener("error", (event) => {
      const { message = "" } = event as { readonly message?: string };
      this.fail(message === "" ? "Cannot connect, or refused" : `Cannot connect: ${message}`);
    });
    this.#socket.addEventListener("close", ({ code, reason }) => {
      this.fail(`Closed with ${code}${reason === "" ? "" : `: ${reason}`}`);
    });
  }

  /** Sends a text. What cannot be sent any more is lost with the connection. */
  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Ends the connection and tells its user why. */
  fail(reason: string, { isFault = false }: { readonly isFault?: boolean } = {}): void {
    if (this.#isOver) return;
    this.close();
    this.#user.ended({ reason, isFault });
  }

  /** Ends the connection without a word to its user. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  #hear(data: unknown): void {
    if (this.#isOver) return;
    const isFirst = this.#heardMs === 0;
    this.#heardMs = performance.now();
    if (isFirst) {
      clearTimeout(this.#timer);
      this.#pingedMs = this.#heardMs;
      this.#timer = setTimeout(() => this.#look(), this.#timing.pingMs);
    }
    const parsed = parseFrame(data);
    if (parsed.kind === "frame") this.#user.took(parsed.frame);
    if (parsed.kind === "malformed") this.fail(`Malformed frame: ${parsed.why}`, { isFault: true });
  }

  /**
   * Sends a ping when it is time, or gives up. Silence counts only when a ping went unanswered: a
   * browser's page in the background and a machine that slept have late timers.
   */
  #look(): void {
    const { pingMs, silenceMs } = this.#timing;
    const nowMs = performance.now();
    if (nowMs >= this.#deadlineMs()) return this.fail(`Nothing came for ${silenceMs} ms`);
    if (nowMs >= this.#pingedMs + pingMs) {
      if (this.#unansweredMs <= this.#heardMs) this.#unansweredMs = nowMs;
      this.#pingedMs = nowMs;
      this.send(`{"op":"ping"}`);
    }
    const nextMs = Math.min(this.#pingedMs + pingMs, this.#deadlineMs());
    this.#timer = setTimeout(() => this.#look(), Math.max(1, nextMs - nowMs));
  }

  #deadlineMs(): number {
    if (this.#unansweredMs <= this.#heardMs) return Infinity;
    const { pingMs, silenceMs } = this.#timing;
    return Math.max(this.#heardMs + silenceMs, this.#unansweredMs + silenceMs - pingMs);
  }
}
