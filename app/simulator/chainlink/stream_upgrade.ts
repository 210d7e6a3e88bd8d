/**
 * The handshake of the oracle's WebSocket: `GET /api/v1/ws?feedIDs=a,b`, signed like any request.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../kit/simulator.ts";
import { oracleFailed } from "./authentication.ts";
import { readFeeds } from "./feed_parameter.ts";
import { type ReportStream } from "./report_stream.ts";

export const STREAM_PATH = "/api/v1/ws";
/** Open sockets per user. The simulator has one user. */
const SOCKETS_MAX = 20;

/** The sites that send the same reports, and the delay of each in real milliseconds. */
const LATE_MS_BY_ORIGIN: ReadonlyMap<string, number> = new Map([["001", 0], ["002", 3]]);
const ORIGIN_DEFAULT = "001";

/** Answers `HEAD /` with the origins that a client may name in `X-Cll-Origin`. */
export function answerOrigins(): Answer {
  const origins = [...LATE_MS_BY_ORIGIN.keys()].join(",");
  return { status: 200, body: null, headers: { "X-Cll-Available-Origins": `{${origins}}` } };
}

/** Makes the provider's `upgrade`. `refuse` answers a request that is not signed. */
export function makeStreamUpgrade(
  stream: ReportStream,
  refuse: (request: SimulatorRequest) => Answer | undefined,
): NonNullable<SimulatedProvider["upgrade"]> {
  return (request) => {
    if (request.path !== STREAM_PATH) return undefined;
    const unsigned = refuse(request);
    if (unsigned !== undefined) return unsigned;
    const feeds = readFeeds(request.query.get("feedIDs"));
    if (Result.isFailure(feeds)) return feeds.failure;
    const origin = request.headers.get("x-cll-origin") ?? ORIGIN_DEFAULT;
    const lateMs = LATE_MS_BY_ORIGIN.get(origin);
    if (lateMs === undefined) return oracleFailed(400, "unknown origin");
    if (stream.count() >= SOCKETS_MAX) return oracleFailed(429, "too many connections");
    const feedIds = feeds.success;
    return ({ send }) => ({ closed: stream.join({ feedIds, lateMs, send }) });
  };
}
