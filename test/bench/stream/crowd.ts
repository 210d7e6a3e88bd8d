/**
 * The clients' process, as the benchmarks use it.
 *
 * @module
 */
import { type OrderedProcess, startOrderedProcess } from "../ordered_process.ts";
import type { CrowdAnswer, CrowdOrder } from "./crowd_order.ts";

/** A process of clients. */
export type Crowd = OrderedProcess<CrowdOrder, CrowdAnswer>;

/** Starts it, without a client. */
export function startCrowd(): Crowd {
  return startOrderedProcess(`${import.meta.dir}/crowd_process.ts`);
}
