import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readLimits } from "../../../../adapters/polymarket/clob/limit_headers.ts";
import { ENTRY_TIERS, LOWEST_TIER } from "../../../../core/order/mod.ts";

const NOW_MS = 1_795_322_000_250;

function read(status: number, headers: Readonly<Record<string, string>>, cost = 1) {
  const answer = { status, headers: new Headers(headers) };
  return readLimits(answer, { kind: "orders", cost, nowMs: NOW_MS });
}

describe("an entry that was taken", () => {
  test("reports what is left, and the tier", () => {
    const headers = {
      "Poly-RateLimit-Remaining": "41",
      "Poly-RateLimit-Reset": "1795322060",
      "Poly-RateLimit-Tier": "Gold",
    };
    expect(read(200, headers, 3)).toEqual({
      tier: "gold",
      rate: { perSec: 400, burst: 600 },
      remaining: 41,
      cost: 3,
      isShort: false,
      // The reset is the end of a wait, and no caller waits.
      restMs: 0,
    });
  });

  test("is one too many where the venue warns of it", () => {
    expect(read(200, { "Poly-RateLimit-Warning": "true" }).isShort).toBe(true);
    expect(read(200, { "Poly-RateLimit-Warning": "false" }).isShort).toBe(false);
  });

  test.each([
    ["-33", -33],
    ["12.5", 12.5],
    [" 7 ", 7],
    ["", undefined],
    ["many", undefined],
    ["1e9", undefined],
    ["Infinity", undefined],
    ["0x10", undefined],
    ["1, 2", undefined],
  ])("may have %p left", (text, remaining) => {
    expect(read(200, { "Poly-RateLimit-Remaining": text }).remaining).toBe(remaining);
  });

  test("reports nothing without headers", () => {
    const { tier, rate, remaining } = read(400, {});
    expect([tier, rate, remaining]).toEqual([undefined, undefined, undefined]);
  });
});

describe("a tier", () => {
  test("that is new has no less than the lowest", () => {
    const { tier, rate } = read(200, { "Poly-RateLimit-Tier": "Obsidian 2" });
    expect([tier, rate]).toEqual(["obsidian 2", LOWEST_TIER.orders]);
    for (const { orders, cancels } of ENTRY_TIERS.values()) {
      expect(orders.perSec).toBeGreaterThanOrEqual(LOWEST_TIER.orders.perSec);
      expect(cancels.burst).toBeGreaterThanOrEqual(LOWEST_TIER.cancels.burst);
    }
  });

  test.each(["<b>", "{}", "x".repeat(33), "__proto__", "1", ""])(
    "is unknown by the name %p",
    (name) => {
      expect(read(200, { "Poly-RateLimit-Tier": name }).tier).toBeUndefined();
    },
  );
});

describe("a refusal", () => {
  test("costs nothing, and pauses for as long as it requires", () => {
    const { cost, isShort, restMs } = read(429, { "Retry-After": "3" });
    expect([cost, isShort, restMs]).toEqual([0, true, 3_000]);
    expect(read(429, { "Retry-After": "0.25" }).restMs).toBe(250);
  });

  test.each([
    ["unix seconds", "1795322002", 1_750],
    ["unix seconds with a fraction", "1795322000.5", 250],
    ["unix milliseconds", "1795322001250", 1_000],
    ["seconds from now", "2.5", 2_500],
    ["the past", "1795321000", 0],
    ["long ago", "-5", 0],
    ["nothing that can be read", "soon", 1_000],
  ])("rests until its reset, in %s", (_, reset, restMs) => {
    expect(read(429, { "Poly-RateLimit-Reset": reset }).restMs).toBeCloseTo(restMs, 3);
    expect(read(429, { "Poly-RateLimit-Reset": reset, "Retry-After": "7" }).restMs).toBe(7_000);
  });

  test("pauses for a second if it states no time", () => {
    expect(read(429, {}).restMs).toBe(1_000);
  });
});

test("for any headers, figures are numbers and no pause is negative", () => {
  const text = fc.oneof(
    fc.stringMatching(/^[ -~]{0,20}$/),
    fc.double().map(String),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
  );
  const status = fc.constantFrom(200, 400, 429, 503);
  fc.assert(fc.property(status, text, text, text, (status, remaining, reset, after) => {
    const limits = read(status, {
      "Poly-RateLimit-Remaining": remaining,
      "Poly-RateLimit-Reset": reset,
      "Retry-After": after,
    });
    expect(Number.isFinite(limits.remaining ?? 0)).toBe(true);
    expect(Number.isFinite(limits.restMs)).toBe(true);
    expect(limits.restMs).toBeGreaterThanOrEqual(0);
  }));
});
