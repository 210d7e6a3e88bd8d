/**
 * The processes with subscribers, as the benchmarks use them.
 *
 * @module
 */
import { type OrderedProcess, startOrderedProcess } from "../ordered_process.ts";
import type { PublisherAnswer, PublisherOrder } from "./publisher_order.ts";

/** A process that publishes on request. */
export type PublisherProcess = OrderedProcess<PublisherOrder, PublisherAnswer>;

/** Starts our own stream. */
export function startStreamPublisher(): PublisherProcess {
  return startOrderedProcess(`${import.meta.dir}/stream_publisher.ts`);
}

/** Starts the reference. */
export function startBarePublisher(): PublisherProcess {
  return startOrderedProcess(`${import.meta.dir}/bare_publisher.ts`);
}
