/**
 * Compares small pieces of work by their processor time, round by round: wall time would count what
 * a busy machine does in between.
 *
 * @module
 */
import process from "node:process";
import type { Effort } from "./effort.ts";

/** Repeats the work, and returns something that depends on all of it. */
export type Work = (times: number) => number;

const ROUNDS = 9;
const LAP_MS = 50;
/** Until the engine has compiled the work for good, also where it has little of the processor. */
const WARM_UP_NS = 60_000_000;

/** Receives the work's result, so that no compiler may remove the work. */
const sink = new Float64Array(1);

/** Returns nanoseconds per piece of each work, a value per round. The works alternate. */
export function timeInTurns(
  works: ReadonlyArray<Work>,
  { rounds, lapMs }: Effort,
): ReadonlyArray<ReadonlyArray<number>> {
  const lapNs = lapMs(LAP_MS) * 1e6;
  const times = works.map((work) => timesALap(work, lapNs));
  const found = works.map((): Array<number> => []);
  const roundCount = rounds(ROUNDS);
  for (let round = 0; round < roundCount; round++) {
    for (const [which, work] of works.entries()) {
      const count = times[which] ?? 1;
      found[which]?.push(timeOnce(work, count) / count);
    }
  }
  return found;
}

/** Warms the work up, and returns how often a lap must repeat it to last long enough. */
function timesALap(work: Work, lapNs: number): number {
  let times = 1;
  let spentNs = 0;
  while (true) {
    const tookNs = timeOnce(work, times);
    spentNs += tookNs;
    if (tookNs < lapNs) times *= 2;
    else if (spentNs >= WARM_UP_NS) return Math.ceil(times * lapNs / tookNs);
  }
}

function timeOnce(work: Work, times: number): number {
  const start = process.cpuUsage();
  sink[0] = work(times);
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1_000;
}
