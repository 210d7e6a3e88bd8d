/**
 * The entry to the streams: which address opens which streams, and which handshakes are refused.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type Answer } from "../kit/answer.ts";
import { makeSlidingWindow } from "../kit/rate_limit.ts";
import {
  type SimulatorRequest,
  type SimulatorSocket,
  type SocketSession,
  trackSession,
} from "../kit/simulator.ts";
import { type Exchange } from "./endpoint.ts";
import { failed, tooManyConnections } from "./failure.ts";
import { findStream } from "./stream_name.ts";
import { makeStreamPump } from "./stream_pump.ts";
import {
  makeStreamSession,
  type StreamRequest,
  STREAMS_MAX,
  type StreamSession,
} from "./stream_session.ts";

/** The streams of one simulator. */
export interface StreamUpgrade {
  /** The open sockets. */
  readonly sessions: ReadonlySet<StreamSession>;
  /** Returns undefined for a path without streams, and an answer to refuse the handshake. */
  open(
    request: SimulatorRequest,
  ): Answer | ((socket: SimulatorSocket) => SocketSession) | undefined;
}

/**
 * The prefixes of `/ws` and `/stream`, each with streams or with a socket that acknowledges and
 * sends no events.
 *
 * Spot has a second host for public data. Futures moved trades and candles to `/market` on
 * 2026-04-23; the old addresses, and the one for order books, still open and acknowledge.
 */
const ROUTES: Readonly<Record<ExchangeMarket, ReadonlyMap<string, "streams" | "quiet">>> = {
  spot: new Map([["", "streams"], ["/mirror", "streams"]]),
  futures: new Map([["", "quiet"], ["/public", "quiet"], ["/market", "streams"]]),
};

/** New connections per client address in five minutes of the clock. */
const CONNECTIONS_MAX = 300;
const CONNECTIONS_MS = 300_000;

/** Makes the entry to the streams of one market. */
export function makeStreamUpgrade(exchange: Exchange): StreamUpgrade {
  const { market, clock } = exchange;
  const pump = makeStreamPump({ clock, find: (name) => findStream(exchange, name) });
  const sessions = new Set<StreamSession>();
  const limit = makeSlidingWindow(CONNECTIONS_MAX, CONNECTIONS_MS);
  return {
    sessions,
    open(request) {
      const { route, streams } = readAddress(request, market) ?? {};
      if (route === undefined || streams === undefined) return undefined;
      const waitMs = limit.take(`${route} ${request.client}`, clock.nowMs());
      if (waitMs !== undefined) return tooManyConnections(Math.ceil(waitMs / 1000));
      if (streams.names.length > STREAMS_MAX) return failed(400, 4, "Too many subscriptions");
      return (socket) =>
        trackSession(sessions, makeStreamSession(socket, streams, { market, clock, pump }));
    },
  };
}

/** Parses `/ws/<name>/<name>` and `/stream?streams=<name>/<name>`; names may be missing. */
function readAddress(
  { path, query }: SimulatorRequest,
  market: ExchangeMarket,
): { readonly route: string; readonly streams: StreamRequest } | undefined {
  const [, route = "", raw, combined] =
    /^((?:\/[a-z]+)??)(?:\/ws((?:\/.*)?)|(\/stream)\/?)$/.exec(path) ?? [];
  const kind = ROUTES[market].get(route);
  if (kind === undefined || (raw ?? combined) === undefined) return undefined;
  const text = raw === undefined ? query.get("streams") ?? "" : raw.replaceAll("%40", "@");
  const names = [...new Set(text.split("/").filter((name) => name !== ""))];
  const isCombined = combined !== undefined;
  return { route, streams: { names, isCombined, isQuiet: kind === "quiet" } };
}
