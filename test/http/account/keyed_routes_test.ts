import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { exampleOf } from "../../../adapters/http/service/start_page.ts";
import { KEYED, keyedServer, LISTINGS, randomKey } from "./keyed_server.ts";
import { until } from "../../until.ts";
import { NOW_MS } from "../edge/test_server.ts";

describe.each(KEYED.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_, route) => {
    const path = exampleOf(route);
    const init = { method: route.method };

    test("is 401 without a key and with one that is not valid", async () => {
      const { ask } = await keyedServer();
      for (const key of [undefined, randomKey(), "sk_live_", "x", randomKey("test")]) {
        const { status, body, headers } = await ask(path, key, init);
        expect([status, body["code"]]).toEqual([401, "unauthorized"]);
        expect(typeof body["hint"]).toBe("string");
        expect(headers.get("www-authenticate")).toStartWith('Bearer realm="strikeline"');
      }
    });

    test("takes the key as Authorization: Bearer too, and answers only its holder", async () => {
      const { ask, issue } = await keyedServer();
      const { text } = await issue([route.access === "trade" ? "trade" : "read"]);
      const bearer = { ...init, headers: { authorization: `Bearer ${text}` } };
      const answers = [
        await ask(path, text, init),
        await ask(path, undefined, bearer),
        await ask(path, undefined, init),
      ];
      const [one, other] = answers.map(({ status, body }) => [status, body["error"]]);
      expect(one?.[0]).not.toBe(401);
      expect(other).toEqual(one ?? []);
      const coded = LISTINGS.has(route.path) ? ", accept-encoding" : "";
      for (const { headers } of answers) {
        expect([headers.get("cache-control"), headers.get("vary")])
          .toEqual(["no-store", `x-api-key, authorization${coded}`]);
      }
    });

    test("is 503 while the store cannot look up the key", async () => {
      const { ask, issue, state, causes } = await keyedServer();
      const { text } = await issue(["read", "trade"]);
      state.isStoreDown = true;
      const { status, body, headers } = await ask(path, text, init);
      expect([status, body["code"]]).toEqual([503, "unavailable"]);
      expect(headers.get("retry-after")).toBe("1");
      // The reason is logged for the operator, and not sent to the caller.
      expect(causes.join()).toContain("down");
      expect(JSON.stringify(body)).not.toContain("down");
    });

    test("is 403 with a key of another scope", async () => {
      const { ask, issue } = await keyedServer();
      const { text } = await issue([route.access === "read" ? "trade" : "read"]);
      const { status, body, headers } = await ask(path, text, init);
      expect([status, body["code"]]).toEqual([403, "forbidden"]);
      expect(body["error"]).toContain(`lacks the scope ${route.access}`);
      expect(headers.get("www-authenticate"))
        .toBe(`Bearer realm="strikeline", error="insufficient_scope", scope="${route.access}"`);
      expect(JSON.stringify(body)).not.toContain(text.slice(20, 40));
    });
  },
);

