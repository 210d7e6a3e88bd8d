import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { BATCH_MAX } from "../../../adapters/http/mcp/message_answer.ts";
import { keyedServer } from "../account/keyed_server.ts";
import { rpcClient } from "./rpc_client.ts";

const client = await rpcClient();
const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });
const NOTE = { jsonrpc: "2.0", method: "notifications/initialized" };

describe("a list of messages", () => {
  test("is answered in its order, without what gets no answer", async () => {
    const { status, body } = await client.post(
      JSON.stringify([ping(1), NOTE, { jsonrpc: "2.0" }, ping("b"), {
        jsonrpc: "2.0",
        id: 9,
        method: "nope",
      }]),
    );
    expect([status, body]).toMatchObject([200, [
      { id: 1, result: {} },
      { error: { code: -32600 } },
      { id: "b", result: {} },
      { id: 9, error: { code: -32601 } },
    ]]);
  });

  test("is 202 if nothing in it gets an answer", async () => {
    const { status, text } = await client.post(JSON.stringify([NOTE, NOTE]));
    expect([status, text]).toEqual([202, ""]);
  });

  test("has a bound, and is not empty", async () => {
    const listOf = (length: number) => JSON.stringify(Array.from({ length }, (_, id) => ping(id)));
    expect((await client.post(listOf(BATCH_MAX))).status).toBe(200);
    for (const length of [0, BATCH_MAX + 1, 1_000]) {
      const { status, body } = await client.post(listOf(length));
      expect([status, body["error"]]).toMatchObject([400, { code: -32600 }]);
    }
  });

  test("holds no initialize", async () => {
    const { body } = await client.post(
      JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }]),
    );
    expect(body).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  });

  test.each(["2026-07-28", "2025-11-25", "2025-06-18"])("is refused in %s", async (version) => {
    const { status, body } = await client.post(JSON.stringify([ping(1)]), {
      "mcp-protocol-version": version,
    });
    expect([status, body["error"]]).toMatchObject([400, { code: -32600 }]);
  });
});

describe("the quota of a key", () => {
  const LIMIT = 10;
  const open = async () => {
    const server = await keyedServer({
      keyedQuota: Option.some({ requests: LIMIT, windowSec: 60 }),
    });
    const { text: key } = await server.issue(["read"]);
    const post = (value: unknown) =>
      server.ask("/mcp", key, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(value),
      });
    return { post };
  };
  const remainingOf = ({ headers }: { readonly headers: Headers }) =>
    headers.get("x-ratelimit-remaining");

  test("counts each message, and each request of a list", async () => {
    const { post } = await open();
    expect(remainingOf(await post(ping(1)))).toBe("9");
    expect(remainingOf(await post(NOTE))).toBe("8");
    expect(remainingOf(await post([ping(1), NOTE, ping(2), ping(3)]))).toBe("5");
    expect(remainingOf(await post([NOTE, NOTE]))).toBe("4");
  });

  test("refuses a list that passes it as a whole, before anything is done", async () => {
    const { post } = await open();
    const { status, body, headers } = await post(
      Array.from({ length: LIMIT + 1 }, (_, id) => ping(id)),
    );
    expect([status, body["code"], remainingOf({ headers })]).toEqual([429, "rate_limited", "0"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post(ping(1))).status).toBe(429);
  });
});

describe("a body", () => {
  test("is not sent back, however long the names in it are", async () => {
    const long = "x".repeat(50_000);
    const answers = [
      await client.request(long),
      await client.request("tools/call", { name: long }),
      await client.request("tools/call", { name: "get_account", arguments: { [long]: 1 } }),
      await client.request("tools/call", { name: "list_orders", arguments: { walletId: long } }),
      await client.request("tools/call", { name: "place_order", arguments: { [long]: 1 } }),
      await client.request("tools/call", {
        name: "place_order",
        arguments: { previewToken: `${long}.${"x".repeat(43)}` },
      }),
      await client.request("resources/read", { uri: long }),
      await client.stateless(long, {}, { "mcp-method": "ping" }),
      await client.stateless("tools/call", { name: long }, { "mcp-name": "ping" }),
    ];
    for (const { text } of answers) expect(text.length).toBeLessThan(1_500);
    const { text } = await client.post(JSON.stringify(ping(1)), {
      "mcp-protocol-version": "x".repeat(5_000),
    });
    expect(text.length).toBeLessThan(500);
  });
});

describe("any message", () => {
  const isAnswer = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.length > 0 && value.every(isAnswer);
    const { jsonrpc, result, error } = value as Record<string, unknown>;
    const code = (error as { readonly code?: unknown } | undefined)?.code;
    return jsonrpc === "2.0" && (result === undefined) !== (error === undefined) &&
      (error === undefined || Number.isInteger(code));
  };
  const isWellAnswered = ({ status, text }: { readonly status: number; readonly text: string }) =>
    status === 202 ? text === "" : [200, 400, 404].includes(status) && isAnswer(JSON.parse(text));

  const anyJson = fc.jsonValue({ maxDepth: 4 });
  const method = fc.oneof(
    fc.constantFrom(
      "initialize",
      "ping",
      "tools/list",
      "tools/call",
      "resources/list",
      "resources/read",
      "resources/templates/list",
      "server/discover",
      "__proto__",
    ),
    fc.string(),
  );
  const params = fc.oneof(
    anyJson,
    fc.record({
      name: fc.oneof(
        fc.constantFrom("get_account", "list_orders", "preview_order", "place_order"),
        anyJson,
      ),
      uri: anyJson,
      arguments: anyJson,
      _meta: anyJson,
    }, { requiredKeys: [] }),
  );
  const message = fc.record(
    { jsonrpc: fc.oneof(fc.constant("2.0"), anyJson), id: anyJson, method, params },
    { requiredKeys: [] },
  );
  const version = fc.constantFrom("2026-07-28", "2025-11-25", "2025-03-26", "nope");

  test("gets a well-formed answer, or none", async () => {
    const body = fc.oneof(anyJson, message, fc.array(message, { maxLength: 4 }));
    await fc.assert(fc.asyncProperty(body, version, async (value, named) => {
      const headers: Record<string, string> = { "mcp-protocol-version": named };
      const answer = await client.post(JSON.stringify(value), headers);
      expect([answer.text, isWellAnswered(answer)]).toEqual([answer.text, true]);
    }));
  });

  test("to a tool has a result, whatever its arguments are", async () => {
    const tools = ["get_account", "list_games", "list_orders", "preview_order", "place_order"];
    const args = fc.dictionary(
      fc.oneof(fc.constantFrom("walletId", "slug", "amount", "previewToken", "limit"), fc.string()),
      anyJson,
    );
    await fc.assert(fc.asyncProperty(fc.constantFrom(...tools), args, async (name, sent) => {
      const { content, structuredContent, isError } = await client.call(name, sent);
      expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
      if (!isError) return;
      expect([typeof structuredContent["error"], typeof structuredContent["hint"]])
        .toEqual(["string", "string"]);
      expect(structuredContent["code"]).not.toBe("internal");
    }));
  });
});
