import { describe, expect, test } from "bun:test";
import { META, rpcClient } from "./rpc_client.ts";

const client = await rpcClient();
const { post, request, stateless } = client;

const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
const message = (fields: object) => JSON.stringify({ jsonrpc: "2.0", ...fields });
const PING = message({ id: 1, method: "ping" });

const initialize = (params: object) => post(message({ id: "a", method: "initialize", params }));

describe("initialize", () => {
  test.each(VERSIONS.slice(1))("agrees on %s", async (protocolVersion) => {
    const { status, body } = await initialize({
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    });
    expect([status, body["id"]]).toEqual([200, "a"]);
    expect(body["result"]).toEqual({
      protocolVersion,
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: "strikeline", title: "Strikeline", version: "1.2.3" },
      instructions: expect.stringContaining("do not guess"),
    });
  });

  test.each(["2024-11-05", "2026-07-28", "tomorrow", 7])(
    "offers the last version that is negotiated to a client of %s",
    async (protocolVersion) => {
      const { body } = await initialize({ protocolVersion });
      expect(body["result"]).toMatchObject({ protocolVersion: "2025-11-25" });
    },
  );

  test("is no method of the stateless version, nor is ping", async () => {
    for (const method of ["initialize", "ping"]) {
      const { status, body } = await stateless(method);
      expect([status, body["error"]]).toMatchObject([404, { code: -32601 }]);
    }
  });
});

describe("a version", () => {
  test("that is unknown is refused with those that are known", async () => {
    const answers = [
      await post(PING, { "mcp-protocol-version": "1900-01-01" }),
      await post(message({ method: "notifications/initialized" }), {
        "mcp-protocol-version": "1900-01-01",
      }),
      await stateless("tools/list", {
        _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "1900-01-01" },
      }, { "mcp-protocol-version": "1900-01-01" }),
    ];
    for (const { status, body } of answers) {
      expect([status, body["error"]]).toEqual([400, {
        code: -32022,
        message: "Unsupported protocol version",
        data: { supported: VERSIONS, requested: "1900-01-01" },
      }]);
    }
  });

  test("without a header is that of clients that send none", async () => {
    expect((await post(`[${PING}]`)).status).toBe(200);
    expect((await post(PING)).body["result"]).toEqual({});
  });

  test("but the oldest has structured content", async () => {
    for (const version of VERSIONS.slice(1)) {
      const called = await request("tools/call", { name: "get_account" }, { version });
      const { result } = called.body as { readonly result: object };
      expect("structuredContent" in result).toBe(version !== "2025-03-26");
    }
  });
});

describe("a request of the stateless version", () => {
  test("finds out what the service is", async () => {
    const { status, body } = await stateless("server/discover");
    expect([status, body["result"]]).toEqual([200, {
      resultType: "complete",
      supportedVersions: VERSIONS,
      capabilities: { tools: {}, resources: {} },
      instructions: expect.stringContaining("preview_order"),
      ttlMs: 300_000,
      cacheScope: "public",
      _meta: {
        "io.modelcontextprotocol/serverInfo": {
          name: "strikeline",
          title: "Strikeline",
          version: "1.2.3",
        },
      },
    }]);
  });

  test("says by its result who may keep it, and for how long", async () => {
    const scopeOf = async (method: string, params = {}, headers = {}) =>
      ((await stateless(method, params, headers)).body["result"] as Record<string, unknown>)[
        "cacheScope"
      ];
    const uri = "strikeline://guide/orders";
    expect(await scopeOf("tools/list")).toBe("private");
    expect(await scopeOf("resources/list")).toBe("private");
    expect(await scopeOf("resources/templates/list")).toBe("public");
    expect(await scopeOf("resources/read", { uri }, { "mcp-name": uri })).toBe("private");
    expect(await scopeOf("tools/call", { name: "get_account" }, { "mcp-name": "get_account" }))
      .toBeUndefined();
  });

  test("may name in two lines what is the same", async () => {
    const twice = (text: string) => `${text}, ${text}`;
    const { status } = await client.stateless("tools/call", NAMED, {
      "mcp-protocol-version": twice("2026-07-28"),
      "mcp-method": twice("tools/call"),
      "mcp-name": twice("get_account"),
    });
    expect(status).toBe(200);
  });

  const NAMED = { name: "get_account" };
  test.each([
    ["no version header", {}, { "mcp-protocol-version": undefined }],
    ["another version in the header", {}, { "mcp-protocol-version": "2025-11-25" }],
    ["no method header", {}, { "mcp-method": undefined }],
    ["another method in the header", {}, { "mcp-method": "tools/list" }],
    ["a method in another case", {}, { "mcp-method": "Tools/Call" }],
    ["no name header", {}, { "mcp-name": undefined }],
    ["another name in the header", {}, { "mcp-name": "get_status" }],
    ["a name that is no base64", {}, { "mcp-name": "=?base64?***?=" }],
  ])("is refused with %s", async (_, params, headers) => {
    const all = {
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "get_account",
      ...headers,
    };
    const sent = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined);
    const { status, body } = await client.server.ask("/mcp", client.key, {
      method: "POST",
      headers: sent,
      body: message({ id: 5, method: "tools/call", params: { _meta: META, ...NAMED, ...params } }),
    });
    expect([status, body["id"], body["error"]]).toMatchObject([400, 5, { code: -32020 }]);
  });

  test("may read nothing else than its header names", async () => {
    const uri = "strikeline://guide/orders";
    for (const headers of [{}, { "mcp-name": "strikeline://guide/fees" }]) {
      const { status, body } = await stateless("resources/read", { uri }, headers);
      expect([status, body["error"]]).toMatchObject([400, { code: -32020 }]);
    }
  });

  test("may encode its name, which is decoded before it is compared", async () => {
    const encoded = `=?base64?${Buffer.from("get_account").toString("base64")}?=`;
    expect((await stateless("tools/call", NAMED, { "mcp-name": encoded })).status).toBe(200);
  });

  test.each([
    ["no metadata", { _meta: undefined }],
    ["metadata that is no object", { _meta: 3 }],
    ["no capabilities", { _meta: { ...META, "io.modelcontextprotocol/clientCapabilities": 1 } }],
  ])("is refused with %s", async (_, params) => {
    const { status, body } = await stateless("tools/list", params);
    expect([status, body["error"]]).toMatchObject([400, { code: -32602 }]);
  });

  test("is 404 for a method that does not exist, with the error in the body", async () => {
    for (const method of ["subscriptions/listen", "prompts/list", "logging/setLevel"]) {
      const { status, body } = await stateless(method);
      expect([status, body["error"]]).toMatchObject([404, { code: -32601 }]);
    }
  });
});