describe("an API key", () => {
  test("opens what its scopes name", async () => {
    const { ask, issue } = await keyedServer();
    const { text } = await issue(["trade"]);
    expect((await ask("/api/v1/trade", text)).body).toEqual({ email: "someone@example.com" });
    expect((await ask("/api/v1/account", text)).status).toBe(403);
  });

  test("dies within ten seconds of being revoked, and outlives the store till then", async () => {
    const { ask, issue, state, store, runPromise } = await keyedServer();
    const { id, text } = await issue(["read"]);
    expect((await ask("/api/v1/account", text)).status).toBe(200);
    state.isStoreDown = true;
    expect((await ask("/api/v1/account", text)).status).toBe(200);
    state.isStoreDown = false;
    await runPromise(store.revokeKey(id, NOW_MS));
    state.machineMs = 10_000;
    expect((await ask("/api/v1/account", text)).status).toBe(401);
  });

  test("is not asked of the store when it was cut or mistyped", async () => {
    const { ask, issue, state } = await keyedServer();
    const { text } = await issue(["read"]);
    const swapped = text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");
    for (const wrong of [text.slice(0, -1), `${text}a`, swapped, text.toLowerCase(), "é"]) {
      expect((await ask("/api/v1/account", encodeURI(wrong))).status).toBe(401);
    }
    expect(state.lookups).toBe(0);
  });

  test("of a sandbox opens no live service, nor the other way round", async () => {
    const live = await keyedServer();
    const inLive = await live.ask("/api/v1/account", (await live.issue(["read"])).text);
    const sandboxKey = randomKey("test");
    await live.issue(["read"], sandboxKey);
    const refused = await live.ask("/api/v1/account", sandboxKey);
    expect([inLive.status, refused.status]).toEqual([200, 401]);
    expect(refused.body["error"]).toBe("Cannot use a sandbox key here: this is a live service");
    const sandbox = await keyedServer({ world: "test" });
    expect((await sandbox.ask("/api/v1/account", randomKey("live"))).body["error"])
      .toContain("this is a sandbox");
  });

  test("that the operator fixed is used as it is", async () => {
    const fixed = "sk_test_demo";
    const { ask, issue } = await keyedServer({ world: "test", fixedKey: Option.some(fixed) });
    expect((await ask("/api/v1/account", fixed)).status).toBe(401);
    await issue(["read"], fixed);
    const other = await keyedServer({ world: "test", fixedKey: Option.some(fixed) });
    await other.issue(["read"], fixed);
    expect((await other.ask("/api/v1/account", fixed)).status).toBe(200);
    expect((await other.ask("/api/v1/account", "sk_test_dema")).status).toBe(401);
  });

  test("has the minute of its last use noted", async () => {
    const { ask, issue, store, runPromise } = await keyedServer();
    const { text } = await issue(["read"]);
    expect((await ask("/api/v1/account", text)).body["key"]).toMatchObject({ last_used_at: null });
    // It is noted behind the answer.
    await until(async () => {
      const [key] = await runPromise(store.keysByPrefix(text.slice(0, 16)));
      return Option.contains(key?.key.lastUsedMs ?? Option.none(), NOW_MS);
    });
  });
});

describe("a caller without a key", () => {
  const path = "/api/v1/account";

  test("is told how to get one, and where to send it", async () => {
    const live = (await (await keyedServer()).ask(path)).body["hint"];
    expect(live).toContain("x-api-key");
    expect(live).toContain("Authorization: Bearer <key>");
    expect(live).toContain("at /console of this service");
    expect(live).toContain("`strikeline account add <email>`");
    // An account that was added has no password.
    expect(live).toContain("`strikeline account link <email>`");
    const sandbox = (await (await keyedServer({ world: "test" })).ask(path)).body["hint"];
    expect(sandbox).toContain("at /console of this service");
  });

  test("is challenged by RFC 6750: without an error, or with the one that was made", async () => {
    const { ask } = await keyedServer();
    const challenge = async (key?: string) =>
      (await ask(path, key)).headers.get("www-authenticate");
    expect(await challenge()).toBe('Bearer realm="strikeline"');
    for (const wrong of ["x", randomKey(), randomKey("test")]) {
      expect(await challenge(wrong)).toBe('Bearer realm="strikeline", error="invalid_token"');
    }
  });

  const NAMES = ["key", "api_key", "apikey", "API-KEY", "x-api-key", "token", "access_token"];
  test.each(NAMES)("is 401 with ?%s=, and the key is never echoed", async (name) => {
    const { ask, issue } = await keyedServer();
    const { text } = await issue(["read"]);
    for (const query of [`${name}=${text}`, `colour=1&${name}=${text}`]) {
      const alone = await ask(`${path}?${query}`);
      expect([alone.status, alone.body["error"]])
        .toEqual([401, "Cannot use an API key from the URL"]);
      expect(alone.body["hint"]).toContain("Addresses end up in logs");
      expect(alone.headers.get("www-authenticate")).toBe('Bearer realm="strikeline"');
      expect(alone.text).not.toContain(text.slice(8));
    }
    const beside = await ask(`${path}?${name}=${text}`, text);
    expect([beside.status, beside.body["error"]])
      .toEqual([400, `Cannot use parameter "${name}"`]);
    expect(beside.body["hint"]).toContain("Addresses end up in logs");
    expect(beside.text).not.toContain(text.slice(8));
  });
});

