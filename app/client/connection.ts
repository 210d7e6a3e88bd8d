/**
 * One WebSocket connection, from the attempt to open it until it ends.
 *
 * @module
 */
import type { Frame } from "./frame.ts";
import { parseFrame } from "./parse_frame.ts";
import { checkLiveness, type Liveness, received } from "./liveness.ts";
import type { Timing } from "./timing.ts";

/** The reason why a connection ended. */
export interface ConnectionEnd {
  readonly reason: string;
  /** Whether the service violated the protocol or failed. */
  readonly isFault: boolean;
}

/** The callbacks of a connection. `onEnd` is called at most once, and nothing after it. */
export interface ConnectionHandler {
  readonly onFrame: (frame: Frame) => void;
  readonly onEnd: (end: ConnectionEnd) => void;
}

/**
 * A connection that opens on construction, sends pings, and ends itself when the service is silent.
 */
export class Connection {
  readonly #socket: WebSocket;
  readonly #handler: ConnectionHandler;
  readonly #timing: Timing;
  #timer: ReturnType<typeof setTimeout>;
  #isOver = false;
  #liveness: Liveness = { receivedMs: 0, lastPingMs: 0, unansweredPingMs: undefined };
  #hasHello = false;

  constructor(address: string, timing: Timing, handler: ConnectionHandler) {
    this.#handler = handler;
    this.#timing = timing;
    this.#socket = new WebSocket(address);
    this.#timer = setTimeout(
      () => this.fail(`Not connected within ${timing.connectTimeoutMs} ms`),
      timing.connectTimeoutMs,
    );
    this.#socket.addEventListener("message", ({ data }) => this.#receive(data));
    // The service refuses with an HTTP response, which browsers hide from the page.
    this.#socket.addEventListener("error", (event) => {
      const { message = "" } = event as { readonly message?: string };
      const what = this.#hasHello ? "The connection broke" : "Cannot connect, or was refused";
      this.fail(message === "" ? what : `${what}: ${message}`);
    });
    this.#socket.addEventListener("close", ({ code, reason }) => {
      this.fail(`Closed with ${code}${reason === "" ? "" : `: ${reason}`}`);
    });
  }

  /** Sends a text frame. Drops it if the socket is not open: the next connection asks again. */
  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Ends the connection and calls `onEnd` with the reason. */
  fail(reason: string, { isFault = false }: { readonly isFault?: boolean } = {}): void {
    if (this.#isOver) return;
    this.close();
    this.#handler.onEnd({ reason, isFault });
  }

  /** Ends the connection without calling `onEnd`. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  #receive(data: unknown): void {
    if (this.#isOver) return;
    const nowMs = performance.now();
    this.#liveness = received(this.#liveness, nowMs);
    if (!this.#hasHello) {
      this.#hasHello = true;
      this.#liveness = { ...this.#liveness, lastPingMs: nowMs };
      clearTimeout(this.#timer);
      this.#checkLiveness();
    }
    const parsed = parseFrame(data);
    if (parsed.kind === "frame") this.#handler.onFrame(parsed.frame);
    if (parsed.kind === "malformed") this.fail(`Malformed: ${parsed.why}`, { isFault: true });
  }

  #checkLiveness(): void {
    const nowMs = performance.now();
    const { action, liveness, nextMs } = checkLiveness(this.#liveness, nowMs, this.#timing);
    if (action === "give_up") return this.fail(`Nothing received for ${this.#timing.silenceMs} ms`);
    this.#liveness = liveness;
    if (action === "ping") this.send(`{"op":"ping"}`);
    this.#timer = setTimeout(() => this.#checkLiveness(), Math.max(1, nextMs - nowMs));
  }
}
