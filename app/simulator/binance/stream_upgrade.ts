/**
 * The entry to the streams: which address opens which streams, and which handshakes are refused.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { makeSlidingWindow } from "../kit/rate_limit.ts";
import { type SimulatedProvider } from "../kit/simulator.ts";
import { type Exchange } from "./endpoint.ts";
import { failed, tooManyConnections } from "./failure.ts";
import { makeStreamPump, type StreamSource } from "./stream_pump.ts";
import { makeStreamConversation } from "./stream_conversation.ts";
import { makeTradeSource } from "./trade_stream.ts";

/**
 * Spot has a second host for public data. Futures moved trades to `/market` on 2026-04-23.
 */
export const STREAM_PATHS: Readonly<Record<ExchangeMarket, ReadonlyArray<string>>> = {
  spot: ["/stream", "/mirror/stream"],
  futures: ["/market/stream"],
};

/** Streams per connection. */
const STREAMS_MAX = 1_024;
/** New connections per client address in five minutes of the clock. */
const CONNECTIONS_MAX = 300;
const CONNECTIONS_MS = 300_000;

/** Makes the entry to the streams of one market, which are named in `?streams=<name>/<name>`. */
export function makeStreamUpgrade(exchange: Exchange): NonNullable<SimulatedProvider["upgrade"]> {
  const { market, clock } = exchange;
  const pump = makeStreamPump({ clock, find: (name) => findStream(exchange, name) });
  const limit = makeSlidingWindow(CONNECTIONS_MAX, CONNECTIONS_MS);
  return ({ path, query, client }) => {
    if (!STREAM_PATHS[market].includes(path)) return undefined;
    const waitMs = limit.take(`${path} ${client}`, clock.nowMs());
    if (waitMs !== undefined) return tooManyConnections(Math.ceil(waitMs / 1000));
    const names = new Set((query.get("streams") ?? "").split("/").filter((name) => name !== ""));
    if (names.size > STREAMS_MAX) return failed(400, 4, "Too many subscriptions");
    return (socket) => makeStreamConversation(socket, [...names], { market, clock, pump });
  };
}

/** Returns the source of `btcusdt@aggTrade`, with the symbol in lower case. */
function findStream({ clock, symbols }: Exchange, name: string): StreamSource | undefined {
  const [, symbol = ""] = /^([a-z0-9]+)@aggTrade$/.exec(name) ?? [];
  const listed = symbols.get(symbol.toUpperCase());
  return listed && makeTradeSource(listed, clock.speed);
}
