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
import { NOON } from "./order/both_sides.ts";
import { placeUntilSent } from "./order/place_until_sent.ts";

const sandbox = await openSandbox({ SANDBOX_START: NOON.iso });
const key = sandbox.said(/API key\s+(\S+)/);
const url = new URL(`${sandbox.url}/mcp`);
const INFO = { name: "a test", version: "1.0.0" };
const ajv = new Ajv2020({ strict: false, validateFormats: false });

type Json = Readonly<Record<string, unknown>>;

/** What both clients can do, and what of their answers is looked at. */
interface AnyClient {
  readonly listTools: () => Promise<{
    readonly tools: ReadonlyArray<{
      readonly name: string;
      readonly inputSchema: Json;
    }>;
  }>;
  readonly callTool: (call: { readonly name: string; readonly arguments: Json }) => Promise<Json>;
  readonly listResources: () => Promise<
    { readonly resources: ReadonlyArray<{ readonly uri: string }> }
  >;
  readonly listResourceTemplates: () => Promise<
    { readonly resourceTemplates: ReadonlyArray<{ readonly uriTemplate: string }> }
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
function placeByToken(client: AnyClient, order: Json): Promise<Json> {
  return placeUntilSent(async () => {
    const shown = await client.callTool({ name: "preview_order", arguments: order });
    const { previewToken } = shown["structuredContent"] as Json;
    const call = { name: "place_order", arguments: { previewToken } };
    const placed = await client.callTool(call);
    const again = await client.callTool(call);
    if (placed["isError"] === false) expect(again).toEqual(placed);
    return placed;
  });
}

/** What an agent finds out by tools before it trades. */
async function findMarket(client: AnyClient) {
  const answerOf = async (name: string, args: Json) =>
    (await client.callTool({ name, arguments: args }))["structuredContent"] as Json;
  const { wallets } = await answerOf("get_account", {}) as {
    readonly wallets: ReadonlyArray<{ readonly id: string }>;
  };
  const { data } = await answerOf("get_active_windows", { asset: "btc", interval: "daily" }) as {
    readonly data: ReadonlyArray<{ readonly slug: string }>;
  };
  return { walletId: wallets[0]?.id ?? "", slug: data[0]?.slug ?? "" };
}

type Market = Awaited<ReturnType<typeof findMarket>>;

const OF_A_WALLET = [
  "get_balance",
  "list_orders",
  "list_order_history",
  "list_fills",
  "list_positions",
  "get_profit",
  "list_claims",
  "cancel_orders",
];

/** The arguments of each tool that needs some, for an agent that has found a market. */
function argumentsFor({ walletId, slug }: Market): Readonly<Record<string, Json>> {
  const order = { slug, outcome: "Up", side: "BUY" };
  const wallet = { walletId };
  const end = Date.parse(NOON.iso);
  return {
    get_active_windows: { asset: "btc", interval: "5min" },
    get_window: { slug },
    get_target_history: { type: "1hour", start: end - 7_200_000, end, includeOutcomeMeta: true },
    list_games: { include: "coverage" },
    estimate_fee: { makingAmount: 50, takingAmount: 100, eventSlug: slug },
    get_book: { slug, outcome: "up", depth: 3 },
    preview_order: { ...wallet, ...order, amount: 5 },
    place_order_batch: {
      ...wallet,
      orders: [{ ...order, price: 0.05, size: 20, idempotencyKey: crypto.randomUUID() }],
    },
    claim_positions: { ...wallet, idempotencyKey: crypto.randomUUID() },
    // The first client splits, and the others are told of it again.
    split_or_merge: { action: "split", ...wallet, slug, size: 20, idempotencyKey: "split" },
    ...Object.fromEntries(OF_A_WALLET.map((name) => [name, wallet])),
  };
}

/** Calls a tool as an agent does that knows the list of tools, and what it has found out. */
async function callAsAgent(client: AnyClient, market: Market, name: string): Promise<Json> {
  const { [name]: args = {}, preview_order: order } = argumentsFor(market);
  const { amount: _, ...limit } = order ?? {};
  const { walletId } = market;
  // Whatever the book is, they rest, and trade.
  const [resting, trading] = [0.05, 0.98].map((price) => ({ ...limit, price, size: 20 }));
  const ofOrder = async (limit: Json = {}) => {
    const { orderId } = (await placeByToken(client, limit))["structuredContent"] as Json;
    return { walletId, orderId };
  };
  switch (name) {
    case "place_order":
      expect(await placeByToken(client, resting ?? {})).toMatchObject({ isError: false });
      return await placeByToken(client, order ?? {});
    case "get_order":
    case "cancel_order":
      return await client.callTool({ name, arguments: await ofOrder(resting) });
    case "replace_order": {
      const idempotencyKey = crypto.randomUUID();
      // Of an order that has traded, nothing is left to be waited for.
      const args = { ...await ofOrder(trading), price: 0.97, idempotencyKey };
      return await client.callTool({ name, arguments: args });
    }
    default:
      return await client.callTool({ name, arguments: args });
  }
}

describe.each([
  ["the client of the versions with initialize", connect],
  ["the client of the stateless version", () => connectModern({ pin: "2026-07-28" })],
  ["the same in an older version", () => connectModern("legacy")],
])("%s", (_, open) => {
  test("lists every tool, calls each, and reads what its answer is and a guide", async () => {
    const client = await open();
    expect([client.getServerVersion()?.name, client.getInstructions()?.slice(0, 13)])
      .toEqual(["strikeline", "Target prices"]);
    const { tools } = await client.listTools();
    const { resourceTemplates: [template] } = await client.listResourceTemplates();
    expect(tools.length).toBe(25);
    const market = await findMarket(client);
    for (const { name } of tools) {
      const { structuredContent, isError, content } = await placeUntilSent(
        () => callAsAgent(client, market, name),
      );
      expect([name, isError, content]).toEqual([name, false, content]);
      const uri = template?.uriTemplate.replace("{tool}", name) ?? "";
      const { contents: [schema] } = await client.readResource({ uri });
      const { anyOf: [succeeded] } = JSON.parse(String(schema?.["text"]));
      const isDocumented = ajv.compile(succeeded);
      expect([name, isDocumented(structuredContent), isDocumented.errors])
        .toEqual([name, true, null]);
      const [{ text }] = content as readonly [{ readonly text: string }];
      expect(JSON.parse(text)).toEqual(structuredContent);
      if (name !== "list_games") continue;
      const { data } = structuredContent as { readonly data: ReadonlyArray<Json> };
      expect(data.map((game) => ["coverage" in game, "platforms" in game]))
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
