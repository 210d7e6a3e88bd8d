/**
 * Loads several servers alternately, so that changes of the machine's speed affect all alike.
 *
 * @module
 */
import type { ServerProcess } from "./child.ts";
import { cpuTimeUs } from "./cpu_time.ts";
import type { Effort } from "./effort.ts";
import { startLoad } from "./load.ts";

/** One server in one round. */
export interface Lap {
  readonly requestsPerSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server per request; undefined if the system does not report it. */
  readonly serverCpuUs: number | undefined;
  /** Processor time of the load generator per request. */
  readonly loadCpuUs: number;
}

/** A server and what is asked of it, path by path. */
export interface Contender {
  readonly server: ServerProcess;
  readonly paths: ReadonlyArray<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns how many answers a server gives for a second of its processor's time, by laps. That is
 * what a user's load meets: with enough callers a server is busy all the time, while between a
 * server and a generator that wait for each other, the waiting hides what an answer costs. Empty if
 * the system does not report processor time.
 */
export function answersPerCpuSec(laps: ReadonlyArray<Lap>): ReadonlyArray<number> {
  return laps.flatMap(({ serverCpuUs }) => serverCpuUs === undefined ? [] : [1e6 / serverCpuUs]);
}

/** Duration, rounds and number of connections of an unhurried run. */
export interface ContestRules {
  readonly connections: number;
  readonly rounds: number;
  readonly lapMs: number;
}

/**
 * Returns the laps of every contender, one per round, after one warm-up lap each. A round in which
 * the machine let one of them answer nothing is left out: it says nothing of either. Rejects if
 * none is left.
 */
export async function contest(
  contenders: ReadonlyArray<Contender>,
  { connections, rounds, lapMs }: ContestRules,
  effort: Effort,
): Promise<ReadonlyArray<ReadonlyArray<Lap>>> {
  const durationMs = effort.lapMs(lapMs);
  const roundCount = effort.rounds(rounds);
  const load = startLoad();
  const laps = contenders.map((): Array<Lap> => []);
  try {
    for (let round = -1; round < roundCount; round++) {
      const lapsOfRound: Array<Lap> = [];
      for (const { server, paths, headers = {} } of contenders) {
        const before = cpuTimeUs(server.pid);
        const report = await load.ask({
          origin: server.url,
          paths,
          headers,
          connections,
          durationMs,
        });
        const after = cpuTimeUs(server.pid);
        const isMeasured = before !== undefined && after !== undefined;
        if (report.answers === 0) continue;
        lapsOfRound.push({
          requestsPerSec: report.answers / report.tookMs * 1_000,
          p50Ms: report.p50Ms,
          p99Ms: report.p99Ms,
          serverCpuUs: isMeasured ? (after - before) / report.answers : undefined,
          loadCpuUs: report.cpuUs / report.answers,
        });
      }
      if (round < 0 || lapsOfRound.length < contenders.length) continue;
      for (const [which, lap] of lapsOfRound.entries()) laps[which]?.push(lap);
    }
    if (laps.some(({ length }) => length === 0)) {
      throw new Error("Cannot compare servers: in no round did all of them answer");
    }
    return laps;
  } finally {
    await load.stop();
  }
}
