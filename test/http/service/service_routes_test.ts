import { describe, expect, test } from "bun:test";
import { Effect, Metric, Option, Redacted } from "effect";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { NOW_MS, testServer } from "../edge/test_server.ts";

describe("GET /health", () => {
  test("reports that the service can answer", async () => {
    const response = await testServer().get("/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ok: true,
      service: "strikeline",
      now: "2026-01-01T00:00:17.000Z",
    });
  });

  test("is 502 in the plain family while the store does not answer", async () => {
    const failure = new StoreFailed({ operation: "ask the store", cause: new Error("secret") });
    const response = await testServer({ checkHealth: Effect.fail(failure) }).get("/health");
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({
      error: "Cannot ask the store: the store did not answer",
      hint: "Try again shortly",
    });
  });
});

test("GET /api/v1/status returns ages, and null if nothing is known", async () => {
  const { get } = testServer({
    readStatus: Effect.succeed({
      providers: [
        { name: "oracle", state: "healthy", lastSuccessAtMs: NOW_MS - 1_500, errorRate: 0.25 },
        { name: "exchange", state: "off", lastSuccessAtMs: null, errorRate: null },
        {
          name: "venue user stream",
          state: "unknown",
          lastSuccessAtMs: null,
          errorRate: null,
          sockets: { open: 1, wanted: 2 },
        },
      ],
      jobs: [{ name: "record_openings", lastRunAtMs: NOW_MS, ok: true }],
      quotaStore: "redis",
      fleet: { state: "shared" as const, held: ["oracle sockets"] },
      venueLimits: [{
        tier: null,
        signers: 3,
        orders: { lowestRemaining: 12, resting: 0, restMs: 0 },
        cancels: { lowestRemaining: -7, resting: 1, restMs: 87.5 },
      }],
      targets: { provisional: 2, corrected: 1, disputed: 3 },
      recording: {
        state: "standing_by",
        bytes: 9_007,
        kept: 12,
        dropped: 1,
        failure: "no space",
        lastMs: NOW_MS,
      },
    }),
  });
  expect(await (await get("/api/v1/status")).json()).toEqual({
    providers: [
      {
        name: "oracle",
        state: "healthy",
        last_success_at: "2026-01-01T00:00:15.500Z",
        age_s: 1.5,
        error_rate: 0.25,
      },
      { name: "exchange", state: "off", last_success_at: null, age_s: null, error_rate: null },
      {
        name: "venue user stream",
        state: "unknown",
        last_success_at: null,
        age_s: null,
        error_rate: null,
        sockets: { open: 1, wanted: 2 },
      },
    ],
    jobs: [{ name: "record_openings", last_run_at: "2026-01-01T00:00:17.000Z", ok: true }],
    limits: { store: "redis" },
    fleet: { state: "shared", holds: ["oracle sockets"] },
    targets: { provisional: 2, corrected: 1, disputed: 3 },
    recording: {
      state: "standing_by",
      bytes: 9_007,
      kept: 12,
      dropped: 1,
      last_received_at: "2026-01-01T00:00:17.000Z",
      failure: "no space",
    },
    venue_limits: [{
      tier: null,
      signers: 3,
      orders: { lowest_remaining: 12, resting: 0, rest_s: 0 },
      cancels: { lowest_remaining: -7, resting: 1, rest_s: 0.088 },
    }],
  });
});

