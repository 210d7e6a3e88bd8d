/** Little WebSocket servers that misbehave, and a link that is pointed at one. @module */
import { createHash } from "node:crypto";
import { Effect, Fiber } from "effect";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import {
  type ReconnectingSocketOptions,
  runReconnectingSocket,
  type SocketLoss,
} from "../../../adapters/outbound/mod.ts";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { moveTime } from "./moved_time.ts";

/** What a server does with the connection of one attempt; attempts are counted from 0. */
export type Behaviour = (socket: Bun.ServerWebSocket<number>, text?: string) => void;

/** A server on a free port of this machine, until it is disposed of. */
export interface LinkServer extends Disposable {
  readonly url: string;
  /** Connections that were made and are not closed yet. */
  readonly openCount: () => number;
  /** The codes that connections were closed with, as the server saw it. */
  readonly closes: ReadonlyArray<number>;
}

/** Does the same for every message as for an opening, with the message's text. */
export function serve(
  behaviour: Behaviour,
  refuse?: (attempt: number) => Response | undefined,
): LinkServer {
  const closes: Array<number> = [];
  let attempts = 0;
  const server = Bun.serve<number>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) => {
      const attempt = attempts++;
      const refusal = refuse?.(attempt);
      if (refusal !== undefined) return refusal;
      return server.upgrade(request, { data: attempt }) ? undefined : new Response("no upgrade");
    },
    websocket: {
      open: (socket) => behaviour(socket),
      message: (socket, text) => behaviour(socket, String(text)),
      close: (_, code) => void closes.push(code),
    },
  });
  return {
    url: `ws://127.0.0.1:${server.port}`,
    openCount: () => server.pendingWebSockets,
    closes,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** An unmasked text frame that says "hi". */
const TEXT_FRAME = new Uint8Array([0x81, 2, ...new TextEncoder().encode("hi")]);

/** Shakes hands, then sends a message every 20 ms and reads nothing: so it answers no ping. */
export function serveDeaf(): LinkServer {
  const listener = Bun.listen<{ timer?: Timer }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => void (socket.data = {}),
      data: (socket, bytes) => {
        const key = /sec-websocket-key: (\S+)/i.exec(bytes.toString())?.[1];
        if (key === undefined) return;
        const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
        const accept = createHash("sha1").update(key + guid).digest("base64");
        socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
            `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
        socket.data.timer = setInterval(() => socket.write(TEXT_FRAME), 20);
      },
      close: (socket) => clearInterval(socket.data.timer),
      error: () => {},
    },
  });
  return stopping(listener);
}

/** Takes connections and never says a word. */
export function serveMute(): LinkServer {
  let open = 0;
  const socket = {
    open: () => void (open += 1),
    close: () => void (open -= 1),
    data: () => {},
    error: () => {},
  };
  return stopping(Bun.listen({ hostname: "127.0.0.1", port: 0, socket }), () => open);
}

function stopping(
  listener: { readonly port: number; readonly stop: (isNow: boolean) => void },
  openCount = () => NaN,
): LinkServer {
  const url = `ws://127.0.0.1:${listener.port}`;
  return { url, openCount, closes: [], [Symbol.dispose]: () => listener.stop(true) };
}

/** What a link told. */
export interface Told {
  readonly messages: Array<string>;
  readonly losses: Array<SocketLoss>;
  /** The attempts that the link asked a target for. */
  readonly attempts: Array<number>;
  /** The link's opening and failures as the watch heard them. */
  readonly calls: Array<boolean>;
  /** How much of the machine's time passed. */
  readonly tookMs: number;
}

/** Runs a link until `isDone`, on a machine whose time is moved, and gives what it told. */
export async function runUntil(
  isDone: (told: Told) => boolean,
  options: Partial<ReconnectingSocketOptions> & { readonly url: string },
): Promise<Told> {
  using time = moveTime();
  const told: Told = { messages: [], losses: [], attempts: [], calls: [], tookMs: 0 };
  const watch = Effect.map(ProviderWatch, (watch) => ({
    ...watch,
    record: (call: Parameters<typeof watch.record>[0]) => {
      told.calls.push(call.ok);
      return watch.record(call);
    },
  }));
  const link = runReconnectingSocket({
    provider: "test link",
    silenceMsMax: 5_000,
    target: (attempt) => {
      told.attempts.push(attempt);
      return Effect.succeed({ url: options.url });
    },
    message: (text) => told.messages.push(text) > 0,
    lost: (why) => void told.losses.push(why),
    ...options,
  });
  const fiber = Effect.runFork(link.pipe(
    Effect.provideServiceEffect(ProviderWatch, watch),
    Effect.provide(layerProviderWatch({ providers: [], off: [] })),
  ));
  const tookMs = await time.until(() => isDone(told));
  await Effect.runPromise(Fiber.interrupt(fiber));
  return { ...told, tookMs };
}
