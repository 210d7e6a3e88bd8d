/**
 * Histories in which something was once wrong, or would be with a fault that once was there.
 *
 * @module
 */
import type { WorldPlan } from "./ground.ts";
import type { HistoryPlan, Step } from "./step.ts";

/** A world of two replicas shortly before midnight. */
export const FAIR: WorldPlan = {
  seed: 1270728184,
  replicas: 2,
  hasReports: false,
  startSec: 1_793_923_100,
};

/** Time passes. */
export function pass(ms: number): Step {
  return { kind: "pass", ms };
}

/** Each by what was wrong. */
export const ONCE_BROKEN: ReadonlyArray<readonly [string, HistoryPlan]> = [
  ["what a holder published while it was alone was dropped, and others had a hole", {
    world: FAIR,
    steps: [
      { kind: "process", replica: 1, change: "hang" },
      { kind: "fleet", replica: 0, change: "cut" },
      pass(70_000),
      pass(70_000),
    ],
  }],
  // A holder repeats older averages after newer ones.
  ["a replica that came late waited for averages that were dropped before it", {
    world: { ...FAIR, seed: 1971324625 },
    steps: [
      pass(10_000),
      { kind: "process", replica: 0, change: "stop" },
      pass(10_000),
      { kind: "socket", provider: "oracle", state: "up", replica: null },
      pass(200_000),
    ],
  }],
];
