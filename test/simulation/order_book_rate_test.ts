import { expect, test } from "bun:test";
import { makeRateBuckets } from "../../app/sandbox/order_book/rate_bucket.ts";

const STANDARD = { tier: "standard", limits: "enforced" } as const;

test("a signer's bucket fills up by forty orders a second, and orders leave cancels alone", () => {
  let nowMs = 0;
  const buckets = makeRateBuckets(() => nowMs);
  const take = (count: number) =>
    buckets.take("0x1", { ...STANDARD, counted: "orders", count }).refusal?.status;
  expect([take(15), take(15), take(15), take(15), take(1)])
    .toEqual([undefined, undefined, undefined, undefined, 429]);
  nowMs = 500;
  expect([take(20), take(1)]).toEqual([undefined, 429]);
  const cancels = { ...STANDARD, counted: "cancels", count: 120 } as const;
  expect(buckets.take("0x1", cancels).refusal).toBeUndefined();
  nowMs = 3_600_000;
  expect([take(60), take(1)]).toEqual([undefined, 429]);
});
