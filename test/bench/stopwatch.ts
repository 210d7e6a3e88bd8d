/**
 * Compares small pieces of work by time, round by round.
 *
 * @module
 */

/** Repeats the work, and returns something that depends on all of it. */
export type Work = (times: number) => number;

const ROUNDS = 9;
const ROUND_NS = 20_000_000;

/** Receives the work's result, so that no compiler may remove the work. */
const sink = new Float64Array(1);

/** Returns nanoseconds per piece of each work, a value per round. The works alternate. */
export function timeInTurns(works: ReadonlyArray<Work>): ReadonlyArray<ReadonlyArray<number>> {
  const times = works.map(timesARound);
  const found = works.map((): Array<number> => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [which, work] of works.entries()) {
      const count = times[which] ?? 1;
      found[which]?.push(timeOnce(work, count) / count);
    }
  }
  return found;
}

/** Returns how often a round must repeat the work to last long enough; also warms it up. */
function timesARound(work: Work): number {
  let times = 1_000;
  while (true) {
    const tookNs = timeOnce(work, times);
    if (tookNs >= ROUND_NS) return Math.ceil(times * ROUND_NS / tookNs);
    times *= 2;
  }
}

function timeOnce(work: Work, times: number): number {
  const startNs = Bun.nanoseconds();
  sink[0] = work(times);
  return Bun.nanoseconds() - startNs;
}
