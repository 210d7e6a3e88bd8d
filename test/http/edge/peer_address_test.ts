import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { expect, test } from "bun:test";
import { declareKeyedRoute, declareRoute } from "../../../adapters/http/edge/route.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { QUIET_EDGE } from "./quiet_edge.ts";

const FACTS = {
  method: "GET",
  family: "plain",
  tag: "Service",
  summary: "A route",
  description: "Answers.",
  parameters: [],
  responses: { 200: { description: "An answer" } },
} as const;

const quota = Option.some({ requests: 10, windowSec: 60 });
const holder = {
  account: { id: "account", email: "someone@example.com", createdMs: 0 },
  key: { id: "key", prefix: "sk_live_", scopes: ["read"], sessionId: Option.none(), createdMs: 0 },
};
const refusal = { status: 401, error: "Cannot use this API key", hint: "Send another" } as const;

/** A server whose key is valid if it is `known`, and how often it asked for the peer's address. */
function countingServer() {
  let asked = 0;
  const server = makeServer<never>({
    ...QUIET_EDGE,
    quota,
    keyedQuota: quota,
    checkKey: (sent, _, admitStranger) => {
      if (sent === "known") return holder as never;
      admitStranger();
      return Promise.resolve(refusal);
    },
    routes: [
      declareRoute({ ...FACTS, path: "/open", access: "public", handle: () => ({ body: {} }) }),
      declareKeyedRoute({ ...FACTS, path: "/keyed", access: "read", handle: () => ({ body: {} }) }),
    ],
    run: makeRun(ManagedRuntime.make(Layer.effectDiscard(Effect.void))),
    clock: { nowMs: () => 0, stopwatchMs: () => 0 },
    peerAddressOf: () => {
      asked++;
      return "203.0.113.9";
    },
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.handle(new Request(`http://localhost${path}`, { headers }));
  return { get, asked: () => asked };
}

test.each([
  ["once for a public request, which is counted by it", "/open", undefined, 200, 1],
  ["never for a valid key, by which its request is counted", "/keyed", "known", 200, 0],
  ["once for an invalid key, though its request counts twice", "/keyed", "unknown", 401, 1],
])("The address of the socket's peer is asked %s", async (_, path, key, status, times) => {
  const { get, asked } = countingServer();
  const answer = await get(path, key === undefined ? {} : { "x-api-key": key });
  expect([answer.status, asked()]).toEqual([status, times]);
});
