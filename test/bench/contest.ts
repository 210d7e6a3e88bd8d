/**
 * Loads several servers alternately, so that changes of the machine's speed affect all alike.
 *
 * @module
 */
import type { ServerProcess } from "./child.ts";
import { cpuTimeUs } from "./cpu_time.ts";
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

/** A server and its request. */
export interface Contender {
  readonly server: ServerProcess;
  readonly path: string;
}

/** Duration, rounds and number of connections. */
export interface ContestRules {
  readonly connections: number;
  readonly rounds: number;
  readonly lapMs: number;
}

/** Returns the laps of every contender, one per round, after one warm-up lap each. */
export async function contest(
  contenders: ReadonlyArray<Contender>,
  { connections, rounds, lapMs }: ContestRules,
): Promise<ReadonlyArray<ReadonlyArray<Lap>>> {
  const load = startLoad();
  const laps = contenders.map((): Array<Lap> => []);
  try {
    for (let round = -1; round < rounds; round++) {
      for (const [which, { server, path }] of contenders.entries()) {
        const url = `${server.url}${path}`;
        const before = cpuTimeUs(server.pid);
        const report = await load.ask({ url, connections, durationMs: lapMs });
        const after = cpuTimeUs(server.pid);
        if (round < 0) continue;
        const isMeasured = before !== undefined && after !== undefined;
        laps[which]?.push({
          requestsPerSec: report.answers / report.tookMs * 1_000,
          p50Ms: report.p50Ms,
          p99Ms: report.p99Ms,
          serverCpuUs: isMeasured ? (after - before) / report.answers : undefined,
          loadCpuUs: report.cpuUs / report.answers,
        });
      }
    }
    return laps;
  } finally {
    await load.stop();
  }
}
