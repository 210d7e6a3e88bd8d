import { expect, test } from "bun:test";
import { Effect } from "effect";
import type { ConditionId } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { RESOLVED, withData } from "./data_world.ts";

type Order = (conditions: ReadonlyArray<string>) => ReadonlyArray<string>;

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => conditionOf(1 + at));
/** Every third one was lost by its first outcome. */
const payoutsOf = (at: number) => at % 3 === 0 ? [0, 1_000_000] : [1_000_000, 0];

/** Asks for some conditions; returns how many were told of, all of them right, and the calls. */
const ask = (
  count: number,
  { arrange = (ids) => ids, unknown = -1, secOf = (at) => at }: {
    readonly arrange?: Order;
    readonly unknown?: number;
    readonly secOf?: (at: number) => number;
  } = {},
) =>
  withData((service) => {
    service.arrange(arrange);
    const ids = idsOf(count);
    const timeOf = (at: number) => `2026-11-20T12:05:${String(secOf(at)).padStart(2, "0")}Z`;
    for (const [at, id] of ids.entries()) {
      const own = { ...RESOLVED, payouts: payoutsOf(at), resolved_at: timeOf(at) };
      if (at !== unknown) service.put(id, own);
    }
    const isRight = (id: ConditionId, payoutsE6: ReadonlyArray<bigint>) =>
      payoutsE6.map(Number).join() === payoutsOf(ids.indexOf(id)).join();
    return Effect.map(service.port.ofMany(ids), (found) => {
      for (const [id, { payoutsE6 }] of found) {
        expect(payoutsE6._tag === "Some" && isRight(id, payoutsE6.value)).toBe(true);
      }
      return { told: found.size, calls: service.asked.length };
    });
  });

test("resolutions are told at once, of all but the last ones, for two calls each", async () => {
  expect(await ask(19)).toEqual({ told: 19, calls: 2 });
  expect(await ask(45)).toEqual({ told: 45, calls: 6 });
  expect(await ask(20)).toEqual({ told: 19, calls: 2 });
  expect(await ask(4)).toEqual({ told: 3, calls: 2 });
  expect(await ask(2)).toEqual({ told: 0, calls: 0 });
});

test.each<[string, Order]>([
  ["in the service's own order", (ids) => ids.toSorted()],
  ["backwards", (ids) => ids.toReversed()],
  ["in another order each time", (ids) => [...ids.slice(5), ...ids.slice(0, 5).toReversed()]],
])("no resolution is told of answers %s", async (_, arrange) => {
  expect(await ask(19, { arrange })).toEqual({ told: 0, calls: 2 });
  // Neither where few of them differ.
  expect(await ask(19, { arrange, secOf: () => 7 })).toEqual({ told: 0, calls: 2 });
  expect(await ask(18, { arrange, secOf: (at) => at % 2 })).toEqual({ told: 0, calls: 2 });
});

test("no resolution is told of an answer that leaves one out", async () => {
  expect(await ask(19, { unknown: 4 })).toEqual({ told: 0, calls: 1 });
});
