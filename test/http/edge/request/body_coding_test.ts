import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { bodyDecoder } from "../../../../adapters/http/edge/request/body_coding.ts";
import { BODY_BYTES_MAX } from "../../../../adapters/http/edge/request/body.ts";
import { Option } from "effect";
import { testServer } from "../test_server.ts";

const { get } = testServer({ quota: Option.none() });
const bytesOf = (body: Uint8Array) => new Uint8Array(body);

function post(body: Uint8Array, coding: string, type = "application/json") {
  return get("/api/v1/estimate", {
    method: "POST",
    body: bytesOf(body),
    headers: { "content-type": type, "content-encoding": coding },
  });
}

const BUY = Buffer.from(`{"side":"BUY"}`);
const ACCEPTED = "gzip, deflate";

describe("a coded body", () => {
  test.each(
    [
      ["gzip", gzipSync(BUY)],
      ["GZip", gzipSync(BUY)],
      ["x-gzip", gzipSync(BUY)],
      ["deflate", deflateSync(BUY)],
      ["deflate, gzip", gzipSync(deflateSync(BUY))],
      ["gzip, gzip", gzipSync(gzipSync(BUY))],
      ["identity, gzip ,identity,", gzipSync(BUY)],
      ["gzip", Buffer.concat([gzipSync(BUY.subarray(0, 5)), gzipSync(BUY.subarray(5))])],
      ["identity", BUY],
      ["Identity, identity", BUY],
      ["", BUY],
    ] as const,
  )("in %j is read as what it holds", async (coding, body) => {
    const response = await post(body, coding);
    expect([response.status, await response.json()]).toEqual([200, { side: "BUY" }]);
  });

  test.each([
    "br",
    "zstd",
    "compress",
    "aes128gcm",
    "gzip, br",
    "chunked",
    "gzip;q=1",
    "gzip gzip",
  ])(
    "in %j is 415, names the codings that are taken, and is not read as if it were plain",
    async (coding) => {
      for (const body of [BUY, brotliCompressSync(BUY), gzipSync(BUY)]) {
        const response = await post(body, coding);
        expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, ACCEPTED]);
        const { error, hint } = await response.json() as Record<string, string>;
        expect(error).toBe(`Cannot read a body with Content-Encoding: ${coding}`);
        expect(hint).toContain(ACCEPTED);
      }
    },
  );

  test("is 415 with more codings than any client has", async () => {
    const thrice = gzipSync(gzipSync(gzipSync(BUY)));
    expect((await post(thrice, "gzip, gzip, gzip")).status).toBe(415);
  });

  test.each(
    [
      ["gzip", BUY],
      ["gzip", deflateSync(BUY)],
      ["gzip", new Uint8Array()],
      ["gzip", Buffer.concat([gzipSync(BUY), BUY])],
      ["deflate", Buffer.concat([deflateSync(BUY), BUY])],
      ["deflate", deflateRawSync(BUY)],
      ["gzip, gzip", gzipSync(BUY)],
    ] as const,
  )("in %s that is no such data is 400 (%#)", async (coding, body) => {
    const response = await post(body, coding);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: "Cannot inflate the body: it is not what its Content-Encoding names",
    });
  });

  test("is never read in part, however it is cut or bent", () => {
    const text = Buffer.from(JSON.stringify({ side: "BUY", more: [..."abcdefgh"] }));
    for (
      const [coding, whole] of [["gzip", gzipSync(text)], ["deflate", deflateSync(text)]] as const
    ) {
      const decoder = bodyDecoder(coding);
      if (decoder._tag === "Failure") throw new Error(coding);
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
          expect(decoder.success(whole.subarray(0, at), BODY_BYTES_MAX)._tag).toBe("Failure");
          const bent = Buffer.from(whole);
          bent[at] = (bent[at] ?? 0) ^ flip;
          const read = decoder.success(bent, BODY_BYTES_MAX);
          // Some bits of a gzip header are remarks that change nothing.
          if (read._tag === "Success") expect(Buffer.from(read.success)).toEqual(text);
        }),
      );
    }
  });

  test("is 413 past 64 KiB of what it holds, and not at that", async () => {
    const ofSize = (bytes: number) => `{"side":"${"x".repeat(bytes - 11)}"}`;
    for (const compress of [gzipSync, deflateSync]) {
      const coding = compress === gzipSync ? "gzip" : "deflate";
      expect((await post(compress(ofSize(BODY_BYTES_MAX)), coding)).status).toBe(200);
      const response = await post(compress(ofSize(BODY_BYTES_MAX + 1)), coding);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        error: "Cannot use a body that inflates to over 65536 bytes",
      });
    }
  });

  test("is not inflated past the limit, whatever it would become", async () => {
    // 40 KiB that hold 40 MiB, and 200 bytes that hold those.
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    expect((await post(bomb, "gzip")).status).toBe(413);
    expect((await post(gzipSync(bomb), "gzip, gzip")).status).toBe(413);
  });

  test("of another type than JSON is refused for its type", async () => {
    const response = await post(gzipSync(BUY), "gzip", "text/plain");
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, null]);
  });
});

test("a type that is sent in two lines is one", async () => {
  expect((await post(BUY, "", "application/json, application/json")).status).toBe(200);
  expect((await post(BUY, "", "application/json, text/plain")).status).toBe(415);
});
