import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { GUIDES } from "../../../adapters/http/document/guides.ts";
import { openApiOf } from "../../../adapters/http/document/openapi.ts";
import { partsInPlace } from "../../../app/ship/openapi_document.ts";
import { PROTOCOL_VERSIONS } from "../../../adapters/http/mcp/protocol_version.ts";
import { DOCUMENTED } from "../account/keyed_server.ts";
import { type Json, rpcClient } from "./rpc_client.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json & {
    readonly properties: Readonly<Record<string, Json>>;
    readonly required?: ReadonlyArray<string>;
  };
  readonly annotations: Json;
}

const client = await rpcClient();
const listFor = async (as?: string) => {
  const { body } = await client.request("tools/list", {}, as === undefined ? {} : { as });
  return (body["result"] as { readonly tools: ReadonlyArray<Listed> }).tools;
};
const tools = await listFor();
const READING = [
  "get_active_windows",
  "get_window",
  "get_target_history",
  "list_games",
  "estimate_fee",
  "get_book",
  "get_outcome_markets",
  "get_status",
  "get_account",
  "get_balance",
  "list_orders",
  "list_order_history",
  "get_order",
  "list_fills",
  "list_positions",
  "get_profit",
  "list_claims",
];
const CHANGING = [
  "place_order",
  "place_order_batch",
  "replace_order",
  "cancel_order",
  "cancel_orders",
  "claim_positions",
  "split_or_merge",
];
const TRADING = ["preview_order", ...CHANGING];

/** What an agent pays for the list before it does anything: some 4,000 tokens. */
const LIST_BYTES_MAX = 16_000;

/** Arguments without a text: the tool's own, or that of the schema, says what they are. */
const PLAIN = new Set(["asset", "cursor", "limit", "walletId"]);

// Formats are checked where the routes' own examples are.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

