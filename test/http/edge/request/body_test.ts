import { describe, expect, test } from "bun:test";
import { testServer } from "../test_server.ts";

const { get } = testServer({ bodyDeadlineMs: 50 });

function post(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  type = "application/json",
  path = "/api/v1/estimate",
) {
  return get(path, { method: "POST", body, headers: { "content-type": type } });
}

function streamOf(...chunks: ReadonlyArray<Uint8Array>) {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

const utf8 = new TextEncoder();

describe("a JSON body", () => {
  test.each([
    ["application/json"],
    ["application/json; charset=utf-8"],
    ["APPLICATION/JSON"],
    ["application/problem+json"],
  ])("is read as %s", async (type) => {
    expect(await (await post(`{"side":"BUY"}`, type)).json()).toEqual({ side: "BUY" });
  });

  test("may come in pieces", async () => {
    const pieces = [`{"si`, `de":"B`, `UY"}`].map((piece) => utf8.encode(piece));
    expect(await (await post(streamOf(...pieces))).json()).toEqual({ side: "BUY" });
  });

  test("is read whole where its size is announced, and never past the limit", async () => {
    const announced = (body: string) =>
      get("/api/v1/estimate", {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "content-length": "14" },
      });
    expect(await (await announced(`{"side":"BUY"}`)).json()).toEqual({ side: "BUY" });
    expect((await announced(`{"side":"BUY"`)).status).toBe(400);
    expect((await announced(`{"side":"${"x".repeat(65_536)}"}`)).status).toBe(413);
  });

  test.each([
    ["", "Cannot read the body as a JSON object"],
    ["{", "Cannot read the body as a JSON object"],
    ["[]", "Cannot read the body as a JSON object"],
    ["null", "Cannot read the body as a JSON object"],
    ["5", "Cannot read the body as a JSON object"],
    [`"BUY"`, "Cannot read the body as a JSON object"],
    ["[".repeat(60_000), "Cannot read the body as a JSON object"],
    [`{"side":${"[".repeat(30_000)}${"]".repeat(30_000)}`, "Cannot read the body as a JSON object"],
    [`{"syde":"BUY"}`, 'Cannot use body field "syde"'],
    [`{"__proto__":{"side":"BUY"}}`, 'Cannot use body field "__proto__"'],
    [`{"constructor":1}`, 'Cannot use body field "constructor"'],
    [`{"side":"BUY","side":"SELL"}`, 'Cannot use a body with two fields "side"'],
    [`{"side":"BUY","amount":1,"s\\u0069de":"BUY"}`, 'Cannot use a body with two fields "side"'],
    [`{"side":"BUY","amount":1,"amount":null}`, 'Cannot use a body with two fields "amount"'],
    [`{"__proto__":1,"__proto__":2}`, 'Cannot use a body with two fields "__proto__"'],
    [`{"side":{"a":[{"b":1,"b":2}]}}`, 'Cannot use a body with two fields "b"'],
    [`[{"b":1,"b":2}]`, 'Cannot use a body with two fields "b"'],
  ])("%j is refused", async (body, error) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error, hint: expect.any(String) });
  });

  test("may have null for what is not set, as if it were left out", async () => {
    expect(await (await post(`{"side":null,"amount":null}`)).json()).toEqual({ side: null });
    expect(await (await post(`{"side":"BUY","colour":null}`)).json()).toEqual({ side: "BUY" });
  });

  test("that is refused for a field sent twice quotes no more of it than is needed", async () => {
    const name = "x".repeat(30_000);
    const { error } = await (await post(`{"${name}":1,"${name}":2}`)).json() as Record<
      string,
      string
    >;
    expect(error).toBe(`Cannot use a body with two fields "${"x".repeat(80)}..."`);
  });

  test("names the nearest field", async () => {
    expect(await (await post(`{"syde":"BUY"}`)).json()).toMatchObject({
      hint: "Did you mean side? The body takes side, amount",
    });
  });

  test("must be UTF-8", async () => {
    const bytes = new Uint8Array([...utf8.encode(`{"side":"`), 0xff, ...utf8.encode(`"}`)]);
    expect((await post(bytes)).status).toBe(400);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json", ""])(
    "is 415 as %j",
    async (type) => {
      const response = await post(utf8.encode(`{"side":"BUY"}`), type);
      expect(response.status).toBe(415);
    },
  );
});

describe("a body over 64 KiB", () => {
  const large = `{"side":"${"x".repeat(65_536)}"}`;

  test("is 413 when announced", async () => {
    const headers = { "content-type": "application/json", "content-length": "65537" };
    const response = await get("/api/v1/estimate", { method: "POST", body: large, headers });
    expect(response.status).toBe(413);
    expect((await get("/api/v1/cached", { headers: { "content-length": "65537" } })).status)
      .toBe(413);
  });

  test("is 413 when it turns out so", async () => {
    expect((await post(streamOf(utf8.encode(large)))).status).toBe(413);
    expect((await post(streamOf(utf8.encode("x".repeat(65_536)), utf8.encode("x")))).status)
      .toBe(413);
  });

  test("is not 413 at the limit", async () => {
    const exact = `{"side":"${"x".repeat(65_536 - 11)}"}`;
    expect(exact.length).toBe(65_536);
    expect((await post(streamOf(utf8.encode(exact)))).status).toBe(200);
  });
});

test("a body that does not arrive in time is given up", async () => {
  const response = await post(new ReadableStream({}));
  expect(response.status).toBe(400);
  expect(response.headers.get("connection")).toBe("close");
  expect(await response.json()).toMatchObject({
    error: "Cannot read the body: it did not arrive within the time limit",
  });
});

test.each([
  ["unknown", {}],
  ["announced", { "content-length": "20" }],
])("a body of %s size that breaks off is our caller's trouble", async (_, announced) => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("broken off"));
    },
  });
  const headers = { "content-type": "application/json", ...announced };
  const response = await get("/api/v1/estimate", { method: "POST", body, headers });
  expect(response.status).toBe(400);
});
