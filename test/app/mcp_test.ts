/** The official clients of MCP at a running sandbox: list, call and read everything. @module */
import { describe, expect, test } from "bun:test";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { openSandbox } from "./open_sandbox.ts";
import { placeUntilSent } from "./order/place_until_sent.ts";

const sandbox = await openSandbox();
const key = sandbox.said(/API key\s+(\S+)/);
const url = new URL(`${sandbox.url}/mcp`);
const INFO = { name: "a test", version: "1.0.0" };
const ajv = new Ajv2020({ strict: false, validateFormats: false });

type Json = Readonly<Record<string, unknown>>;

/** The field that each game of a tool's answer has, and the one that it has not. */
const PRESETS: Readonly<Record<string, ReadonlyArray<string>>> = {
  list_games: ["platforms", "coverage"],
  get_coverage: ["coverage", "platforms"],
};

/** What both clients can do, and what of their answers is looked at. */
interface AnyClient {
  readonly listTools: () => Promise<{
    readonly tools: ReadonlyArray<{
      readonly name: string;
      readonly inputSchema: Json;
      readonly outputSchema?: Json | undefined;
    }>;
  }>;
  readonly callTool: (call: { readonly name: string; readonly arguments: Json }) => Promise<Json>;
  readonly listResources: () => Promise<
    { readonly resources: ReadonlyArray<{ readonly uri: string }> }
  >;
  readonly readResource: (of: { readonly uri: string }) => Promise<{
    readonly contents: ReadonlyArray<Json>;
  }>;
  readonly getServerVersion: () => { readonly name: string } | undefined;
  readonly getInstructions: () => string | undefined;
  readonly close: () => Promise<void>;
}

const OPTIONS = { requestInit: { headers: { "x-api-key": key } } };

/** Connects with the client that most programs have; it negotiates a version. */
async function connect(): Promise<AnyClient> {
  const client = new Client(INFO);
  const transport = new StreamableHTTPClientTransport(url, OPTIONS);
  // Its types were not written for exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return client as unknown as AnyClient;
}

/** Connects with the client of the stateless version. */
async function connectModern(
  mode: "legacy" | { readonly pin: string },
): Promise<AnyClient> {
  const client = new ModernClient(INFO, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(url, OPTIONS));
  return client as unknown as AnyClient;
}

/** Places an order by two tools, on a busy machine more than once; the token places it once. */
function placeByToken(client: AnyClient, [preview, place]: readonly [string, string], order: Json) {
  return placeUntilSent(async () => {
    const shown = await client.callTool({ name: preview, arguments: order });
    const { previewToken } = shown["structuredContent"] as Json;
    const call = { name: place, arguments: { previewToken } };
    const placed = await client.callTool(call);
    const again = await client.callTool(call);
    if (placed["isError"] === false) expect(again).toEqual(placed);
    return { previewToken, placed };
  });
}

/** What the first client splits and merges: the others ask for the same. */
const pairs = new Map<string, Json>();

/** Calls a tool with its example, or in the place of what no example can know. */
async function callByExample(client: AnyClient, tools: Tools, name: string): Promise<Json> {
  const example = exampleOf(tools, name);
  const { postOnly: _, ...limit } = exampleOf(tools, "preview_limit_order");
  // Whatever the book is, they rest, and trade.
  const [resting, trading] = [0.05, 0.98].map((price) => ({ ...limit, price }));
  const placeLimit = async (order: Json = {}) =>
    (await placeByToken(client, ["preview_limit_order", "place_limit_order"], order)).placed;
  const ofOrder = async (order?: Json) => {
    const { orderId } = (await placeLimit(order))["structuredContent"] as Json;
    return { ...example, orderId };
  };
  switch (name) {
    case "place_order": {
      const tokens = ["preview_order", name] as const;
      return (await placeByToken(client, tokens, exampleOf(tools, tokens[0]))).placed;
    }
    case "preview_limit_order":
      return await client.callTool({ name, arguments: resting ?? {} });
    case "place_limit_order":
      return await placeLimit(resting);
    case "get_order":
    case "cancel_order":
      return await client.callTool({ name, arguments: await ofOrder(resting) });
    case "replace_order": {
      const idempotencyKey = crypto.randomUUID();
      // Of an order that has traded, nothing is left to be waited for.
      const args = { ...await ofOrder(trading), idempotencyKey };
      return await client.callTool({ name, arguments: args });
    }
    // Their examples have the key of another request. What was split is merged.
    case "split_position":
    case "merge_positions": {
      const args = pairs.get(name) ?? { ...example, idempotencyKey: name };
      pairs.set(name, args);
      return await client.callTool({ name, arguments: args });
    }
    default:
      return await client.callTool({ name, arguments: example });
  }
}

type Tools = Awaited<ReturnType<AnyClient["listTools"]>>["tools"];

function exampleOf(tools: Tools, name: string): Json {
  const examples = tools.find((tool) => tool.name === name)?.inputSchema["examples"];
  return (examples as ReadonlyArray<Json>)[0] ?? {};
}

describe.each([
  ["the client of the versions with initialize", connect],
  ["the client of the stateless version", () => connectModern({ pin: "2026-07-28" })],
  ["the same in an older version", () => connectModern("legacy")],
])("%s", (_, open) => {
  test("lists every tool, calls each with its own example, and reads a guide", async () => {
    const client = await open();
    expect([client.getServerVersion()?.name, client.getInstructions()?.slice(0, 13)])
      .toEqual(["strikeline", "Target prices"]);
    const { tools } = await client.listTools();
    expect(tools.length).toBe(27);
    for (const { name, outputSchema } of tools) {
      const { structuredContent, isError, content } = await callByExample(client, tools, name);
      expect([name, isError, content]).toEqual([name, false, content]);
      const [succeeded] = outputSchema?.["anyOf"] as ReadonlyArray<Json>;
      const isDocumented = ajv.compile(succeeded ?? {});
      expect([name, isDocumented(structuredContent), isDocumented.errors])
        .toEqual([name, true, null]);
      const [{ text }] = content as readonly [{ readonly text: string }];
      expect(JSON.parse(text)).toEqual(structuredContent);
      const preset = PRESETS[name];
      if (preset === undefined) continue;
      const { data } = structuredContent as { readonly data: ReadonlyArray<Json> };
      expect(data.map((game) => preset.map((field) => field in game)))
        .toEqual(data.map(() => [true, false]));
      expect(data.length).toBeGreaterThan(0);
    }
    const { resources: [{ uri } = { uri: "" }] } = await client.listResources();
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: "text/markdown", text: expect.stringMatching(/^# /) },
    ]);
    await client.close();
  }, 300_000);
});
