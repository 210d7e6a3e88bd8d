import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import {
  makeHttpDelete,
  makeHttpGet,
  makeHttpGetFile,
  makeHttpPost,
} from "../../../adapters/outbound/mod.ts";
import { type ProviderCall, ProviderWatch } from "../../../core/port/mod.ts";

/** Longer than any answer takes on a busy machine. */
const TIMEOUT_MS = 60_000;

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
      const get = yield* makeHttpGet({ provider: "a", timeoutMs: TIMEOUT_MS });
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

describe("makeHttpGetFile()", () => {
  const BYTES_MAX = 64 * 1024;
  const bytes = (size: number) => new Uint8Array(size).map((_, at) => at % 251);
  /** `/file/<bytes>`, `/stream/<bytes>` which declares no size, or `/text/<status>`. */
  const files = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const [, kind, figure] = new URL(request.url).pathname.split("/");
      if (kind === "text") return new Response("why not", { status: Number(figure) });
      if (kind === "file") return new Response(bytes(Number(figure)));
      let left = Number(figure);
      return new Response(
        new ReadableStream({
          pull: (controller) => {
            const size = Math.min(left, 1_000);
            if (size > 0) controller.enqueue(bytes(size));
            else controller.close();
            left -= size;
          },
        }),
      );
    },
  });
  afterAll(() => files.stop(true));

  const getFile = (path: string) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const get = yield* makeHttpGetFile({
          provider: "a",
          timeoutMs: TIMEOUT_MS,
          bytesMax: BYTES_MAX,
        });
        return yield* Effect.result(get(`${files.url}${path}`));
      }).pipe(Effect.provide(Layer.succeed(ProviderWatch, {
        record: () => Effect.void,
        reports: Effect.succeed([]),
      }))),
    );

  test.each([0, 1, 300, BYTES_MAX])("gives a file of %d bytes as it is", async (size) => {
    const { bytes: found, text } = Result.getOrThrow(await getFile(`file/${size}`));
    expect(Buffer.from(found).equals(bytes(size))).toBe(true);
    expect(text).toBe("");
  });

  test("gives the text of an answer that is no file", async () => {
    const answer = Result.getOrThrow(await getFile("text/404"));
    expect(answer).toMatchObject({ status: 404, text: "why not", bytes: new Uint8Array() });
  });

  test.each([`file/${BYTES_MAX + 1}`, `stream/${BYTES_MAX + 1}`, "stream/1e15"])(
    "stops to read %s, which is too large",
    async (path) => {
      expect(await getFile(path)).toMatchObject({ failure: { reason: "unreadable" } });
    },
  );
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
        const send = yield* make({ provider: "a", timeoutMs: TIMEOUT_MS });
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
