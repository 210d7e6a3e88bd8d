/** Faults of the providers: each for a while, and all of them gone in between. @module */
import { FAULT_KINDS } from "../../../app/simulator/kit/fault.ts";
import { Chance } from "../../stage/chance.ts";
import { type LoadOptions, pause } from "./load.ts";

/** Long enough for the service to notice, and to be well again before the next. */
const FAULTY_MS = 6_000;
const WELL_MS = 14_000;
const STATUSES = [429, 500, 503];
const METHODS = ["GET", "POST"];
const DELAY_MS_MAX = 3_000;

/** Arms faults at one simulator after another, by their addresses. */
export async function breakProviders(
  simulators: ReadonlyArray<string>,
  { seed, counts, signal }: LoadOptions,
): Promise<void> {
  const chance = new Chance(seed, 2_000);
  while (!signal.aborted) {
    const faults = `${chance.pick(simulators)}/__faults`;
    for (const method of METHODS) await arm(faults, { chance, method });
    counts.faults += METHODS.length;
    await pause(FAULTY_MS, signal);
    await fetch(faults, { method: "DELETE" });
    await pause(WELL_MS, signal);
  }
}

async function arm(
  faults: string,
  { chance, method }: { readonly chance: Chance; readonly method: string },
): Promise<void> {
  const fault = {
    match: `${method} /`,
    kind: chance.pick(FAULT_KINDS),
    status: chance.pick(STATUSES),
    delay_ms: chance.within(0, DELAY_MS_MAX),
    probability: chance.pick([0.2, 0.5, 1]),
  };
  const response = await fetch(faults, { method: "POST", body: JSON.stringify(fault) });
  if (!response.ok) throw new Error(`Cannot arm a fault: ${await response.text()}`);
}