describe("a message", () => {
  test("that is not JSON is -32700 without an id", async () => {
    for (const text of ["", "{", "nope", "\u0000", "[1,]"]) {
      const { status, body } = await post(text);
      expect([status, body["error"]]).toMatchObject([400, { code: -32700 }]);
      expect("id" in body).toBe(false);
    }
    const bytes = new Uint8Array([0x22, 0xff, 0x22]);
    const { status, body } = await client.server.ask("/mcp", client.key, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: bytes,
    });
    expect([status, body["error"]]).toMatchObject([400, { code: -32700 }]);
  });

  test.each([
    ["null", undefined],
    ["5", undefined],
    ['"tools/list"', undefined],
    ["{}", undefined],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 1],
    ['{"jsonrpc":"2.0","id":1}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 1],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', undefined],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', undefined],
    ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', undefined],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","params":[1]}', "a"],
  ])("that is none, %s, is -32600", async (text, id) => {
    const { status, body } = await post(text);
    expect([status, body["id"], body["error"]]).toMatchObject([400, id, { code: -32600 }]);
  });

  test("without an answer is 202 without a body", async () => {
    for (const fields of [{ method: "notifications/initialized" }, { id: 1, result: {} }]) {
      const { status, text } = await post(message(fields), {
        "mcp-protocol-version": "2025-06-18",
      });
      expect([status, text]).toEqual([202, ""]);
    }
    const answered = await post(message({ id: 1, result: {} }), {
      "mcp-protocol-version": "2026-07-28",
    });
    expect(answered.status).toBe(400);
  });

  test("of an unknown method is -32601 with status 200 in older versions", async () => {
    const { status, body } = await request("prompts/list");
    expect([status, body["error"]]).toMatchObject([200, { code: -32601 }]);
  });

  test.each([
    ["tools/call", {}],
    ["tools/call", { name: 5 }],
    ["tools/call", { name: "get_acount" }],
    ["tools/call", { name: "constructor" }],
    ["tools/call", { name: "get_account", arguments: [] }],
    ["tools/call", { name: "get_account", arguments: 5 }],
    ["tools/list", { cursor: "x" }],
    ["resources/list", { cursor: "x" }],
    ["resources/read", {}],
    ["resources/read", { uri: 1 }],
  ])("%s with %j is -32602", async (method, params) => {
    const { status, body } = await request(method, params);
    expect([status, body["error"]]).toMatchObject([200, { code: -32602 }]);
  });

  test("for an unknown tool says which one may be meant", async () => {
    const { body } = await request("tools/call", { name: "get_acount" });
    expect(body["error"]).toMatchObject({
      message: "Unknown tool: get_acount",
      data: { hint: "Did you mean get_account?" },
    });
  });
});
