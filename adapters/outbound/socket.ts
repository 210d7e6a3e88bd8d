/**
 * One WebSocket connection to a provider, from the first packet to its end.
 *
 * @module
 */
import { Effect } from "effect";
import { makeVigil, type VigilOptions } from "./vigil.ts";

/** Pings and their answers as texts, for providers that want them so. */
export interface Heartbeat {
  readonly ping: string;
  readonly pong: string;
}

/** What to connect to, and whom to tell. */
export interface SocketOptions extends VigilOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: the protocol's own pings. */
  readonly heartbeat?: Heartbeat | undefined;
  /** `send` writes a text frame, `end` gives the connection up and says why. */
  readonly opened: (send: (text: string) => void, end: (reason: string) => void) => void;
  /** Says whether it was of use: what is of none breaks no silence. */
  readonly message: (text: string) => boolean;
}

/** How a connection ended, or that it was never made. */
export interface SocketEnd {
  readonly wasOpen: boolean;
  /** Whether anything of use came. */
  readonly hadData: boolean;
  readonly reason: string;
  /** The HTTP status that the provider refused the handshake with. */
  readonly refusedStatus?: number;
  /** The code that the provider closed with; 1006 where the connection broke without one. */
  readonly closeCode?: number;
}

type EndCodes = Pick<SocketEnd, "refusedStatus" | "closeCode">;

/** No frame of a provider is larger; one that is, is not for us. In characters. */
const FRAME_CHARS_MAX = 1024 * 1024;
const TICK_MS_MAX = 250;
/** How long the other side may take to answer a close before the socket is simply dropped. */
const CLOSE_MS_MAX = 1_000;

/** Connects, and runs until the connection is gone. Interruption closes it. Never fails. */
export function runSocket(options: SocketOptions): Effect.Effect<SocketEnd> {
  return Effect.callback<SocketEnd>((resume) => {
    const close = connect(options, (end) => resume(Effect.succeed(end)));
    return Effect.sync(close);
  });
}

/** Tells `done` once at most, and nobody anything after that. Gives what closes the connection. */
function connect(options: SocketOptions, done: (end: SocketEnd) => void): () => void {
  let [wasOpen, hadData, isOver] = [false, false, false];
  const vigil = makeVigil(options);
  const tickMs = Math.min(TICK_MS_MAX, options.silenceMsMax / 4, options.connectMsMax / 4);
  const made = makeSocket(options);
  if (typeof made === "string") {
    done({ wasOpen, hadData, reason: made });
    return () => {};
  }
  const socket = made;
  const ticking = setInterval(() => {
    const verdict = vigil.tick(tickMs);
    if (verdict === "ping") ping();
    else if (verdict !== "wait") end(verdict.giveUp);
  }, tickMs);

  socket.binaryType = "nodebuffer";
  socket.addEventListener("open", () => {
    if (isOver) return;
    wasOpen = true;
    vigil.opened();
    guarded(() =>
      options.opened((text) => {
        if (!isOver && socket.readyState === WebSocket.OPEN) socket.send(text);
      }, (reason) => end(reason))
    );
  });
  socket.addEventListener("message", ({ data }) => {
    if (isOver) return;
    // Providers send the same text in frames of either kind.
    const text = String(data);
    if (text.length > FRAME_CHARS_MAX) return end(`it sent a frame of ${text.length} characters`);
    if (text === options.heartbeat?.pong) vigil.ponged();
    guarded(() => {
      if (!options.message(text)) return;
      hadData = true;
      vigil.heard();
    });
  });
  socket.addEventListener("pong", vigil.ponged);
  socket.addEventListener("error", ({ message }) => end(...reasonOf(message)));
  socket.addEventListener(
    "close",
    ({ code, reason }) => end(`it closed with ${code} ${reason}`, { closeCode: code }),
  );
  return () => {
    if (over()) return;
    socket.close(1000);
    setTimeout(() => socket.terminate(), CLOSE_MS_MAX).unref();
  };

  function ping(): void {
    if (options.heartbeat === undefined) return socket.ping();
    if (socket.readyState === WebSocket.OPEN) socket.send(options.heartbeat.ping);
  }

  /** Whether it was over before. */
  function over(): boolean {
    const was = isOver;
    isOver = true;
    clearInterval(ticking);
    return was;
  }

  function end(reason: string, codes: EndCodes = {}): void {
    if (over()) return;
    socket.terminate();
    done({ wasOpen, hadData, reason: reason.trim(), ...codes });
  }

  /** What a listener throws must not reach the runtime, which would end the process. */
  function guarded(tell: () => void): void {
    try {
      tell();
    } catch (cause) {
      end(`what it sent broke its reader: ${cause}`);
    }
  }
}

/** The socket, or why there cannot be one. */
function makeSocket({ url, headers }: SocketOptions): WebSocket | string {
  try {
    return new WebSocket(url, { headers: { ...headers }, perMessageDeflate: false });
  } catch (cause) {
    return String(cause);
  }
}

/** The runtime tells of a refused handshake in words alone. */
function reasonOf(message: string): [reason: string, codes: EndCodes] {
  const reason = `${message}`.replace(/^.* failed: /, "");
  const status = /status code: (\d{3})$/.exec(reason)?.[1];
  return [reason, status === undefined ? {} : { refusedStatus: Number(status) }];
}
