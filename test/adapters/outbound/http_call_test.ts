import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import { makeHttpDelete, makeHttpGet, makeHttpPost } from "../../../adapters/outbound/mod.ts";
import { type ProviderCall, ProviderWatch } from "../../../core/port/mod.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    new Response("text", { status: Number(new URL(request.url).pathname.slice(1)) }),
});
afterAll(() => server.stop(true));

/** Calls a URL, and gives what came and what the watch was told. */
async function call(url: string) {
  const calls: Array<ProviderCall> = [];
  const watch = Layer.succeed(ProviderWatch, {
    record: (one) => Effect.sync(() => void calls.push(one)),
    reports: Effect.succeed([]),
  });
  const result = await Effect.runPromise(
    Effect.gen(function* () {
      const get = yield* makeHttpGet({ provider: "a", timeoutMs: 1_000 });
      return yield* Effect.result(get(url));
    }).pipe(Effect.provide(watch)),
  );
  return { result, calls };
}

describe("makeHttpGet()", () => {
  test.each([200, 206, 304, 400, 404])("takes %d for a provider that works", async (status) => {
    const { result, calls } = await call(`${server.url}${status}`);
    expect(Option.getOrThrow(Result.getSuccess(result)).status).toBe(status);
    expect(calls).toMatchObject([{ provider: "a", ok: true }]);
  });

  test.each([401, 403, 418, 429, 451, 500, 503])(
    "gives %d, and tells the watch that it is no success",
    async (status) => {
      const { result, calls } = await call(`${server.url}${status}`);
      expect(Option.getOrThrow(Result.getSuccess(result)).status).toBe(status);
      expect(calls).toMatchObject([{ provider: "a", ok: false }]);
    },
  );

  test("tells the watch of a provider that is not there", async () => {
    const { result, calls } = await call("http://127.0.0.1:1/");
    expect(result).toMatchObject({ failure: { reason: "unreachable" } });
    expect(calls).toMatchObject([{ ok: false }]);
  });
});

describe("what is sent", () => {
  const echo = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) =>
      Response.json({
        method: request.method,
        type: request.headers.get("content-type"),
        hex: Buffer.from(await request.arrayBuffer()).toString("hex"),
      }),
  });
  afterAll(() => echo.stop(true));

  const sent = (method: "POST" | "DELETE", body?: string) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const make = method === "POST" ? makeHttpPost : makeHttpDelete;
        const send = yield* make({ provider: "a", timeoutMs: 1_000 });
        const headers = { "Content-Type": "application/json" };
        const message = { headers, ...(body === undefined ? {} : { body }) };
        return JSON.parse((yield* send(String(echo.url), message)).text);
      }).pipe(Effect.provide(Layer.succeed(ProviderWatch, {
        record: () => Effect.void,
        reports: Effect.succeed([]),
      }))),
    );

  test.each(["POST", "DELETE"] as const)("with %s arrives byte for byte", async (method) => {
    const body = `{"b": 1,"a":"é\u00e9"}\n `;
    const hex = Buffer.from(body).toString("hex");
    expect(await sent(method, body)).toEqual({ method, type: "application/json", hex });
    expect(await sent(method)).toMatchObject({ method, hex: "" });
  });
});
