/**
 * Loads several servers in turn, so that changes of the machine's speed affect all alike.
 *
 * @module
 */
import { compare, type Effort, type Finding } from "./benchmark.ts";
import type { ServerProcess } from "./child.ts";
import type { LoadOrder, LoadReport } from "./load_process.ts";
import { startOrderedProcess } from "./ordered_process.ts";
import { cpuSec } from "./process_usage.ts";

/** One server in one round. */
export interface Lap {
  /**
   * How many answers it gives for a second of its processor's time. That is what a user's load
   * meets: with enough callers a server is busy all the time, while between a server and a
   * generator that wait for each other, the waiting hides what an answer costs.
   */
  readonly answersPerCpuSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A server and what is asked of it, path by path. */
export interface Contender {
  readonly server: ServerProcess;
  readonly paths: ReadonlyArray<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Many short ones: what changes the machine's speed lasts longer than both of a round. */
const ROUNDS = 45;
const LAP_MS = 400;
const QUICK_ROUNDS = 4;
const QUICK_LAP_MS = 250;
/** A server is warm once this many laps in a row were no faster than those before, by a tenth. */
const WARM_LAPS = 2;
const FASTER = 1.1;
/** One that never gets there is measured as it is. */
const WARM_UP_LAPS_MAX = 20;

/** Returns the laps of every contender, one per round, once each is warm. */
export async function contest(
  contenders: ReadonlyArray<Contender>,
  connections: number,
  { isQuick }: Effort,
): Promise<ReadonlyArray<ReadonlyArray<Lap>>> {
  const durationMs = isQuick ? QUICK_LAP_MS : LAP_MS;
  const load = startOrderedProcess<LoadOrder, LoadReport>(`${import.meta.dir}/load_process.ts`);
  const lapOf = async ({ server, paths, headers = {} }: Contender): Promise<Lap> => {
    const before = cpuSec(server.pid);
    const order = { origin: server.url, paths, headers, connections, durationMs };
    const { answers, p50Ms, p99Ms } = await load.ask(order);
    return { answersPerCpuSec: answers / (cpuSec(server.pid) - before), p50Ms, p99Ms };
  };
  /** What is called often is compiled anew several times, each time to run faster. */
  const warmUp = async (contender: Contender) => {
    let best = 0;
    let warm = 0;
    for (let lap = 0; lap < WARM_UP_LAPS_MAX && warm < WARM_LAPS; lap++) {
      const { answersPerCpuSec } = await lapOf(contender);
      warm = answersPerCpuSec < best * FASTER ? warm + 1 : 0;
      best = Math.max(best, answersPerCpuSec);
    }
  };
  const laps = contenders.map((): Array<Lap> => []);
  try {
    for (const contender of contenders) await warmUp(contender);
    for (let round = 0; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
      for (const [which, contender] of contenders.entries()) {
        laps[which]?.push(await lapOf(contender));
      }
    }
    return laps;
  } finally {
    await load.stop();
  }
}

/** Compares how many answers of two servers a second of their processors gives. */
export async function compareAnswers(
  name: string,
  { what, reference, aim, contenders, connections, effort }: {
    readonly what: string;
    readonly reference: string;
    /** The least ratio. */
    readonly aim: number;
    readonly contenders: ReadonlyArray<Contender>;
    readonly connections: number;
    readonly effort: Effort;
  },
): Promise<Finding> {
  const laps = await contest(contenders, connections, effort);
  const [own = [], other = []] = laps.map((laps) => laps.map((lap) => lap.answersPerCpuSec));
  return compare(name, {
    unit: "answers/CPU s",
    better: "higher",
    aim: { ratio: aim },
    ours: { what, values: own },
    reference: { what: reference, values: other },
  });
}
