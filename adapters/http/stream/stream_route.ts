/**
 * `GET /api/v1/stream`: the WebSocket that pushes targets, averages and games.
 *
 * @module
 */
import { Effect } from "effect";
import { Refused } from "../edge/refusal.ts";
import { declareRoute, type Route, type SocketEndpoint } from "../edge/route.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** Returns the route; `/asyncapi.json` describes the frames. */
export function streamRoute(socket: SocketEndpoint): Route<never> {
  return declareRoute({
    method: "GET",
    path: "/api/v1/stream",
    family: "coded",
    access: "unlimited",
    needsNoProvider: true,
    tag: "Stream",
    summary: "Targets, averages and games, pushed as they are published",
    description: "A WebSocket. Its frames are described by [/asyncapi.json](/asyncapi.json). No " +
      "key is needed to connect; only games require one, sent in a message. One address " +
      `may have ${STREAM_LIMITS.connectionsPerIp} connections.`,
    parameters: [],
    keyHint:
      "Connect without a key, and send it in the field key of a message that subscribes to " +
      "games. Addresses end up in logs and histories: if the key was real, have it revoked",
    responses: {
      101: { description: "The handshake is done; frames follow" },
      426: { description: "A request without the handshake of a WebSocket" },
      429: { description: "Too many connections of one address" },
      503: { description: "The service is stopping" },
    },
    socket,
    handle: () => Effect.fail(UPGRADE_REQUIRED),
  });
}

const UPGRADE_REQUIRED = new Refused({
  status: 426,
  error: "Cannot answer a plain request: this is a WebSocket",
  hint: "Connect with a WebSocket client; /asyncapi.json describes the frames",
  headers: { upgrade: "websocket", connection: "upgrade" },
});
