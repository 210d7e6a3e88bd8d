import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { LegRecord } from "../../../../core/leg/mod.ts";
import { LegStore } from "../../../../core/port/leg_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { promptLegs, windowLegs } from "../../../../core/use_case/leg/mod.ts";
import { composeWindow } from "../../../../core/window/mod.ts";
import { marketOf, recordOf, windowAt } from "../../leg/arbitrary.ts";
import { stageVenue, START_SEC } from "./staged_venue.ts";

const NOW_SEC = START_SEC + 7_200;

const STATE = composeWindow({
  ...{ asset: "doge", window: windowAt(START_SEC), nowMs: NOW_SEC * 1000, target: null },
  ...{ price: null, market: null, resolution: null, close: null, outcome: null },
  quoteOf: () => null,
});

/** Reads the legs of a window that has ended, of which this is known. */
async function legsKnowing(record: LegRecord) {
  const stage = stageVenue();
  await stage.setNow(NOW_SEC);
  await stage.run(LegStore.use((store) => store.put([record])));
  const { legs: [legs = []], leftCount } = await stage.run(windowLegs([STATE]));
  return { ...stage, leg: legs[1], leftCount };
}

describe("the legs of a window that has ended", () => {
  test("are read once more where a list before its end had none", async () => {
    const early = recordOf(null, { seenMs: (START_SEC - 80_000) * 1000 });
    const { leg, leftCount, calls } = await legsKnowing(early);
    expect(leg).toMatchObject({ targetState: "final", outcome: "up", outcomeState: "final" });
    expect([leftCount, calls.listed.length]).toEqual([0, 1]);
  });

  test("are not read again where one after it had none", async () => {
    const { leg, calls } = await legsKnowing(recordOf(null, { seenMs: (START_SEC + 900) * 1000 }));
    expect(leg).toMatchObject({ targetState: "not_listed", outcomeState: "void" });
    expect(calls.listed).toEqual([]);
  });
});

describe("the legs for whoever cannot wait", () => {
  test("are those that are known while another venue hangs", async () => {
    const stage = stageVenue({ held: Effect.never });
    await stage.setNow(NOW_SEC);
    await stage.run(LegStore.use((store) => store.put([recordOf(marketOf("closed"))])));
    const { legs: [legs = []], isWhole } = await stage.run(promptLegs([STATE]));
    expect(legs.map(({ outcomeState }) => outcomeState)).toEqual(["closed", "closed"]);
    expect([isWhole, stage.calls.listed.length]).toEqual([true, 1]);
  });

  test("are the primary one alone while the store fails", async () => {
    const stage = stageVenue();
    await stage.setNow(NOW_SEC);
    const failure = new StoreFailed({ operation: "find windows", cause: null });
    const failing = LegStore.of({ find: () => failure, put: () => failure });
    const asked = Effect.provideService(promptLegs([STATE]), LegStore, failing);
    const { legs, isWhole } = await stage.run(asked);
    expect(legs.map((own) => own.map(({ venue }) => venue))).toEqual([["polymarket"]]);
    expect(isWhole).toBe(false);
  });
});
