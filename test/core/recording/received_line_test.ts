import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  FEEDS,
  readReceivedLine,
  type Received,
  RECEIVED_KINDS,
  receivedLine,
} from "../../../core/recording/mod.ts";

const text = fc.string({ unit: "binary" });
const received: fc.Arbitrary<Received> = fc.record({
  feed: fc.constantFrom(...FEEDS),
  kind: fc.constantFrom(...RECEIVED_KINDS),
  atMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  providerMs: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  provider: text,
  about: text,
  text,
});

test("what is received is one line, and read back as it was", () => {
  fc.assert(fc.property(received, (one) => {
    const line = receivedLine(one);
    expect(line).not.toContain("\n");
    expect(readReceivedLine(one.feed, line)).toEqual(Option.some(one));
    expect(readReceivedLine(one.feed, line.slice(0, -1))).toEqual(Option.none());
  }));
});

test("a line without one of its fields is none", () => {
  const whole = { at_ms: 1, provider_ms: null, kind: "frame", provider: "a", about: "", text: "b" };
  expect(Option.isSome(readReceivedLine("oracle", JSON.stringify(whole)))).toBe(true);
  for (const field of Object.keys(whole)) {
    for (const value of [undefined, true, []]) {
      const line = JSON.stringify({ ...whole, [field]: value });
      expect([field, readReceivedLine("oracle", line)]).toEqual([field, Option.none()]);
    }
  }
});
