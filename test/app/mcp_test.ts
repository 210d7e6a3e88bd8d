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

/** Previews this order and places it, on a busy machine more than once. */
function previewAndPlace(client: AnyClient, order: Json) {
  return placeUntilSent(async () => {
    const preview = await client.callTool({ name: "preview_order", arguments: order });
    const { previewToken } = preview["structuredContent"] as Json;
    const placed = await client.callTool({ name: "place_order", arguments: { previewToken } });
    return { previewToken, placed };
  });
}

function exampleOf(
  tools: Awaited<ReturnType<AnyClient["listTools"]>>["tools"],
  name: string,
): Json {
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
    expect(tools.length).toBe(12);
    for (const { name, outputSchema } of tools) {
      const result = name === "place_order"
        ? (await previewAndPlace(client, exampleOf(tools, "preview_order"))).placed
        : await client.callTool({ name, arguments: exampleOf(tools, name) });
      const { structuredContent, isError, content } = result;
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
