import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { testServer } from "./test_server.ts";

const { get, log } = testServer({ quota: Option.none() });

const UUID_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const PREFLIGHT = {
  method: "OPTIONS",
  headers: { origin: "https://a.example", "access-control-request-method": "GET" },
};

/** A request for every kind of answer, and its status. */
const ANSWERS: ReadonlyArray<readonly [method: string, path: string, status: number]> = [
  ["GET", "/api/v1/cached", 200],
  ["HEAD", "/api/v1/cached", 200],
  ["OPTIONS", "/api/v1/cached", 204],
  ["GET", "/api/v1/later", 200],
  ["GET", "/api/v1/unchanged", 304],
  ["GET", "/api/v1/echo", 400],
  ["GET", "/api/v1/cached?a=1", 400],
  ["HEAD", "/api/v1/event/7", 200],
  ["GET", "/nowhere", 404],
  ["GET", "/api/v1/%zz", 404],
  ["GET", "//", 404],
  ["POST", "/nowhere", 404],
  ["DELETE", "/api/v1/cached", 405],
  ["GET", "/api/v1/throw", 500],
  ["GET", "/api/v1/die", 500],
  ["GET", "/api/v1/die/later", 500],
  ["GET", "/api/v1/unwritable", 500],
  ["GET", "/api/v1/interrupt", 502],
  ["GET", "/api/v1/unstored", 502],
  ["GET", "/", 200],
  ["GET", "/docs", 200],
  ["GET", "/docs/stream", 200],
  ["GET", "/favicon.ico", 200],
  ["GET", "/openapi.json", 200],
  ["GET", "/health", 200],
];

describe("every answer", () => {
  const [direct, proxied] = [testServer(), testServer({ hasTlsInFront: true })];

  test.each(ANSWERS)("%s %s (%d) carries an id and is open to every origin", async (...asked) => {
    const [method, path, status] = asked;
    const { status: got, headers } = await get(path, { method });
    expect(got).toBe(status);
    expect(headers.get("x-request-id")).toMatch(UUID_7);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("X-Request-Id");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("x-sandbox")).toBeNull();
  });

  test.each([
    ...ANSWERS.map(([method, path]) => [path, { method }] as const),
    ["/api/v1/cached", PREFLIGHT] as const,
    ["/nowhere", PREFLIGHT] as const,
    ["/metrics", {}] as const,
  ])("of %s (%j) is of its type, and asks for TLS where that is in front", async (path, init) => {
    const [plain, tls] = [await direct.get(path, init), await proxied.get(path, init)];
    for (const { headers } of [plain, tls]) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect([plain, tls].map(({ headers }) => headers.get("strict-transport-security")))
      .toEqual([null, "max-age=31536000"]);
  });

  test("is marked in a sandbox", async () => {
    const sandbox = testServer({ isSandbox: true });
    for (const path of ["/api/v1/cached", "/api/v1/later", "/nowhere", "/"]) {
      expect((await sandbox.get(path)).headers.get("x-sandbox")).toBe("true");
    }
  });
});

describe("X-Request-Id", () => {
  const idOf = async (id: string) =>
    (await get("/health", { headers: { "x-request-id": id } })).headers.get("x-request-id");

  test.each(["a", "trace-1/2:3", "~".repeat(128)])("is the caller's own %s", async (id) => {
    expect(await idOf(id)).toBe(id);
  });

  test("is the caller's own where two lines have the same", async () => {
    expect(await idOf("a, a")).toBe("a");
  });

  test.each(["two words", "a, b", "x".repeat(129), "caf\u00e9", " "])(
    "is ours for %j",
    async (id) => {
      expect(await idOf(id)).toMatch(UUID_7);
    },
  );

  test("differs from answer to answer", async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => get("/api/v1/cached")));
    expect(new Set(ids.map(({ headers }) => headers.get("x-request-id"))).size).toBe(50);
  });
});

describe("X-Cache", () => {
  test.each([
    ["/api/v1/cached", "HIT"],
    ["/api/v1/echo?type=5min", "MISS"],
    ["/api/v1/echo", "HIT"],
    ["/api/v1/unstored", "MISS"],
    ["/health", null],
    ["/nowhere", null],
  ])(
    "of %s is %s, whatever came before",
    async (path, expected) => {
      for (let turn = 0; turn < 3; turn++) {
        expect((await get(path)).headers.get("x-cache")).toBe(expected);
        await Promise.all([get("/api/v1/cached"), get("/api/v1/echo?type=5min")]);
      }
    },
  );
});

describe("a body", () => {
  test("is JSON", async () => {
    const response = await get("/api/v1/echo?type=5min&asset=btc");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ asset: "btc", type: "5min" });
  });

  test("is sent as it is when it was encoded before", async () => {
    expect(await (await get("/api/v1/cached")).text()).toBe(`{"cached":true}`);
  });

  test.each([
    ["HEAD", "/api/v1/cached"],
    ["HEAD", "/api/v1/echo"],
    ["HEAD", "/api/v1/event/7"],
    ["HEAD", "/api/v1/event/"],
    ["HEAD", "/api/v1/event"],
    ["HEAD", "/nowhere"],
    ["OPTIONS", "/health"],
    ["GET", "/api/v1/unchanged"],
  ])("is missing from %s %s", async (method, path) => {
    expect(await (await get(path, { method })).text()).toBe("");
  });
});

