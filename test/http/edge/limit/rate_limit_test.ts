import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { makeProcessQuotaStore } from "../../../../adapters/process/quota_store.ts";
import type { QuotaHit } from "../../../../core/access/mod.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { NOW_MS, testServer } from "../test_server.ts";

const QUOTA = Option.some({ requests: 3, windowSec: 60 });
const limitsOf = ({ headers }: Response) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));

describe("the public limit", () => {
  test("is told on every answer and enforced after the last allowed one", async () => {
    const { get } = testServer({ quota: QUOTA });
    const reset = String(NOW_MS / 1000 - 17 + 60);
    for (const remaining of ["2", "1", "0"]) {
      const response = await get("/api/v1/cached");
      expect([response.status, ...limitsOf(response)]).toEqual([200, "3", remaining, reset]);
      expect(response.headers.get("retry-after")).toBeNull();
    }
    const refused = await get("/api/v1/cached");
    expect([refused.status, ...limitsOf(refused)]).toEqual([429, "3", "0", reset]);
    expect(refused.headers.get("retry-after")).toBe("43");
    expect(await refused.json()).toEqual({
      error: "Rate limit exceeded: 3 requests per 60 s",
      hint: "Try again in 43 s",
    });
  });

  test("has a code in the coded family", async () => {
    const { get } = testServer({ quota: Option.some({ requests: 1, windowSec: 60 }) });
    await get("/api/v1/die");
    expect(await (await get("/api/v1/die")).json()).toMatchObject({ code: "rate_limited" });
  });

  test("counts an error as one, a wrong method too, and an unchanged answer as none", async () => {
    const { get } = testServer({ quota: QUOTA });
    expect(limitsOf(await get("/api/v1/echo"))[1]).toBe("2");
    expect(limitsOf(await get("/api/v1/unchanged"))[1]).toBe("2");
    expect(limitsOf(await get("/api/v1/unchanged"))[1]).toBe("2");
    expect(limitsOf(await get("/api/v1/cached", { method: "PUT" }))[1]).toBe("1");
    expect(limitsOf(await get("/api/v1/cached"))[1]).toBe("0");
    expect((await get("/api/v1/cached", { method: "PUT" })).status).toBe(429);
  });

  test("never refuses a preflight: a browser could not read why", async () => {
    const { get } = testServer({ quota: Option.some({ requests: 1, windowSec: 60 }) });
    const headers = { origin: "https://a.example", "access-control-request-method": "GET" };
    for (let turn = 0; turn < 3; turn++) {
      expect((await get("/api/v1/cached", { method: "OPTIONS", headers })).status).toBe(204);
    }
    expect((await get("/api/v1/cached")).status).toBe(200);
  });

  const FREE = ["/", "/docs", "/openapi.json", "/asyncapi.json", "/metrics", "/api/v1/status"];
  test.each([...FREE, "/nowhere"])("leaves %s alone", async (path) => {
    const { get } = testServer({ quota: Option.some({ requests: 1, windowSec: 60 }) });
    for (let turn = 0; turn < 3; turn++) {
      const response = await get(path);
      expect([response.status === 429, ...limitsOf(response)]).toEqual([false, null, null, null]);
    }
  });

  test("is off without a quota, and so are its headers, here and at /health", async () => {
    const { get } = testServer({ quota: Option.none() });
    for (const path of ["/api/v1/cached", "/health"]) {
      for (let turn = 0; turn < 60; turn++) await get(path);
      const response = await get(path);
      expect([response.status, ...limitsOf(response)]).toEqual([200, null, null, null]);
    }
  });
});

