/**
 * One WebSocket, from the attempt to open it until it is of no more use.
 *
 * @module
 */
import type { Frame } from "./frame.ts";
import { parseFrame } from "./parse_frame.ts";
import { heard, look, type Pulse } from "./pulse.ts";
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
  #pulse: Pulse = { heardMs: 0, pingedMs: 0, waitingMs: undefined };
  #isGreeted = false;

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
      const what = this.#isGreeted ? "The connection broke" : "Cannot connect, or refused";
      this.fail(message === "" ? what : `${what}: ${message}`);
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
    const nowMs = performance.now();
    this.#pulse = heard(this.#pulse, nowMs);
    if (!this.#isGreeted) {
      this.#isGreeted = true;
      this.#pulse = { ...this.#pulse, pingedMs: nowMs };
      clearTimeout(this.#timer);
      this.#look();
    }
    const parsed = parseFrame(data);
    if (parsed.kind === "frame") this.#user.took(parsed.frame);
    if (parsed.kind === "malformed") this.fail(`Malformed: ${parsed.why}`, { isFault: true });
  }

  #look(): void {
    const nowMs = performance.now();
    const { todo, pulse, nextMs } = look(this.#pulse, nowMs, this.#timing);
    if (todo === "give_up") return this.fail(`Nothing came for ${this.#timing.silenceMs} ms`);
    this.#pulse = pulse;
    if (todo === "ping") this.send(`{"op":"ping"}`);
    this.#timer = setTimeout(() => this.#look(), Math.max(1, nextMs - nowMs));
  }
}
