import { expect, test } from "bun:test";
import { Effect } from "effect";
import { EntryLimits } from "../../../adapters/polymarket/clob/entry_limits.ts";
import { makePolymarketVenueLimits } from "../../../adapters/polymarket/venue_limits.ts";
import type { EntryKind } from "../../../core/order/mod.ts";

function world() {
  const limits = new EntryLimits({ nowMs: () => 0 });
  const { reports } = makePolymarketVenueLimits(limits);
  return {
    read: () => Effect.runSync(reports),
    answer: (
      address: string,
      kind: EntryKind,
      { status = 200, ...headers }: Readonly<Record<string, string | number>>,
    ) => {
      const headerList = Object.entries(headers).map(([name, value]) =>
        [name === "after" ? "retry-after" : `poly-ratelimit-${name}`, String(value)] as const
      );
      Effect.runSync(limits.sends({ address, kind }))
        .answered({ status: Number(status), headers: new Headers(Object.fromEntries(headerList)) });
    },
  };
}

test("no signers are reported before there are any", () => {
  expect(world().read()).toEqual([]);
});

test("signers are reported by tier, the worst of each, without their addresses", () => {
  const { answer, read } = world();
  answer("0xa", "orders", { tier: "standard", remaining: 41.9 });
  answer("0xb", "orders", { tier: "standard", remaining: 7 });
  answer("0xb", "cancels", { tier: "standard", remaining: -39 });
  answer("0xc", "orders", { tier: "elite", remaining: 0, status: 429, after: 3 });
  answer("0xd", "orders", {});
  const part = (lowestRemaining: number, resting = 0, restMs = 0) => ({
    lowestRemaining,
    resting,
    restMs,
  });
  const rested = part(120);
  expect(read()).toEqual([
    { tier: null, signers: 1, orders: part(59), cancels: rested },
    { tier: "elite", signers: 1, orders: part(0, 1, 3_000), cancels: rested },
    // 40 at 80 a second, and what clocks may differ by.
    { tier: "standard", signers: 2, orders: part(7), cancels: part(-39, 1, 505) },
  ]);
  expect(JSON.stringify(read())).not.toContain("0x");
});

test("nothing is left to a signer that rests, whatever has come in meanwhile", () => {
  const { answer, read } = world();
  answer("0xa", "orders", { remaining: 55, status: 429, after: 9 });
  expect(read()[0]?.orders).toEqual({ lowestRemaining: 0, resting: 1, restMs: 9_000 });
});

test("a signer keeps its last reported tier", () => {
  const { answer, read } = world();
  for (const [tier, kept] of [["gold", "gold"], [undefined, "gold"], ["standard", "standard"]]) {
    answer("0xa", "orders", tier === undefined ? {} : { tier });
    expect(read().map(({ tier }) => tier)).toEqual([kept ?? ""]);
  }
});
