import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { streamAddress } from "../../../../../app/client/typescript/stream/address.ts";
import {
  DEFAULT_TIMING,
  retryDelayMs,
} from "../../../../../app/client/typescript/stream/timing.ts";

describe("streamAddress()", () => {
  test.each([
    ["http://127.0.0.1:3000", "ws://127.0.0.1:3000/api/v1/stream"],
    ["https://strikeline.example/", "wss://strikeline.example/api/v1/stream"],
    ["ws://[::1]:3000", "ws://[::1]:3000/api/v1/stream"],
    ["wss://host.example/behind/a/proxy?x=1#y", "wss://host.example/behind/a/proxy?x=1"],
  ])("%s is %s", (given, address) => {
    expect(streamAddress(given)).toBe(address);
    expect(streamAddress(new URL(given))).toBe(address);
  });

  test.each(["127.0.0.1:3000", "localhost", "", "ftp://host", "localhost:3000"])(
    'refuses "%s"',
    (given) => expect(() => streamAddress(given)).toThrow("http://127.0.0.1:3000"),
  );
});

describe("retryDelayMs()", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test("starts short, doubles, and never exceeds its maximum", () => {
    expect([0, 0.5].map((random) => retryDelayMs(1, DEFAULT_TIMING, random))).toEqual([200, 150]);
    fc.assert(fc.property(fc.nat({ max: 5_000 }), random, (failed, random) => {
      const delayMs = retryDelayMs(failed, DEFAULT_TIMING, random);
      const wholeMs = Math.min(10_000, 100 * 2 ** failed);
      expect(delayMs).toBeLessThanOrEqual(wholeMs);
      expect(delayMs).toBeGreaterThanOrEqual(wholeMs / 2);
    }));
  });
});
