import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { KeyUsage } from "../../../core/use_case/account/mod.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { makeApiKey } from "../../../core/access/mod.ts";
import { NOW_MS } from "../edge/test_server.ts";
import { consoleWorld, EMAIL } from "./console_server.ts";

const { run, serve } = consoleWorld();
const BOTH = ["read", "trade"];

/** A browser that is signed in, and what it does with keys. */
async function signedIn(options: Parameters<typeof serve>[0] = {}, email = EMAIL) {
  const server = await serve(options);
  const browser = server.browser();
  const { body } = await browser.signUp(email);
  return {
    server,
    browser,
    pageKey: String(body.session.key),
    make: (name: unknown = "maker", scopes: unknown = BOTH) =>
      browser.post("keys", { name, scopes }),
    list: async () => (await browser.get("keys")).body.keys,
    revoke: (id: string) => browser.send("DELETE", `keys/${id}`),
  };
}

describe("a key", () => {
  test("is shown once, and listed with its name and scopes", async () => {
    const { make, list, server } = await signedIn();
    const { status, body, headers } = await make("  Market maker ä ", ["trade"]);
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(body.key).toMatch(/^sk_live_[0-9A-Za-z]{49}$/);
    expect(await server.keyStatus(body.key)).toBe(200);
    const { key, ...facts } = body;
    expect(facts).toEqual({
      id: facts.id,
      name: "Market maker ä",
      prefix: key.slice(0, 16),
      last_four: key.slice(-4),
      scopes: ["trade"],
      created_at: facts.created_at,
      last_used_at: null,
      revoked_at: null,
      usage: [],
    });
    const [listed] = await list();
    expect(listed).toMatchObject({ id: facts.id, name: "Market maker ä", scopes: ["trade"] });
    expect(JSON.stringify(listed)).not.toContain(key);
  });

  test("has at most 60 characters for a name, and known scopes", async () => {
    const { make, list } = await signedIn();
    const wrong = [
      await make("x".repeat(61)),
      await make("a\nb"),
      await make(7),
      await make("ok", []),
      await make("ok", ["root"]),
      await make("ok", "read"),
      await make("ok", ["read", 1]),
    ];
    expect(wrong.map(({ status }) => status)).toEqual(Array(7).fill(400));
    expect((await make(null)).body.error).toBe('Cannot use a body without "name"');
    expect((await make("ok", null)).body.error).toBe('Cannot use a body without "scopes"');
    expect(await list()).toEqual([]);
    expect((await make("🔑".repeat(60), ["trade", "read", "read"])).body.scopes).toEqual(BOTH);
    expect((await make("")).status).toBe(201);
  });

  test("is revoked at once, and stays listed", async () => {
    const { make, revoke, list, server } = await signedIn();
    const { body: { id, key } } = await make();
    expect(await server.keyStatus(key)).toBe(200);
    const { status, body } = await revoke(id);
    expect([status, body.id, body.revoked_at === null]).toEqual([200, id, false]);
    expect(await server.keyStatus(key)).toBe(401);
    expect((await list()).map((one: { revoked_at: string }) => one.revoked_at))
      .toEqual([body.revoked_at]);
    expect((await revoke(id)).body.revoked_at).toBe(body.revoked_at);
  });

  test("of another account, of a session and of nobody cannot be revoked", async () => {
    const own = await signedIn();
    const { body: { id, key } } = await own.make();
    const other = await signedIn({}, "other@example.com");
    expect(await other.list()).toEqual([]);
    const rows = await run(
      Sql.use(({ query }) => query("select id from api_keys where session_id is not null")),
    );
    expect(rows).toHaveLength(2);
    for (const one of [id, "nobody", ...rows.map((row) => String(row["id"]))]) {
      const { status, body } = await other.revoke(one);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
    expect([await own.server.keyStatus(key), await own.server.keyStatus(own.pageKey)])
      .toEqual([200, 200]);
  });

  test("is one of at most 50 that are not revoked", async () => {
    const { make, revoke } = await signedIn();
    const { body: first } = await make();
    for (let n = 1; n < 50; n++) await make();
    const { status, body } = await make();
    expect([status, body]).toEqual([409, {
      error: "Cannot issue another API key: the account has 50 that are not revoked",
      code: "bad_request",
      hint: "Revoke one that is no longer used",
    }]);
    await revoke(first.id);
    expect((await make()).status).toBe(201);
  });

  test("needs a session to be made, listed and revoked", async () => {
    const browser = (await serve()).browser();
    const answers = [
      await browser.get("keys"),
      await browser.post("keys", { name: "", scopes: BOTH }),
      await browser.send("DELETE", "keys/1"),
    ];
    expect(answers.map(({ status, body }) => [status, body.code]))
      .toEqual(Array(3).fill([401, "unauthorized"]));
  });
});

describe("the use of a key", () => {
  const keyedQuota = Option.some({ requests: 3, windowSec: 60 });
  const minuteAt = new Date(Math.floor(NOW_MS / 60_000) * 60_000).toISOString();

  test("is counted by minute, with what was over its limit; a session's key is not", async () => {
    const { make, browser, server, pageKey } = await signedIn({ keyedQuota });
    const [used, unused] = [(await make()).body, (await make()).body];
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push(await server.keyStatus(used.key));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    for (let n = 0; n < 2; n++) await server.keyStatus(pageKey);
    await server.keyStatus(makeApiKey("live", new Uint8Array(32)));
    const { body } = await browser.get("keys");
    expect(body.limit).toEqual({ requests: 3, window_sec: 60 });
    const usageOf = (id: string) => body.keys.find((key: { id: string }) => key.id === id).usage;
    expect(usageOf(used.id)).toEqual([{ minute_at: minuteAt, requests: 5, refused: 2 }]);
    expect(usageOf(unused.id)).toEqual([]);
    const stored = await run(Sql.use(({ query }) => query("select key_id from key_usage")));
    expect(stored).toEqual([{ key_id: used.id }]);
  });

  test("is counted where there is no limit too, and shown for an hour", async () => {
    const { make, browser, server } = await signedIn();
    const { body: { key, id } } = await make();
    await server.keyStatus(key);
    const usage = await run(KeyUsage.use(Effect.succeed));
    usage.count(id, NOW_MS - 61 * 60_000, false);
    usage.count(id, NOW_MS - 59 * 60_000, true);
    const { body } = await browser.get("keys");
    expect(body.limit).toBeNull();
    expect(body.keys[0].usage.map(({ requests }: { requests: number }) => requests))
      .toEqual([1, 1]);
  });
});
