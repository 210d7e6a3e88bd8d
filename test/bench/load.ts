/**
 * The load generator's process, as the benchmarks use it.
 *
 * @module
 */
import type { LoadOrder, LoadOutcome, LoadReport } from "./load_order.ts";

/** A generator that waits for orders. One at a time. */
export interface Load {
  readonly run: (order: LoadOrder) => Promise<LoadReport>;
  readonly stop: () => void;
}

/** Starts the process. It stays warm between orders. */
export function startLoad(): Load {
  let answer = Promise.withResolvers<LoadOutcome>();
  const child = Bun.spawn([process.execPath, "run", `${import.meta.dir}/load_generator.ts`], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (outcome: LoadOutcome) => answer.resolve(outcome),
    onExit: () => answer.resolve({ failure: "the load generator ended" }),
  });
  return {
    run: async (order) => {
      answer = Promise.withResolvers();
      child.send(order);
      const outcome = await answer.promise;
      if ("failure" in outcome) throw new Error(outcome.failure);
      return outcome;
    },
    stop: () => child.kill(),
  };
}
