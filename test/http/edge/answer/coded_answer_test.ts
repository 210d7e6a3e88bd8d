import { describe, expect, spyOn, test } from "bun:test";
import { EncodedBody } from "../../../../adapters/http/edge/answer/answer.ts";
import { taggedAnswer, taggedBody } from "../../../../adapters/http/edge/answer/etag.ts";
import { Elysia } from "elysia";
import { edge } from "../../../../adapters/http/edge/edge.ts";
import { otherMethods } from "../../../../adapters/http/edge/other_methods.ts";
import { testServer } from "../test_server.ts";

const LONG = { names: Array.from({ length: 400 }, (_, at) => `name ${at}`) };
const TEXT = JSON.stringify(LONG);
/** Long enough to be kept as bytes. */
const PAGE = taggedBody([TEXT, " ".repeat(9_000)]);
/** What does not shrink. */
const NOISE = crypto.getRandomValues(new Uint8Array(2_000));

const { get } = testServer({
  plugins: (gate) => {
    const app = new Elysia().use(edge(gate, "plain"));
    const add = (path: string, body: unknown, facts = {}) =>
      app.get(path, ({ call, answer }) =>
        answer<unknown>(
          body === PAGE ? taggedAnswer(call.request, PAGE) : { body, isCached: true },
        ), { access: "public", ...facts });
    add("/long", LONG);
    add("/page", PAGE);
    add("/short", new EncodedBody("x".repeat(1_023), "text/plain"));
    add("/enough", new EncodedBody("x".repeat(1_024), "text/plain"));
    add("/picture", new EncodedBody("x".repeat(9_000), "image/png"));
    add("/noise", new EncodedBody(new Blob([NOISE]), "text/plain"));
    add("/own", LONG, { isSameOrigin: true });
    add("/declared", LONG, { isSameOrigin: true, isCompressed: true });
    return app.use(otherMethods);
  },
});
const GZIP = { "accept-encoding": "gzip" };
const ask = (path: string, headers: Record<string, string> = GZIP, method = "GET") =>
  get(path, { headers, method });
const codingOf = async (path: string, headers?: Record<string, string>) =>
  (await ask(path, headers)).headers.get("content-encoding");

describe("an answer", () => {
  test.each(["/long", "/page"])("at %s is compressed for who accepts it", async (path) => {
    const plain = await (await ask(path, {})).text();
    const answer = await ask(path);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("content-type")).toBe("application/json");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(plain.length / 3);
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(plain);
    expect(await codingOf(path, { "accept-encoding": "gzip, deflate, br, zstd" })).toBe("zstd");
    expect(await codingOf(path, { "accept-encoding": "br" })).toBe("br");
  });

  test("goes as it is to who accepts nothing else, also right after one to others", async () => {
    for (const path of ["/long", "/page"]) {
      expect(await codingOf(path)).toBe("gzip");
      expect(await codingOf(path, {})).toBeNull();
      expect(await codingOf(path, { "accept-encoding": "gzip;q=0" })).toBeNull();
    }
  });

  test("is the same kind of thing whoever asks, which caches are told", async () => {
    for (const headers of [GZIP, {}]) {
      for (const path of ["/long", "/short", "/page", "/nowhere"]) {
        expect((await ask(path, headers)).headers.get("vary")).toBe("accept-encoding");
      }
    }
  });

  test("has one tag in every coding, and is 304 with it", async () => {
    const tag = (await ask("/page", {})).headers.get("etag") ?? "";
    expect((await ask("/page")).headers.get("etag")).toBe(tag);
    const kept = await ask("/page", { ...GZIP, "if-none-match": tag });
    expect(kept.status).toBe(304);
    expect(kept.headers.get("vary")).toBe("accept-encoding");
    expect(kept.headers.get("etag")).toBe(tag);
    expect(kept.headers.has("content-encoding")).toBe(false);
  });

  test("to HEAD has the coding and the size that GET has", async () => {
    const head = await ask("/long", GZIP, "HEAD");
    const { headers } = head;
    const { byteLength } = await (await ask("/long")).arrayBuffer();
    expect([headers.get("content-length"), headers.get("content-encoding"), headers.get("vary")])
      .toEqual([String(byteLength), "gzip", "accept-encoding"]);
    expect(await head.text()).toBe("");
  });

  test("is not compressed where that is worth nothing", async () => {
    expect(await codingOf("/short")).toBeNull();
    expect(await codingOf("/enough")).toBe("gzip");
    expect(await codingOf("/picture")).toBeNull();
    const noise = await ask("/noise");
    expect(noise.headers.get("content-encoding")).toBeNull();
    expect(await noise.bytes()).toEqual(NOISE);
  });

  test("that is not for everyone is compressed only where its route says so", async () => {
    expect(await codingOf("/own")).toBeNull();
    expect((await ask("/own")).headers.get("vary")).toBe("x-api-key, authorization");
    expect(await codingOf("/declared")).toBe("gzip");
    expect((await ask("/declared")).headers.get("vary"))
      .toBe("x-api-key, authorization, accept-encoding");
  });
});

test("a body that is kept is compressed once a coding, however many ask at once", async () => {
  const gzip = spyOn(Bun, "gzipSync");
  const page = taggedBody([TEXT, " ".repeat(9_000)]);
  const short = new EncodedBody(TEXT);
  const all = await Promise.all(
    Array.from({ length: 20 }, () => [page.body.coded("gzip"), short.coded("gzip")]).flat(),
  );
  expect(new Set(all).size).toBe(2);
  for (const path of ["/openapi.json", "/docs/guide/all.md", "/docs/swagger-ui-bundle.js"]) {
    gzip.mockClear();
    const [first, second] = [await ask(path), await ask(path)];
    expect(first.headers.get("content-encoding")).toBe("gzip");
    expect(await second.bytes()).toEqual(await first.bytes());
    expect(gzip).toHaveBeenCalledTimes(1);
  }
  expect(await codingOf("/favicon.ico")).toBeNull();
  gzip.mockRestore();
});
