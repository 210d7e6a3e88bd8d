import { expect, test } from "bun:test";
import { Metric } from "effect";
import { legKey, type LegRecord } from "../../../../core/leg/mod.ts";
import { storeLegs } from "../../../../core/use_case/leg/mod.ts";
import { marketOf, recordOf } from "../../leg/arbitrary.ts";
import { stageVenue, START_SEC } from "./staged_venue.ts";

/** How many contradictions this process has counted so far, by their kind. */
async function counted(stage: ReturnType<typeof stageVenue>, kind: string): Promise<number> {
  const all = await stage.run(Metric.snapshot);
  return all.filter(({ id, attributes }) =>
    id === "strikeline_leg_contradictions_total" && attributes?.["kind"] === kind
  ).reduce((sum, { state }) => sum + Number((state as { readonly count: number }).count), 0);
}

test("what a venue says against itself is counted once, and stored as it is", async () => {
  const stage = stageVenue();
  const known = new Map<string, LegRecord>();
  const take = async (record: LegRecord) => {
    for (const one of await stage.run(storeLegs([record], (key) => known.get(key)))) {
      known.set(legKey(one), one);
    }
  };
  const settled = { target: "0.2", settled: "0.1", result: "down" } as const;
  const wrong = { target: "0.3", settled: "0.2", result: "up" } as const;
  await take(recordOf(marketOf("final", settled), { sec: START_SEC - 900 }));
  const before = [await counted(stage, "target"), await counted(stage, "result")] as const;
  // The window before was settled at another number, and 0.2 is below 0.3.
  await take(recordOf(marketOf("open", { target: wrong.target })));
  await take(recordOf(marketOf("final", wrong)));
  await take(recordOf(marketOf("final", wrong)));
  expect(await counted(stage, "target") - before[0]).toBe(1);
  expect(await counted(stage, "result") - before[1]).toBe(1);
  expect((await stage.stored(START_SEC, START_SEC + 1))[0]?.market).toEqual(
    marketOf("final", wrong),
  );
});
