import { Option } from "effect";
import { expect, test } from "bun:test";
import { declareKeyedRoute, declareRoute } from "../../../adapters/http/edge/route.ts";
import { HOLDER } from "./quiet_edge.ts";
import { testServer } from "./test_server.ts";

const FACTS = {
  method: "GET",
  family: "plain",
  tag: "Service",
  summary: "A route",
  description: "Answers.",
  parameters: [],
  responses: { 200: { description: "An answer" } },
  handle: () => ({ body: {} }),
} as const;
const ROUTES = [
  declareRoute({ ...FACTS, path: "/open", access: "public" }),
  declareKeyedRoute({ ...FACTS, path: "/keyed", access: "read" }),
];
const quota = Option.some({ requests: 10, windowSec: 60 });

test.each<[string, path: string, headers: Record<string, string>, status: number, times: number]>([
  ["once for a public request, which is counted by it", "/open", {}, 200, 1],
  ["never for a valid key, which counts", "/keyed", { "x-api-key": "known" }, 200, 0],
  ["once for an invalid key, which counts twice", "/keyed", { "x-api-key": "unknown" }, 401, 1],
])("The address of the socket's peer is asked %s", async (_, path, headers, status, times) => {
  let asked = 0;
  const { get } = testServer({
    quota,
    keyedQuota: quota,
    routes: ROUTES,
    checkKey: (sent, _, admitStranger) => {
      if (sent === "known") return HOLDER as never;
      admitStranger();
      return { status: 401, error: "Cannot use this API key", hint: "Send another" };
    },
    peerAddressOf: () => {
      asked++;
      return "203.0.113.9";
    },
  });
  expect([(await get(path, { headers })).status, asked]).toEqual([status, times]);
});
