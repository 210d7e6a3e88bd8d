import { describe, expect, test } from "bun:test";
import { makeIdempotencyKey } from "../../../../app/client/typescript/mod.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The unix milliseconds with which a key begins. */
const timeOf = (key: string) => Number.parseInt(key.replaceAll("-", "").slice(0, 12), 16);

describe("makeIdempotencyKey", () => {
  test("is a UUID of version 7 that begins with the time", () => {
    const beforeMs = Date.now();
    const key = makeIdempotencyKey();
    expect(key).toMatch(UUID_V7);
    expect(timeOf(key)).toBeGreaterThanOrEqual(beforeMs);
    expect(timeOf(key)).toBeLessThanOrEqual(Date.now());
  });

  test("ascends within a millisecond, also past the counter, and when a clock is set back", () => {
    const nowMs = Date.now() + 1_000;
    const keys = [
      ...Array.from({ length: 9_000 }, () => makeIdempotencyKey(nowMs)),
      ...Array.from({ length: 10 }, () => makeIdempotencyKey(nowMs - 60_000)),
      makeIdempotencyKey(nowMs + 60_000),
    ];
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !UUID_V7.test(key))).toEqual([]);
    // The counter fills twice, each time borrowing a millisecond.
    expect(timeOf(keys[8_999] ?? "") - nowMs).toBe(2);
  });
});
