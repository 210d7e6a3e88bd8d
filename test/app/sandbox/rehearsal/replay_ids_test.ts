import { expect, test } from "bun:test";
import { makeReplayIds } from "../../../../app/sandbox/rehearsal/replay_ids.ts";

test("ids of a replay are UUIDs of version 7 of its time, which its next run makes again", () => {
  const ids = (seed: number) => {
    let nowMs = Date.UTC(2026, 10, 27);
    const make = makeReplayIds({ nowMs: () => nowMs++ }, seed);
    return Array.from({ length: 5_000 }, make);
  };
  const made = ids(7);
  expect(ids(7)).toEqual(made);
  expect(new Set([...made, ...ids(8)]).size).toBe(10_000);
  expect(made.toSorted()).toEqual(made);
  for (const id of made) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
