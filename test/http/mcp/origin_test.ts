import { describe, expect, test } from "bun:test";
import { rpcClient } from "./rpc_client.ts";

const client = await rpcClient();
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

describe("another method or origin", () => {
  test("is 405 for the stream and the session that older versions may ask for", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, headers } = await client.server.ask("/mcp", client.key, { method });
      expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  test.each([
    "https://evil.example",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example:3000",
    "null",
    "nonsense",
    "file://localhost",
    "ftp://localhost",
  ])("is 403 for a page of %s", async (origin) => {
    const { status, body } = await client.post(PING, { origin });
    expect([status, body["code"]]).toEqual([403, "forbidden"]);
  });

  test.each(["http://localhost:5173", "http://127.0.0.1", "https://[::1]:8443"])(
    "is answered for a page of this machine, %s",
    async (origin) => {
      expect((await client.post(PING, { origin })).status).toBe(200);
    },
  );

  test("may be asked by a page with the headers of the protocol", async () => {
    const { headers } = await client.server.ask("/mcp", undefined, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "POST" },
    });
    const allowed = headers.get("access-control-allow-headers")?.split(", ");
    for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name", "x-api-key"]) {
      expect(allowed).toContain(name);
    }
  });
});
