import { Option } from "effect";
import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { edge } from "../../../adapters/http/edge/edge.ts";
import type { Gate } from "../../../adapters/http/edge/gate.ts";
import { otherMethods } from "../../../adapters/http/edge/other_methods.ts";
import { HOLDER } from "./quiet_edge.ts";
import { testServer } from "./test_server.ts";

const plugins = (gate: Gate<never>) =>
  new Elysia()
    .use(edge(gate, "plain"))
    .get("/open", ({ answer }) => answer({ body: {} }), { access: "public" })
    .get("/keyed", ({ answer }) => answer({ body: {} }), { access: "read" })
    .use(otherMethods);
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
    plugins,
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
