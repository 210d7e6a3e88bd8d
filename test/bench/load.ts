/**
 * The load generator's process, as the benchmarks use it.
 *
 * @module
 */
import type { LoadOrder, LoadReport } from "./load_order.ts";
import { type OrderedProcess, startOrderedProcess } from "./ordered_process.ts";

/** A generator that waits for orders. One at a time. */
export type Load = OrderedProcess<LoadOrder, LoadReport>;

/** Starts the process. It stays warm between orders. */
export function startLoad(): Load {
  return startOrderedProcess(`${import.meta.dir}/load_generator.ts`);
}
