import { describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { codingFor, compress } from "../../../../adapters/http/edge/answer/answer_coding.ts";

describe("the coding of an answer", () => {
  test.each([
    [null, undefined],
    ["", undefined],
    ["identity", undefined],
    ["deflate", undefined],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br", "br"],
    ["zstd", "zstd"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate", "gzip"],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
    ["gzip;q=0.5, br;q=0.7", "br"],
    ["gzip ; q=1 , zstd ; q=0.2", "gzip"],
    ["gzip;Q=0.1, br;Q=0.2", "br"],
    ["*", "zstd"],
    ["*;q=0", undefined],
    ["zstd;q=0, *", "gzip"],
    ["gzip;q=0", undefined],
    ["gzip;q=0.000", undefined],
    ["gzip;q=0, *;q=0.5", "zstd"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["identity;q=0.9, gzip;q=0.1", undefined],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity, *;q=0", undefined],
    ["gzip;q=x", undefined],
    ["gzip;q=7", undefined],
    ["constructor", undefined],
    [",, gzip ,", "gzip"],
  ])("for %j is %j", (header, coding) => {
    // The second time it is remembered.
    for (let time = 0; time < 2; time++) expect(codingFor(header)).toBe(coding as never);
  });

  test("can be undone", async () => {
    const text = JSON.stringify(Array.from({ length: 400 }, (_, at) => ({ at, name: `é ${at}` })));
    const undo = {
      gzip: Bun.gunzipSync,
      zstd: Bun.zstdDecompressSync,
      br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
    };
    for (const coding of ["gzip", "zstd", "br"] as const) {
      for (const plain of [text, new TextEncoder().encode(text)]) {
        const coded = new Uint8Array(await compress(plain, coding).arrayBuffer());
        expect(coded.length).toBeLessThan(text.length / 4);
        expect(new TextDecoder().decode(undo[coding](coded))).toBe(text);
      }
    }
  });
});
