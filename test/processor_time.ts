/**
 * CPU time of this process: what a bound on work is compared with, as a busy machine
 * stretches wall time and leaves this nearly as it is.
 *
 * @module
 */
import process from "node:process";

/** Returns how long `work` took, in milliseconds of processor time over all threads. */
export async function processorMsOf(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
