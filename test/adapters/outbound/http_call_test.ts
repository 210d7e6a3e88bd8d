import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import {
  makeHttpDelete,
  makeHttpGet,
  makeHttpGetFile,
  makeHttpPost,
  wasNothingSent,
} from "../../../adapters/outbound/mod.ts";
import { type ProviderCall, ProviderWatch } from "../../../core/port/provider_watch.ts";

/** Longer than any answer takes on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Serves until the file's tests are over, and gives the address. */
function serve(fetch: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });
  afterAll(() => server.stop(true));
  return String(server.url);
}

/** Runs calls, and gives what came and what the watch was told. */
async function watched<A, E>(program: Effect.Effect<A, E, ProviderWatch>) {
  const calls: Array<ProviderCall> = [];
  const watch = Layer.succeed(ProviderWatch, {
    record: (one) => Effect.sync(() => void calls.push(one)),
    reports: Effect.succeed([]),
  });
  return { result: await Effect.runPromise(Effect.provide(program, watch)), calls };
}

const call = (url: string) =>
  watched(Effect.gen(function* () {
    const get = yield* makeHttpGet({ provider: "a", timeoutMs: TIMEOUT_MS });
    return yield* Effect.result(get(url));
  }));

describe("makeHttpGet()", () => {
  const url = serve((request) =>
    new Response("text", { status: Number(new URL(request.url).pathname.slice(1)) })
  );

  test.each([
    ...[200, 206, 304, 400, 404].map((status) => [status, true] as const),
    ...[401, 403, 418, 429, 451, 500, 503].map((status) => [status, false] as const),
  ])("gives %d, and tells the watch whether the provider works: %p", async (status, ok) => {
    const { result, calls } = await call(`${url}${status}`);
    expect(Option.getOrThrow(Result.getSuccess(result)).status).toBe(status);
    expect(calls).toMatchObject([{ provider: "a", ok }]);
  });

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
  const files = serve((request) => {
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
  });

  const getFile = async (path: string) => {
    const options = { provider: "a", timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX };
    const { result } = await watched(Effect.gen(function* () {
      const get = yield* makeHttpGetFile(options);
      return yield* Effect.result(get(`${files}${path}`));
    }));
    return result;
  };

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
  const echo = serve(async (request) =>
    Response.json({
      method: request.method,
      type: request.headers.get("content-type"),
      hex: Buffer.from(await request.arrayBuffer()).toString("hex"),
    })
  );

  const sent = async (method: "POST" | "DELETE", body?: string) => {
    const make = method === "POST" ? makeHttpPost : makeHttpDelete;
    const headers = { "Content-Type": "application/json" };
    const message = { headers, ...(body === undefined ? {} : { body }) };
    const { result } = await watched(Effect.gen(function* () {
      const send = yield* make({ provider: "a", timeoutMs: TIMEOUT_MS });
      return JSON.parse((yield* send(echo, message)).text);
    }));
    return result;
  };

  test.each(["POST", "DELETE"] as const)("with %s arrives byte for byte", async (method) => {
    const body = `{"b": 1,"a":"é\u00e9"}\n `;
    const hex = Buffer.from(body).toString("hex");
    expect(await sent(method, body)).toEqual({ method, type: "application/json", hex });
    expect(await sent(method)).toMatchObject({ method, hex: "" });
  });
});

// Connections that break are in the tests of orders, which are sent by this.
describe("a call that failed", () => {
  test("was certainly not sent to a port that nobody listens on", async () => {
    const { result: failure } = await watched(
      makeHttpPost({ provider: "a", timeoutMs: TIMEOUT_MS }).pipe(
        Effect.flatMap((send) => send("http://127.0.0.1:1/", { headers: {}, body: "{}" })),
        Effect.flip,
      ),
    );
    expect(failure.reason).toBe("unreachable");
    expect(wasNothingSent(failure)).toBe(true);
  });

  test.each([
    ["ENOTFOUND", true],
    ["EAI_AGAIN", true],
    ["ConnectionRefused", true],
    ["ECONNRESET", false],
    ["ETIMEDOUT", false],
    ["CERT_HAS_EXPIRED", false],
  ])("was not sent, as its code is %s: %p", (code, expected) => {
    const cause = Object.assign(new Error("x"), { code });
    expect(wasNothingSent({ reason: "unreachable", cause })).toBe(expected);
    expect(wasNothingSent({ reason: "timeout", cause })).toBe(false);
    expect(wasNothingSent({ reason: "unreachable", cause: new Error(code) })).toBe(false);
  });
});
