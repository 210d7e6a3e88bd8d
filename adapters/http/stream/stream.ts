/**
 * The WebSocket that pushes targets, averages, games and orders. `/asyncapi.json` describes its
 * frames.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia, t } from "elysia";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { Refused } from "../edge/answer/refusal.ts";
import type { SocketEndpoint } from "../edge/edge_path.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** The route. */
export function stream<Ports>(gate: Gate<Ports>, socket: SocketEndpoint) {
  return new Elysia({ name: "stream", prefix: "/api/v1", tags: ["Stream"] })
    .use(edge(gate, "coded"))
    .get("/stream", ({ answer }) => answer(Effect.fail(UPGRADE_REQUIRED)), {
      access: "unlimited",
      needsNoProvider: true,
      socket,
      keyHint:
        "Connect without a key, and send it in the field key of a message that subscribes to " +
        "games or orders. Addresses end up in logs and histories: if the key was real, have it " +
        "revoked",
      response: answers("coded", {
        101: t.Null({ description: "The handshake is done; frames follow" }),
        426: "A request without the handshake of a WebSocket",
        429: "Too many connections of one address",
        503: "The service is stopping",
      }),
      detail: {
        operationId: "openStream",
        summary: "Targets, averages, games and your orders, pushed as they change",
        description: "A WebSocket. Its frames are described by [/asyncapi.json](/asyncapi.json). " +
          "No key is needed to connect; only games and orders require one, sent in a message. " +
          "One address " +
          `may have ${STREAM_LIMITS.connectionsPerIp} connections.`,
      },
    })
    .use(otherMethods);
}

const UPGRADE_REQUIRED = new Refused({
  status: 426,
  error: "Cannot answer a plain request: this is a WebSocket",
  hint: "Connect with a WebSocket client; /asyncapi.json describes the frames",
  headers: { upgrade: "websocket", connection: "upgrade" },
});
