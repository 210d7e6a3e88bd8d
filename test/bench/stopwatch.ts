/**
 * Times small pieces of work against each other, round by round.
 *
 * @module
 */

/** Does the work so often, and gives back something that depends on all of it. */
export type Work = (times: number) => number;

const ROUNDS = 9;
const ROUND_NS = 20_000_000;

/** What the work gave back goes here, so that no compiler may leave the work out. */
const sink = new Float64Array(1);

/** Nanoseconds of one piece of each work, a value a round. The works take turns. */
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

/** How often a round must do the work to last long enough; finding out warms it up. */
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