describe("the limit of /health", () => {
  const ask = async (get: (path: string) => Promise<Response>, path: string, times: number) => {
    for (let turn = 0; turn < times; turn++) await get(path);
  };

  test("is the public one in a bucket of its own, told on every answer", async () => {
    const { get } = testServer({ quota: Option.some({ requests: 61, windowSec: 60 }) });
    const first = await get("/health");
    expect([first.status, ...limitsOf(first)])
      .toEqual([200, "61", "60", String(NOW_MS / 1000 + 43)]);
    await ask(get, "/health", 60);
    expect((await get("/api/v1/cached")).status).toBe(200);
    const health = await get("/health");
    expect([health.status, limitsOf(health)[1]]).toEqual([429, "0"]);
    expect(health.headers.get("retry-after")).toBe("43");
    expect(await health.json()).toEqual({ error: expect.any(String), hint: "Try again in 43 s" });
  });

  test.each([
    [{ requests: 2, windowSec: 60 }, 60],
    [{ requests: 2, windowSec: 1 }, 60],
    [{ requests: 100, windowSec: 3_600 }, 3_600],
    [{ requests: 600, windowSec: 60 }, 600],
  ])("is never below 60 and one a second: with %p it is %p", async (quota, limit) => {
    const { get } = testServer({ quota: Option.some(quota) });
    expect(limitsOf(await get("/health"))[0]).toBe(String(limit));
    await ask(get, "/health", 59);
    expect((await get("/health")).status).toBe(limit === 60 ? 429 : 200);
    await ask(get, "/api/v1/cached", quota.requests);
    expect((await get("/api/v1/cached")).status).toBe(429);
  });

  test("counts HEAD and another method with it, and each address apart", async () => {
    let peer = "198.51.100.1";
    const { get } = testServer({
      quota: Option.some({ requests: 3, windowSec: 60 }),
      peerAddressOf: () => peer,
    });
    await get("/health", { method: "HEAD" });
    expect(limitsOf(await get("/health", { method: "PUT" }))[1]).toBe("58");
    peer = "198.51.100.2";
    expect(limitsOf(await get("/health"))[1]).toBe("59");
  });
});

describe("a counter elsewhere", () => {
  const NO_COUNTER = new StoreFailed({ operation: "count", cause: new Error("no counter") });

  test("is waited for", async () => {
    const { add } = makeProcessQuotaStore();
    const quotaStore = {
      add: (hit: QuotaHit) => Effect.promise(async () => await add(hit)),
    };
    const { get } = testServer({ quota: QUOTA, quotaStore });
    const all = await Promise.all(Array.from({ length: 5 }, () => get("/api/v1/cached")));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect((await get("/api/v1/throw", { method: "PUT" })).status).toBe(429);
  });

  test.each([
    ["throws", () => {
      throw new Error("no counter");
    }],
    ["fails", () => Effect.fail(NO_COUNTER)],
    ["fails later", () => Effect.delay(Effect.fail(NO_COUNTER), 1)],
    ["dies later", () => Effect.delay(Effect.die(NO_COUNTER), 1)],
  ])("that %s lets the request through and is logged", async (_, add) => {
    const { get, log } = testServer({ quota: QUOTA, quotaStore: { add } });
    const response = await get("/api/v1/cached");
    expect([response.status, ...limitsOf(response)]).toEqual([200, null, null, null]);
    expect((await get("/api/v1/throw")).status).toBe(500);
    expect(log[0]?.text).toContain("no counter");
  });
});

describe("callers", () => {
  const forwarded = (list: string) => ({ headers: { "x-forwarded-for": list } });

  test("are told apart by their socket, not by what they write", async () => {
    const { get } = testServer({ quota: QUOTA });
    expect(limitsOf(await get("/api/v1/cached", forwarded("198.51.100.1")))[1]).toBe("2");
    expect(limitsOf(await get("/api/v1/cached", forwarded("198.51.100.2")))[1]).toBe("1");
  });

  test("are told apart by what the trusted proxy saw", async () => {
    const { get } = testServer({ quota: QUOTA, trustProxy: 1 });
    const remaining = async (list: string) =>
      limitsOf(await get("/api/v1/cached", forwarded(list)))[1];
    expect(await remaining("198.51.100.1")).toBe("2");
    expect(await remaining("198.51.100.2")).toBe("2");
    expect(await remaining("198.51.100.99, 198.51.100.1")).toBe("1");
    expect(await remaining("nonsense")).toBe("2");
    expect(await remaining("203.0.113.9")).toBe("1");
  });
});