describe("the limit of keys", () => {
  const keyedQuota = Option.some({ requests: 3, windowSec: 60 });

  test("is each key's own, whatever the address, and sent in headers", async () => {
    const { ask, issue } = await keyedServer({ keyedQuota });
    const [one, other] = [await issue(["read"]), await issue(["read"])];
    for (const remaining of ["2", "1", "0"]) {
      const { status, headers } = await ask("/api/v1/account", one.text);
      expect([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")])
        .toEqual([200, "3", remaining]);
    }
    const refused = await ask("/api/v1/account", one.text);
    expect([refused.status, refused.body["code"]]).toEqual([429, "rate_limited"]);
    expect(refused.headers.get("retry-after")).toBe("43");
    expect((await ask("/api/v1/account", other.text)).status).toBe(200);
  });

  test("counts callers without a valid key by address, apart from every key", async () => {
    const { ask, issue } = await keyedServer({ keyedQuota });
    const { text } = await issue(["read"]);
    const statuses = [];
    for (const key of [undefined, randomKey(), "x", undefined]) {
      statuses.push((await ask("/api/v1/account", key)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await ask("/api/v1/account", text)).status).toBe(200);
  });

  test("spends no look-up on invented keys that come after it", async () => {
    const { ask, issue, state } = await keyedServer({ keyedQuota });
    const [known, fresh] = [await issue(["read"]), await issue(["read"])];
    expect((await ask("/api/v1/account", known.text)).status).toBe(200);
    state.lookups = 0;
    const statuses = new Map<number, number>();
    for (let i = 0; i < 100; i++) {
      const { status, headers } = await ask("/api/v1/account", randomKey());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(headers.has("retry-after")).toBe(status === 429);
    }
    expect([...statuses, state.lookups]).toEqual([[401, 3], [429, 97], 3]);
    // Whoever was known before is not held up, even when the store has to be asked again.
    state.machineMs = 10_000;
    expect((await ask("/api/v1/account", known.text)).status).toBe(200);
    // A key that was never seen here cannot be told from an invented one.
    expect((await ask("/api/v1/account", fresh.text)).status).toBe(429);
    expect(state.lookups).toBe(4);
  });

  test("of an address is not spent by good keys, nor while the store is down", async () => {
    const { ask, issue, state } = await keyedServer({ keyedQuota });
    for (let i = 0; i < 5; i++) {
      const { text } = await issue(["read"]);
      expect((await ask("/api/v1/account", text)).status).toBe(200);
    }
    state.isStoreDown = true;
    for (let i = 0; i < 5; i++) {
      expect((await ask("/api/v1/account", randomKey())).status).toBe(503);
    }
    state.isStoreDown = false;
    expect((await ask("/api/v1/account", randomKey())).headers.get("x-ratelimit-remaining"))
      .toBe("2");
  });

  test("counts another method by address", async () => {
    const { ask, issue } = await keyedServer({ keyedQuota });
    const { text } = await issue(["read"]);
    const wrong = await ask("/api/v1/account", text, { method: "PUT" });
    expect([wrong.status, wrong.headers.get("x-ratelimit-remaining")]).toEqual([405, "2"]);
  });

  test("counts a request that lacks the scope", async () => {
    const { ask, issue } = await keyedServer({ keyedQuota });
    const { text } = await issue(["trade"]);
    const { status, headers } = await ask("/api/v1/account", text);
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([403, "2"]);
  });
});
