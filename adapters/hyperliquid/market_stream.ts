/**
 * The socket that tells what changes in the venue's list, and its prices.
 *
 * @module
 */
import { Effect } from "effect";
import { type LinkLoss, runLink } from "../outbound/mod.ts";
import { CHANGES } from "./market_desk.ts";
import { readStreamFrame, type StreamNews } from "./stream_frame.ts";

/** The name of the socket in the log and on the status page. */
export const HYPERLIQUID_STREAM = "hyperliquid stream";

/** The venue closes a connection on which it had nothing to say for 60 s; it answers pings. */
const HEARTBEAT = { ping: '{"method":"ping"}', pong: '{"channel":"pong"}' };
const PING_EVERY_MS = 20_000;
/** Prices come every few seconds at most. */
const SILENCE_MS_MAX = 30_000;
const SUBSCRIPTIONS = [CHANGES, "allMids"];

/** Where the socket is, and whom to tell. */
export interface MarketStreamOptions {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
  /** Says whether it was of use. */
  readonly hear: (news: StreamNews) => boolean;
  readonly lost: (why: LinkLoss) => void;
}

/** Runs until it is interrupted. */
export function runMarketStream({ wsUrl, hear, lost }: MarketStreamOptions) {
  return runLink({
    provider: HYPERLIQUID_STREAM,
    target: () => Effect.succeed({ url: `${wsUrl}/ws` }),
    opened: (send) => {
      for (const type of SUBSCRIPTIONS) {
        send(JSON.stringify({ method: "subscribe", subscription: { type } }));
      }
    },
    message: (text) => hear(readStreamFrame(text)),
    lost,
    heartbeat: HEARTBEAT,
    pingEveryMs: PING_EVERY_MS,
    silenceMsMax: SILENCE_MS_MAX,
  });
}
