/** Hits that are counted at once, later, or not at all. @module */
import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { countHit } from "../../../adapters/http/edge/rate_limit.ts";
import { StoreFailed } from "../../../core/port/mod.ts";

const hit = { caller: "a", windowStartSec: 0, windowSec: 60, cost: 1 } as const;

/** Counts a hit in a store that answers so, and tells how often that failed. */
async function count(answer: () => number | Effect.Effect<number, StoreFailed>) {
  let failures = 0;
  const used = countHit<never>({
    run: (effect) => Effect.runPromiseExit(effect),
    add: answer,
    hit,
    failed: () => void (failures += 1),
  });
  return { isSync: !(used instanceof Promise), used: await used, failures };
}

describe("countHit()", () => {
  test("costs no promise where the store knows at once", async () => {
    expect(await count(() => 7)).toEqual({ isSync: true, used: 7, failures: 0 });
    expect(await count(() => Effect.succeed(8))).toEqual({ isSync: false, used: 8, failures: 0 });
  });

  test("lets through what cannot be counted, and says so once", async () => {
    const failing = Effect.fail(new StoreFailed({ operation: "count a request", cause: "no" }));
    expect(await count(() => failing)).toEqual({ isSync: false, used: undefined, failures: 1 });
    const throwing = () => {
      throw new Error("no store");
    };
    expect(await count(throwing)).toEqual({ isSync: true, used: undefined, failures: 1 });
  });
});
