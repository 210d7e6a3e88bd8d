import { describe, expect, test } from "bun:test";
import { rpcClient } from "./rpc_client.ts";

const { post } = await rpcClient();

describe("a message of JSON-RPC", () => {
  test.each([
    "123456789012345678901234567890",
    "9007199254740993",
    "-7",
    "-0",
    "1.0",
    "1e3",
    "1E+400",
    '"9007199254740993"',
    '""',
  ])("gets its id back as it was sent, to the last digit: %s", async (id) => {
    const { text } = await post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect(text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
  });

  test("may have null for what is not set, as if it were left out", async () => {
    for (
      const [method, params] of [
        ["ping", null],
        ["tools/list", { cursor: null, _meta: null }],
        ["tools/call", { name: "get_account", arguments: null }],
      ]
    ) {
      const { status, body } = await post(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      );
      expect([status, method, "result" in body]).toEqual([200, method, true]);
    }
  });

  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', "method", 1],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","m\\u0065thod":"ping"}', "method", "a"],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', "id", undefined],
    ['{"jsonrpc":"2.0","method":"x","params":{},"params":{}}', "params", undefined],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_account",' +
      '"arguments":{"a":[{"b":1,"b":1}]}}}',
      "b",
      1,
    ],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}]', "method", undefined],
    ['{"id":1.5,"x":1,"x":1}', "x", undefined],
  ])("with a field twice, %s, is -32600 and names it", async (text, field, id) => {
    const { status, body } = await post(text);
    expect([status, body["id"], body["error"]]).toEqual([400, id, {
      code: -32600,
      message: `Cannot use a message with two fields "${field}"`,
      data: { hint: expect.stringContaining("Send each field once") },
    }]);
  });
});
