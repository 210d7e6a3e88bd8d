import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Layer } from "effect";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { QuotaStore } from "../../../core/port/quota_store.ts";
import { quotaStoreContract } from "../../contract/quota_store_contract.ts";

quotaStoreContract({
  name: "memory",
  kind: "memory",
  layer: Layer.sync(QuotaStore, () => makeProcessQuotaStore()),
});

const hit = (caller: string, windowStartSec = 600) => ({
  caller,
  windowStartSec,
  windowSec: 60,
  cost: 1,
});

describe("memory quota counter", () => {
  test("never holds more callers than it may", () => {
    fc.assert(fc.property(
      fc.array(fc.tuple(fc.nat({ max: 200 }), fc.constantFrom(600, 660)), { maxLength: 500 }),
      (hits) => {
        const counter = makeProcessQuotaStore({ callersMax: 20 });
        for (const [caller, startSec] of hits) counter.add(hit(`${caller}`, startSec));
        expect(counter.callers()).toBeLessThanOrEqual(20);
      },
    ));
  });

  test("remembers a caller that keeps asking, however many strangers come", () => {
    const counter = makeProcessQuotaStore({ callersMax: 20 });
    for (let round = 1; round <= 100; round++) {
      expect(counter.add(hit("regular"))).toBe(round);
      for (let i = 0; i < 5; i++) counter.add(hit(`stranger ${round} ${i}`));
    }
  });

  test("forgets the passed window as a whole", () => {
    const counter = makeProcessQuotaStore();
    for (let i = 0; i < 1_000; i++) counter.add(hit(`${i}`));
    expect(counter.callers()).toBe(1_000);
    counter.add(hit("one", 660));
    expect(counter.callers()).toBe(1);
  });

  test("grants no fresh quota when the clock is set back a little", () => {
    const counter = makeProcessQuotaStore();
    counter.add(hit("a", 660));
    expect(counter.add(hit("a", 600))).toBe(2);
    expect(counter.add(hit("a", 660))).toBe(3);
  });

  test("starts over when the clock is set back by more than a window", () => {
    const counter = makeProcessQuotaStore();
    counter.add(hit("a", 6_000));
    expect(counter.add(hit("a", 600))).toBe(1);
    expect(counter.add(hit("a", 600))).toBe(2);
  });

  test("counts windows of different lengths apart", () => {
    const counter = makeProcessQuotaStore();
    counter.add(hit("a"));
    expect(counter.add({ ...hit("a"), windowSec: 10 })).toBe(1);
    expect(counter.add(hit("a"))).toBe(2);
  });
});