describe("a handler that need not wait", () => {
  const { server } = testServer();

  test.each(["/api/v1/cached", "/api/v1/echo", "/health"])("answers %s at once", (path) => {
    // Not awaited: a promise here costs every request of the hot path.
    expect(server.fetch(new Request(`http://localhost${path}`))).toBeInstanceOf(Response);
  });
});

describe("a wrong method", () => {
  test("is told which are right, in the family of the path", async () => {
    const plain = await get("/api/v1/cached", { method: "PUT" });
    expect(plain.status).toBe(405);
    expect(plain.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await plain.json()).toEqual({
      error: "Cannot use method PUT here",
      hint: "Use GET, HEAD, OPTIONS",
    });
    const coded = await get("/api/v1/die", { method: "POST" });
    expect(await coded.json()).toMatchObject({ code: "method_not_allowed" });
    const post = await get("/api/v1/estimate");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const path = await get("/api/v1/event/7", { method: "PATCH" });
    expect([path.status, path.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("a preflight", () => {
  test.each(["/api/v1/estimate", "/nowhere"])("of %s is granted", async (path) => {
    const response = await get(path, PREFLIGHT);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = response.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining([
      ...["x-api-key", "authorization", "idempotency-key", "if-none-match", "content-type"],
    ]));
  });

  test("is not one without asking", async () => {
    expect((await get("/nowhere", { method: "OPTIONS" })).status).toBe(404);
  });
});

describe("an unknown path", () => {
  const hintOf = async (path: string) => await (await get(path)).json();

  test("is coded, and names what was meant", async () => {
    expect(await hintOf("/api/v1/cache")).toEqual({
      error: "Cannot find /api/v1/cache",
      code: "not_found",
      hint: "Did you mean /api/v1/cached? See /openapi.json and /docs for every path",
    });
    expect(await hintOf("/wp-admin.php")).toMatchObject({
      hint: "See /openapi.json and /docs for every path",
    });
  });

  test.each(["/api/v1/cached/", "/api/v1/event/7/", "/health//"])(
    "%s is told about its slash",
    async (path) => {
      const hint = `Request ${path.replace(/\/+$/, "")}, without the trailing slash`;
      expect(await hintOf(path)).toMatchObject({ code: "not_found", hint });
    },
  );

  test("is quoted only so far", async () => {
    expect(await (await get(`/${"a".repeat(5_000)}`)).text()).toMatch(/^.{100,300}$/);
  });
});

describe("a path with a value", () => {
  test.each([["7", "7"], ["a%2Fb%20c", "a/b c"], ["a+b", "a+b"], ["__proto__", "__proto__"]])(
    "%s carries %j",
    async (part, eventId) => {
      expect(await (await get(`/api/v1/event/${part}`)).json()).toEqual({ eventId });
    },
  );

  test.each(["/api/v1/event/", "/api/v1/event/%ff", "/api/v1/event/%", "/api/v1/event/%00"])(
    "%s is 400 in the family of its route",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(400);
      const error = expect.stringMatching(/^Cannot use eventId/);
      expect(await response.json()).toEqual({ error, hint: expect.any(String) });
    },
  );
});

describe("an error that nobody foresaw", () => {
  test.each(["/api/v1/throw", "/api/v1/die", "/api/v1/die/later", "/api/v1/unwritable"])(
    "of %s is logged with the request id, and not told",
    async (path) => {
      log.length = 0;
      const response = await get(path, { headers: { "x-request-id": "find-me" } });
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/secret|BigInt|serialize/);
      const errors = log.filter(({ level }) => level === "Error");
      expect(errors).toHaveLength(1);
      expect(errors[0]?.text).toMatch(/secret|BigInt|serialize/);
      expect(errors[0]?.text).toContain("find-me");
    },
  );
});

describe("the log", () => {
  test("warns of what we could not answer, and keeps queries and headers out", async () => {
    const { get, log } = testServer({ isAccessLogged: true });
    await get("/api/v1/interrupt");
    await get("/api/v1/echo?type=hidden-1", { headers: { "x-api-key": "hidden-2" } });
    expect(log.map(({ level }) => level)).toEqual(["Warn", "Debug"]);
    expect(log[0]?.text).toContain(`"status":502`);
    expect(log[1]?.text).toContain(`"path":"/api/v1/echo"`);
    expect(log.map(({ text }) => text).join()).not.toContain("hidden");
  });

  test("says why the store failed, which the caller is not told", async () => {
    const { get, log } = testServer();
    const response = await get("/api/v1/unstored", { headers: { "x-request-id": "find-me" } });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain("secret");
    expect(log).toHaveLength(1);
    expect(log[0]?.level).toBe("Warn");
    expect(log[0]?.text).toContain("the secret inside");
    expect(log[0]?.text).toContain("find-me");
  });
});