describe("GET /metrics", () => {
  const metricsToken = Option.some(Redacted.make("open-sesame"));
  const PUT = { method: "PUT" };
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  test("counts by route and status, not by path", async () => {
    const { get } = testServer({ peerAddressOf: () => "127.0.0.1" });
    await get("/api/v1/event/7");
    await get("/api/v1/event/8");
    await get("/api/v1/event/%ff");
    await get("/made/up");
    Effect.runSync(Metric.update(Metric.counter("strikeline_test_total"), 3));
    const response = await get("/metrics");
    expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
    const text = await response.text();
    const route = 'method="GET",route="/api/v1/event/{eventId}"';
    expect(text).toContain(`strikeline_http_requests_total{${route},status="200"} 2\n`);
    expect(text).toContain(`strikeline_http_requests_total{${route},status="400"} 1\n`);
    expect(text).toContain(`strikeline_http_request_duration_seconds_count{${route}} 3\n`);
    expect(text).toContain(`_bucket{${route},le="+Inf"} 3\n`);
    expect(text).toContain('route="unmatched",status="404"} 1\n');
    expect(text).toContain("strikeline_test_total 3");
    expect(text).not.toContain("made");
  });

  test("has no series of a route that nobody has asked", async () => {
    const { get } = testServer({ peerAddressOf: () => "127.0.0.1" });
    await get("/api/v1/event/7");
    const text = await (await get("/metrics")).text();
    const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    expect(new Set(routes)).toEqual(new Set(["/api/v1/event/{eventId}"]));
  });

  test("counts the spellings of a path together", async () => {
    const { get } = testServer({ peerAddressOf: () => "127.0.0.1" });
    for (const path of ["event/7", "event/", "event"]) await get(`/api/v1/${path}`, PUT);
    const text = await (await get("/metrics")).text();
    const route = 'method="other",route="/api/v1/event/{eventId}"';
    expect(text).toContain(`strikeline_http_requests_total{${route},status="405"} 3\n`);
    expect(text).toContain(`strikeline_http_request_duration_seconds_count{${route}} 3\n`);
  });

  test.each<[string, string | undefined, RequestInit, number]>([
    ["this machine", "127.0.0.1", {}, 200],
    ["this machine", "::1", {}, 200],
    ["a proxy on it", "127.0.0.1", { headers: { "x-forwarded-for": "127.0.0.1" } }, 401],
    ["another", "127.0.0.1", { headers: { forwarded: "for=127.0.0.1" } }, 401],
    ["one that names the client", "::1", { headers: { "x-real-ip": "127.0.0.1" } }, 401],
    ["one that names itself", "127.0.0.1", { headers: { via: "1.1 proxy" } }, 401],
    ["a proxy of the network", "127.0.0.1", { headers: { "cf-connecting-ip": "::1" } }, 401],
    ["elsewhere", "203.0.113.9", {}, 401],
    ["nowhere", undefined, {}, 401],
    ["elsewhere with the token", "203.0.113.9", bearer("open-sesame"), 200],
    ["elsewhere with it twice", "::2", bearer("open-sesame, Bearer open-sesame"), 200],
    ["elsewhere with another", "203.0.113.9", bearer("open-sesam"), 401],
    ["elsewhere with none", "203.0.113.9", { headers: { authorization: "Bearer " } }, 401],
  ])("from %s (%s)", async (_, peer, init, status) => {
    const { get } = testServer({ metricsToken, peerAddressOf: () => peer });
    const response = await get("/metrics", init);
    expect(response.status).toBe(status);
    if (status === 200) return;
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toEqual({
      error: "Cannot show the metrics to this caller",
      hint: expect.any(String),
    });
  });

  test("is for no page of another origin, whatever it asks", async () => {
    const { get } = testServer({ peerAddressOf: () => "127.0.0.1" });
    const asked = { origin: "https://a.example", "access-control-request-method": "GET" };
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      for (const headers of [asked, { ...asked, "x-real-ip": "127.0.0.1" }]) {
        const answer = await get("/metrics", { method, headers });
        const cors = [...answer.headers.keys()].filter((name) => name.startsWith("access-control"));
        expect([method, cors, answer.headers.get("cache-control")]).toEqual([
          method,
          [],
          "no-store",
        ]);
      }
    }
  });

  test("accepts no token if none is set", async () => {
    const { get } = testServer();
    expect((await get("/metrics", bearer(""))).status).toBe(401);
    expect((await get("/metrics", bearer("undefined"))).status).toBe(401);
  });
});
