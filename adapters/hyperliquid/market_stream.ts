/**
 * The socket with changes of the venue's listing, and with prices.
 *
 * @module
 */
import { Effect } from "effect";
import { runReconnectingSocket, type SocketLoss } from "../outbound/mod.ts";
import { CHANGES } from "./listing_state.ts";
import { readStreamFrame, type StreamNews } from "./stream_frame.ts";

/** The name of the socket in the log and on the status page. */
export const HYPERLIQUID_STREAM = "hyperliquid stream";

/** The venue closes a connection after 60 s without its own messages; it answers pings. */
const HEARTBEAT = { ping: '{"method":"ping"}', pong: '{"channel":"pong"}' };
const PING_EVERY_MS = 20_000;
/** Prices arrive at least every few seconds. */
const SILENCE_MS_MAX = 30_000;
const SUBSCRIPTIONS = [CHANGES, "allMids"];

/** The socket's origin and the callbacks. */
export interface MarketStreamOptions {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
  /** Returns whether the news was useful. */
  readonly receive: (news: StreamNews) => boolean;
  readonly lost: (why: SocketLoss) => void;
}

/** Runs until interrupted. */
export function runMarketStream({ wsUrl, receive, lost }: MarketStreamOptions) {
  return runReconnectingSocket({
    provider: HYPERLIQUID_STREAM,
    target: () => Effect.succeed({ url: `${wsUrl}/ws` }),
    opened: (send) => {
      for (const type of SUBSCRIPTIONS) {
        send(JSON.stringify({ method: "subscribe", subscription: { type } }));
      }
    },
    message: (text) => receive(readStreamFrame(text)),
    lost,
    heartbeat: HEARTBEAT,
    pingEveryMs: PING_EVERY_MS,
    silenceMsMax: SILENCE_MS_MAX,
  });
}
