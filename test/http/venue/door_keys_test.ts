import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { NOW_MS } from "../edge/test_server.ts";
import { doorWorld, KEY, OTHER_KEY } from "./door_world.ts";

const NOW_SEC = Math.floor(NOW_MS / 1000);
const live = await doorWorld();
await live.name();
const sandbox = await doorWorld({
  welcome: Option.some({ email: live.account.email, usdcE6: 10_000_000_000n }),
});

describe("a sign-in with the key of an address", () => {
  test("gets the API key of the wallet that was named, again and again", async () => {
    const first = await live.signIn();
    expect(first.status).toBe(200);
    expect(first.body["apiKey"]).toMatch(/^paper-[0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect((await live.signIn("GET")).body).toEqual(first.body);
    expect((await live.signIn()).body).toEqual(first.body);
    expect(first.headers.get("cache-control")).toBe("no-store");
  });

  test("is refused in a live service where nobody has named the address", async () => {
    const made = await live.signIn("POST", { signingKey: OTHER_KEY });
    expect(made).toMatchObject({ status: 400, body: { error: "Could not create api key" } });
    const derived = await live.signIn("GET", { signingKey: OTHER_KEY });
    expect(derived).toMatchObject({ status: 400, body: { error: "Could not derive api key!" } });
  });

  test("makes any address a wallet with 10,000 USDC in a sandbox, once", async () => {
    const { body } = await sandbox.signIn("POST", { signingKey: OTHER_KEY });
    const caller = await sandbox.caller(OTHER_KEY);
    expect(caller.key).toEqual(body as never);
    const money = await caller.call("GET", "/balance-allowance?asset_type=COLLATERAL");
    expect(money.body["balance"]).toBe("10000000000");
    expect(Object.keys(money.body["allowances"] as object)).toHaveLength(4);
  });

  test.each<[string, Parameters<typeof live.signIn>[1], Record<string, string>]>([
    ["of another address", {}, { POLY_ADDRESS: `0x${"1".repeat(40)}` }],
    ["with another signature", {}, { POLY_SIGNATURE: `0x${"1".repeat(130)}` }],
    ["with no signature", {}, { POLY_SIGNATURE: "" }],
    ["of another nonce than was signed", {}, { POLY_NONCE: "1" }],
    ["for another chain", { chainId: 80002 }, {}],
    ["of another time than was signed", {}, { POLY_TIMESTAMP: String(NOW_SEC + 1) }],
    ["of two minutes ago", { timestampSec: NOW_SEC - 120 }, {}],
    ["of two minutes ahead", { timestampSec: NOW_SEC + 120 }, {}],
  ])("is refused %s", async (_, claim, headers) => {
    expect(await live.signIn("POST", claim, headers)).toMatchObject({
      status: 401,
      body: { error: "Invalid L1 Request headers" },
    });
  });

  test("has no key of another nonce: a wallet's one key is never replaced", async () => {
    expect((await live.signIn("POST", { nonce: 1 })).body["error"]).toBe(
      "Could not create api key",
    );
    expect((await live.signIn("GET", { nonce: 1 })).body["error"])
      .toBe("Could not derive api key!");
  });
});

describe("a request that is signed with an API key", () => {
  test("is answered", async () => {
    const { call, key } = await live.caller();
    expect((await call("GET", "/auth/api-keys")).body).toEqual({ apiKeys: [key.apiKey] });
    expect((await call("GET", "/auth/ban-status/closed-only")).body).toEqual({
      closed_only: false,
    });
  });

  test.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ["without a key", () => ({})],
    ["of another address", (own) => ({ ...own, POLY_ADDRESS: `0x${"1".repeat(40)}` })],
    ["with another passphrase", (own) => ({ ...own, POLY_PASSPHRASE: "another" })],
    ["with another signature", (own) => ({ ...own, POLY_SIGNATURE: "a".repeat(44) })],
    ["of another time", (own) => ({ ...own, POLY_TIMESTAMP: String(NOW_SEC + 1) })],
    [
      "with a key of no wallet",
      (own) => ({ ...own, POLY_API_KEY: `paper-${crypto.randomUUID()}` }),
    ],
    ["with a key of the venue", (own) => ({ ...own, POLY_API_KEY: crypto.randomUUID() })],
  ])("is refused %s", async (_, change) => {
    const { headersOf } = await live.caller();
    const headers = change(headersOf("GET", "/data/orders"));
    expect(await live.ask("GET", "/data/orders", { headers })).toMatchObject({
      status: 401,
      body: { error: "Unauthorized/Invalid api key" },
    });
  });

  test.each([-120, 120])("is refused when it is signed %d s from now", async (sec) => {
    const { headersOf } = await live.caller();
    const headers = headersOf("GET", "/data/orders", { timestampSec: NOW_SEC + sec });
    expect((await live.ask("GET", "/data/orders", { headers })).status).toBe(401);
  });

  test("is refused with another body or path than was signed", async () => {
    const { headersOf, signed } = await live.caller();
    const { body } = signed();
    const headers = headersOf("POST", "/order", { body });
    const tampered = body.replace('"GTC"', '"FAK"');
    expect((await live.ask("POST", "/order", { headers, body: tampered })).status).toBe(401);
    const elsewhere = headersOf("GET", "/data/trades");
    expect((await live.ask("GET", "/data/orders", { headers: elsewhere })).status).toBe(401);
  });

  test("counts against the limit of keys, and others against that of the public", async () => {
    const one = Option.some({ requests: 1, windowSec: 60 });
    const { ask, caller, name } = await doorWorld({ quota: one, keyedQuota: one });
    await name(KEY);
    const { call } = await caller();
    expect(await call("GET", "/data/orders")).toMatchObject({ status: 429 });
    expect((await ask("GET", "/time")).status).toBe(200);
    const refused = await ask("GET", "/time");
    expect(refused.status).toBe(429);
    expect(refused.body["error"]).toBeString();
  });
});