describe("the list of tools", () => {
  test("is short in every version, for a key that may do everything", async () => {
    for (const { name, isStateless } of PROTOCOL_VERSIONS) {
      const { text, body } = isStateless
        ? await client.stateless("tools/list")
        : await client.request("tools/list", {}, { version: name });
      expect(body["result"]).toMatchObject({ tools });
      expect(body["result"]).not.toHaveProperty("nextCursor");
      expect(Buffer.byteLength(text)).toBeLessThan(LIST_BYTES_MAX);
    }
  });

  test("has the tools that trade last, always in the same order", async () => {
    expect(tools.map(({ name }) => name)).toEqual([...READING, ...TRADING]);
    expect(await listFor()).toEqual(tools);
  });

  test("has no order tools for a key without the scope, and refuses to call them", async () => {
    const { text: reader } = await client.server.issue(["read"]);
    expect((await listFor(reader)).map(({ name }) => name)).toEqual(READING);
    for (const name of TRADING) {
      const { isError, structuredContent } = await client.call(name, {}, reader);
      expect([isError, structuredContent["code"]]).toEqual([true, "forbidden"]);
      expect(structuredContent["error"]).toContain("lacks the scope trade");
      expect(structuredContent["hint"])
        .toBe("Its scopes are read; use a key with trade, which is asked for when one is made");
    }
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_, tool) => {
  const { inputSchema, annotations } = tool;

  test("has an input schema of JSON Schema 2020-12, which refers to nothing", () => {
    expect(ajv.validateSchema(inputSchema)).toBe(true);
    expect(JSON.stringify(inputSchema)).not.toContain("$ref");
    expect(inputSchema["type"]).toBe("object");
  });

  test("says what every argument is, in one line", () => {
    for (const [name, { enum: words, description }] of Object.entries(inputSchema.properties)) {
      if (words !== undefined || PLAIN.has(name)) continue;
      expect([name, description]).toEqual([name, expect.stringMatching(/^[^\n]{5,170}$/)]);
    }
  });

  test("has a resource that says how it answers, and how a call of it fails", async () => {
    const uri = `strikeline://output/${tool.name}`;
    const { body } = await client.request("resources/read", { uri });
    const { contents: [{ text, ...about } = { text: "" }] } = body["result"] as {
      readonly contents: ReadonlyArray<{ readonly text: string }>;
    };
    expect(about).toEqual({ uri, mimeType: "application/schema+json" });
    expect(text).not.toContain("$ref");
    const schema = JSON.parse(text);
    expect(ajv.validateSchema(schema)).toBe(true);
    const failed = {
      error: "Cannot do this",
      code: "forbidden",
      hint: "Do that",
      retryAfterSec: 1,
    };
    expect(ajv.validate(schema, failed)).toBe(true);
    expect(ajv.validate(schema.anyOf[0], failed)).toBe(false);
    expect(ajv.validate(schema, {})).toBe(false);
  });

  test("is described with hints and a text of some sentences", () => {
    expect(tool.description.length).toBeGreaterThan(70);
    expect(tool.description.length).toBeLessThan(300);
    const changes = CHANGING.includes(tool.name);
    expect(annotations).toEqual(
      changes ? { destructiveHint: true, idempotentHint: true } : { readOnlyHint: true },
    );
  });
});

describe("the guide", () => {
  test("has every tool with its scope, in the order of the list", () => {
    const guide = GUIDES.find(({ name }) => name === "mcp")?.markdown ?? "";
    const rows = [...guide.matchAll(/^\| `(\w+)` +\|.*\| `(read|trade)` +\|$/gm)];
    expect(rows.map(([, name, scope]) => [name, scope])).toEqual([
      ...READING.map((name) => [name, "read"]),
      ...TRADING.map((name) => [name, "trade"]),
    ]);
    for (const { name } of PROTOCOL_VERSIONS) expect(guide).toContain(name);
  });
});

describe("the arguments of a tool", () => {
  test("are the parameters of its route, but for headers and what it sets itself", () => {
    const { paths } = partsInPlace(openApiOf(DOCUMENTED, QUIET_EDGE)) as unknown as {
      readonly paths: Record<string, Record<string, { readonly parameters: ReadonlyArray<Json> }>>;
    };
    const documented = (path: string, method: string) =>
      paths[path]?.[method]?.parameters.filter((one) => one["in"] === "query") ?? [];
    const argumentsOf = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
    const games = documented("/api/v1/games", "get").map((one) => String(one["name"]));
    expect(argumentsOf("list_games")).toEqual(games);
    const profit = documented("/api/v1/pnl", "get").map((one) => String(one["name"]));
    expect(argumentsOf("get_profit")).toEqual(profit.filter((name) => name !== "format"));
    for (const [name, method] of [["list_orders", "get"], ["cancel_orders", "delete"]] as const) {
      const of = documented("/api/v1/orders", method);
      expect(argumentsOf(name)).toEqual(of.map((one) => String(one["name"])));
      const tool = tools.find((tool) => tool.name === name);
      expect(tool?.inputSchema.required).toEqual(["walletId"]);
    }
    const fills = documented("/api/v1/fills", "get").map((one) => String(one["name"]));
    expect(argumentsOf("list_fills")).toEqual(fills);
    const claims = documented("/api/v1/positions/claims", "get").map((one) => String(one["name"]));
    expect(argumentsOf("list_claims")).toEqual(claims);
    expect(argumentsOf("preview_order")).not.toContain("dryRun");
    for (const name of ["get_order", "cancel_order"]) {
      expect(argumentsOf(name)).toEqual(["orderId", "walletId"]);
    }
  });

  test("may be numbers and truth values where the route takes text", async () => {
    const walletId = client.wallet.id;
    const { structuredContent } = await client.call("list_orders", { walletId, asset_id: 11 });
    expect(structuredContent["ok"]).toBe(true);
    const wrong = await client.call("list_orders", { walletId, asset_id: true });
    expect(wrong.structuredContent["error"]).toBe('Cannot use asset_id "true"');
  });

  test.each([
    [
      "list_orders",
      { wallet_id: "x" },
      'Cannot use parameter "wallet_id"',
      "Did you mean walletId",
    ],
    ["list_orders", { walletId: null }, 'Cannot use a request without "walletId"', "Send walletId"],
    ["list_games", { limit: 5.5, include: null }, 'Cannot use limit "5.5"', "whole number"],
    ["list_orders", { walletId: ["x"] }, 'Cannot use walletId "[...]"', "Send text"],
    ["list_orders", { walletId: "\ud800" }, 'Cannot use walletId "�"', "Send text"],
    ["list_orders", {}, 'Cannot use a request without "walletId"', "Send walletId"],
    ["get_order", { walletId: "x" }, 'Cannot use a request without "orderId"', "Send orderId"],
    ["get_order", { orderId: [] }, 'Cannot use orderId "[...]"', "Send text"],
    [
      "cancel_order",
      { orderId: "1/2", walletId: crypto.randomUUID() },
      'Cannot use orderId "1/2"',
      "0x",
    ],
    ["get_status", { verbose: true }, 'Cannot use parameter "verbose"', "takes no parameters"],
    [
      "get_profit",
      { format: "csv" },
      'Cannot use argument "format" here',
      "Leave it out",
    ],
    [
      "estimate_fee",
      { amount: 3 },
      'Cannot use body field "amount"',
      "The body takes makingAmount",
    ],
  ])("of %s, %j, are refused with what to send", async (name, args, error, hint) => {
    const { isError, structuredContent, content } = await client.call(name, args);
    expect([isError, structuredContent["error"]]).toEqual([true, error]);
    expect(String(structuredContent["hint"])).toContain(hint);
    expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
  });
});

test("a whole number is an argument however it is written", async () => {
  const call = (limit: string) =>
    client.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
        `"params":{"name":"list_games","arguments":{"limit":${limit}}}}`,
    );
  const { text } = await call("5");
  // Nothing was read of any schedule yet, which is told of a limit that can be used.
  expect(text).toContain("unavailable");
  for (const limit of ["5.0", "5e0", "50e-1", '"5.0"', "null"]) {
    expect((await call(limit)).text).toBe(text);
  }
  for (const limit of ["5.5", "1e999999999", '""', "-5.0"]) {
    expect((await call(limit)).text).toContain("bad_request");
  }
});

describe("a call that the service cannot answer", () => {
  test("says when to try again, and logs why without telling it", async () => {
    // Nothing was read of any schedule yet.
    const { isError, structuredContent } = await client.call("list_games");
    expect([isError, structuredContent["code"]]).toEqual([true, "unavailable"]);
    expect(typeof structuredContent["retryAfterSec"]).toBe("number");
  });

  test("of a tool whose route breaks is an error of ours, and nothing else shows", async () => {
    // The routes of prices have no ports on this server.
    const { isError, structuredContent } = await client.call("get_target_history", {
      type: "5min",
      start: "2026-01-01T00:00:00Z",
      end: "2026-01-01T01:00:00Z",
    });
    expect([isError, structuredContent]).toEqual([true, {
      error: "Cannot answer the request",
      code: "internal",
      hint: "Report this with the X-Request-Id of this answer",
    }]);
    expect(client.server.causes.join()).toContain("Service not found");
  });
});
