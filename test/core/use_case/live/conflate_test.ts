import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { CONFLATED_EVERY_MS, makeConflation } from "../../../../core/use_case/live/mod.ts";
import { VirtualTime } from "../../../stage/virtual_time.ts";

interface Published {
  readonly key: string;
  readonly value: number;
  readonly atMs: number;
}

/** Offers values, each some time after the one before, and lets all of them be published. */
function conflate(
  steps: ReadonlyArray<{ readonly afterMs: number; readonly key: string }>,
): ReadonlyArray<Published> {
  const time = new VirtualTime(0);
  const published: Array<Published> = [];
  const offer = makeConflation<string, Omit<Published, "atMs">>({
    sleep: (ms) => Effect.sleep(ms),
    fork: (effect) => void time.fork(effect, (work) => work()),
    publish: (value) => void published.push({ ...value, atMs: time.nowMs }),
  });
  for (const [value, { afterMs, key }] of steps.entries()) {
    time.advance(afterMs);
    offer(key, { key, value });
  }
  time.advance(10 * CONFLATED_EVERY_MS);
  return published;
}

const steps = fc.array(
  fc.record({ afterMs: fc.nat(CONFLATED_EVERY_MS * 2), key: fc.constantFrom("btc", "eth") }),
  { minLength: 1, maxLength: 60 },
);
const byKey = <Item extends { readonly key: string }>(items: ReadonlyArray<Item>) =>
  Map.groupBy(items, ({ key }) => key);

describe("a conflation", () => {
  test("publishes the last value of every key, at most its time later", () =>
    fc.assert(fc.property(steps, (steps) => {
      const published = byKey(conflate(steps));
      let atMs = 0;
      const offered = byKey(
        steps.map(({ afterMs, key }, value) => ({ key, value, atMs: atMs += afterMs })),
      );
      for (const [key, values] of offered) {
        const last = published.get(key)?.at(-1);
        expect(last?.value).toBe(values.at(-1)?.value ?? NaN);
        expect((last?.atMs ?? Infinity) - (values.at(-1)?.atMs ?? 0))
          .toBeLessThanOrEqual(CONFLATED_EVERY_MS);
      }
    })));

  test("publishes no two values of a key sooner after each other, and never an older one", () =>
    fc.assert(fc.property(steps, (steps) => {
      for (const values of byKey(conflate(steps)).values()) {
        for (const [index, { atMs, value }] of values.entries()) {
          const before = values[index - 1];
          if (before === undefined) continue;
          expect(atMs - before.atMs).toBeGreaterThanOrEqual(CONFLATED_EVERY_MS);
          expect(value).toBeGreaterThan(before.value);
        }
      }
    })));

  test("publishes at once what nothing came before", () => {
    const far = CONFLATED_EVERY_MS * 2;
    const published = conflate([1, 2, 3].map(() => ({ afterMs: far, key: "btc" })));
    expect(published.map(({ atMs }) => atMs)).toEqual([far, 2 * far, 3 * far]);
  });
});
