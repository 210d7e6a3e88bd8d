import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { missingKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { makeMethods } from "../../../adapters/http/mcp/methods.ts";
import { negotiated } from "../../../adapters/http/mcp/protocol_version.ts";
import { HOLDER, QUIET_EDGE } from "./quiet_edge.ts";
import { testServer } from "./test_server.ts";
import { tradeRoute } from "./trade_route.ts";

const OWN = "/home/operator/s";
const COMMANDS = { ...QUIET_EDGE, ownCommand: (words: string) => `${OWN} ${words}` };
const HERE = { peer: "127.0.0.1", origin: "http://localhost:3000", headers: {} };
const CALLERS: ReadonlyArray<[where: string, caller: typeof HERE, isHere: boolean]> = [
  ["on this machine", HERE, true],
  ["on this machine by IPv6", { ...HERE, peer: "::1", origin: "http://[::1]:3000" }, true],
  ["on another machine", { ...HERE, peer: "192.0.2.1" }, false],
  ["behind a proxy", { ...HERE, headers: { "x-forwarded-for": "8.8.8.8" } }, false],
  ["under a name of elsewhere", { ...HERE, origin: "http://evil.test:3000" }, false],
];

describe.each(CALLERS)("a caller %s", (_, { peer, origin, headers }, isHere) => {
  const command = isHere ? OWN : "strikeline";
  const other = isHere ? "strikeline account" : OWN;

  test("reads the operator's commands written for it, on pages and in hints", async () => {
    const { server } = testServer({
      ...COMMANDS,
      plugins: tradeRoute,
      checkKey: () => missingKey("live"),
      peerAddressOf: () => peer,
    });
    for (
      const path of [
        "/",
        "/openapi.json",
        "/docs/guide/all.md",
        "/docs/guide/console",
        "/docs/guide/console.md",
        "/api/v1/trade",
      ]
    ) {
      const response = await server.handle(new Request(`${origin}${path}`, { headers }));
      const text = await response.text();
      expect([path, text]).toEqual([path, expect.stringContaining(`${command} account`)]);
      expect([path, text.includes(other)]).toEqual([path, false]);
    }
  });

  test("reads them so in the guides for tools", async () => {
    const { negotiated: methods } = makeMethods<never>({
      tools: [],
      version: "1",
      commands: COMMANDS,
    });
    const call = {
      ...{ holder: HOLDER, nowMs: 0, requestId: "1", ownCommand: COMMANDS.ownCommand },
      request: new Request(`${origin}/mcp`, { headers }),
      peerAddress: () => peer,
    };
    const read = methods.get("resources/read");
    if (read === undefined) throw new Error("no method");
    const asked = { call, version: negotiated("2025-11-25") } as never;
    const text = JSON.stringify(
      await Effect.runPromise(read({ uri: "strikeline://guide/console" }, asked)),
    );
    expect(text).toContain(`${command} account`);
    expect(text).not.toContain(other);
  });
});
