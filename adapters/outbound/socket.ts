/**
 * One WebSocket connection to a provider, from the first packet to its end.
 *
 * @module
 */
import { Effect } from "effect";
import { type LivenessOptions, makeLiveness } from "./liveness.ts";

/** Text pings and pongs, for providers that require them. */
export interface Heartbeat {
  readonly ping: string;
  readonly pong: string;
}

/** The options of a connection. */
export interface SocketOptions extends LivenessOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: the protocol's own pings. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Called when the socket opens. `send` writes a text frame; `end` drops the connection. */
  readonly opened: (send: (text: string) => void, end: (reason: string) => void) => void;
  /** Returns whether the message was useful: a useless one does not end a silence. */
  readonly message: (text: string) => boolean;
}

/** How a connection ended, or that it never opened. */
export interface SocketEnd {
  readonly wasOpen: boolean;
  /** Whether useful data arrived. */
  readonly hadData: boolean;
  readonly reason: string;
  /** The HTTP status with which the provider refused the handshake. */
  readonly refusedStatus?: number;
  /** The provider's close code; 1006 if the connection broke without one. */
  readonly closeCode?: number;
}

type EndCodes = Pick<SocketEnd, "refusedStatus" | "closeCode">;

/** The maximum length of a frame, in characters; real frames are smaller. */
const FRAME_CHARS_MAX = 1024 * 1024;
const TICK_MS_MAX = 250;
/** How long the other side may take to answer a close before the socket is dropped. */
const CLOSE_MS_MAX = 1_000;

/** Connects, and runs until the connection ends. Interruption closes it. Never fails. */
export function runSocket(options: SocketOptions): Effect.Effect<SocketEnd> {
  return Effect.callback<SocketEnd>((resume) => {
    const close = connect(options, (end) => resume(Effect.succeed(end)));
    return Effect.sync(close);
  });
}

/**
 * Calls `done` at most once, and no callback after that. Returns a function that closes the
 * connection.
 */
function connect(options: SocketOptions, done: (end: SocketEnd) => void): () => void {
  let [wasOpen, hadData, isOver] = [false, false, false];
  const liveness = makeLiveness(options);
  const tickMs = Math.min(TICK_MS_MAX, options.silenceMsMax / 4, options.connectMsMax / 4);
  const made = makeSocket(options);
  if (typeof made === "string") {
    done({ wasOpen, hadData, reason: made });
    return () => {};
  }
  const socket = made;
  const ticking = setInterval(() => {
    const verdict = liveness.tick(tickMs);
    if (verdict === "ping") ping();
    else if (verdict !== "wait") end(verdict.giveUp);
  }, tickMs);

  socket.binaryType = "nodebuffer";
  socket.addEventListener("open", () => {
    if (isOver) return;
    wasOpen = true;
    liveness.opened();
    guarded(() =>
      options.opened((text) => {
        if (!isOver && socket.readyState === WebSocket.OPEN) socket.send(text);
      }, (reason) => end(reason))
    );
  });
  socket.addEventListener("message", ({ data }) => {
    if (isOver) return;
    // Providers send the same text in text and binary frames.
    const text = String(data);
    if (text.length > FRAME_CHARS_MAX) {
      return end(`the provider sent a frame of ${text.length} characters`);
    }
    if (text === options.heartbeat?.pong) liveness.ponged();
    guarded(() => {
      if (!options.message(text)) return;
      hadData = true;
      liveness.received();
    });
  });
  socket.addEventListener("pong", liveness.ponged);
  socket.addEventListener("error", ({ message }) => end(...reasonOf(message)));
  socket.addEventListener(
    "close",
    ({ code, reason }) => end(`the provider closed with ${code} ${reason}`, { closeCode: code }),
  );
  return () => {
    if (markOver()) return;
    socket.close(1000);
    setTimeout(() => socket.terminate(), CLOSE_MS_MAX).unref();
  };

  function ping(): void {
    if (options.heartbeat === undefined) return socket.ping();
    if (socket.readyState === WebSocket.OPEN) socket.send(options.heartbeat.ping);
  }

  /** Marks the connection as over. Returns whether it already was. */
  function markOver(): boolean {
    const was = isOver;
    isOver = true;
    clearInterval(ticking);
    return was;
  }

  function end(reason: string, codes: EndCodes = {}): void {
    if (markOver()) return;
    socket.terminate();
    done({ wasOpen, hadData, reason: reason.trim(), ...codes });
  }

  /** An exception in a callback must not reach the runtime, which would end the process. */
  function guarded(callback: () => void): void {
    try {
      callback();
    } catch (cause) {
      end(`a callback failed on a message: ${cause}`);
    }
  }
}

/** Returns the socket, or why it cannot be created. */
function makeSocket({ url, headers }: SocketOptions): WebSocket | string {
  try {
    return new WebSocket(url, { headers: { ...headers }, perMessageDeflate: false });
  } catch (cause) {
    return String(cause);
  }
}

/** The runtime reports a refused handshake only as text. */
function reasonOf(message: string): [reason: string, codes: EndCodes] {
  const reason = `${message}`.replace(/^.* failed: /, "");
  const status = /status code: (\d{3})$/.exec(reason)?.[1];
  return [reason, status === undefined ? {} : { refusedStatus: Number(status) }];
}
