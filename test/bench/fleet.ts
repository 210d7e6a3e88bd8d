/**
 * What a replica costs beside the others of its fleet: providers' sockets and calls of all, and
 * processor time and memory of each.
 *
 * @module
 */
import { SIMULATOR_NAMES } from "../../app/simulator/start_simulator.ts";
import { metricIn } from "../metrics_text.ts";
import { openGround } from "../stage/process_ground.ts";
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import { START_ISO } from "./child.ts";

const NAME = "fleet";
/** `FLEET_SIZES=3,30` measures others: each replica takes half a gigabyte. */
const SIZES = (Bun.env["FLEET_SIZES"] ?? "3").split(",").map(Number);
const SEED = 20_261_124;
/** Until first readings of schedules and listings are done: more replicas take longer to start. */
const WARM_UP_MS = 20_000 + 5_000 * Math.max(...SIZES);
/** All jobs that run once a minute run once in it. */
const MEASURED_MS = 60_000;

/** The benchmark. */
export const fleet: Benchmark = {
  name: NAME,
  about: "provider calls and sockets of replicas, and what each replica costs, beside one alone",
  run: async () => {
    const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = Bun.env;
    if (databaseUrl === undefined || redisUrl === undefined) {
      console.error(`${NAME}: nothing is measured, TEST_DATABASE_URL or TEST_REDIS_URL is not set`);
      return [];
    }
    const alone = await measure(1, { databaseUrl, redisUrl });
    const findings: Array<Finding> = [];
    for (const size of SIZES) {
      const fleet = await measure(size, { databaseUrl, redisUrl });
      for (const what of Object.keys(UNITS) as Array<keyof typeof UNITS>) {
        findings.push(compare(NAME, {
          unit: UNITS[what],
          ours: { what: `${what}, ${size} replicas`, values: [fleet[what]] },
          reference: { what: "1 replica", values: [alone[what]] },
          aim: what === "provider calls of all" ? { ratio: CALLS_RATIO_MAX } : undefined,
        }));
      }
    }
    return findings;
  },
};

/** A fleet is to ask a provider no more than twice as often as one replica, whatever its size. */
const CALLS_RATIO_MAX = 2;

/** Calls and sockets are of the fleet, the others are means of a replica. */
const UNITS = {
  "provider calls of all": "a minute",
  "provider sockets of all": "sockets",
  "processor time of each": "ms a second",
  "memory of each": "MB",
} as const;

type Measured = Readonly<Record<keyof typeof UNITS, number>>;

async function measure(
  size: number,
  { databaseUrl, redisUrl }: { readonly databaseUrl: string; readonly redisUrl: string },
): Promise<Measured> {
  const { simulators, services: replicas, stop } = await openGround({
    startIso: START_ISO,
    speed: 1,
    seed: SEED,
    services: size,
    databaseUrl,
    settings: () => ({ LOG_LEVEL: "warn", REDIS_URL: redisUrl }),
  });
  const urls = SIMULATOR_NAMES.map(simulators.urlOf);
  try {
    await Bun.sleep(WARM_UP_MS);
    await Promise.all(urls.map((url) => fetch(`${url}/__log`, { method: "DELETE" })));
    const before = await Promise.all(replicas.map(({ url }) => countersOf(url)));
    await Bun.sleep(MEASURED_MS);
    const after = await Promise.all(replicas.map(({ url }) => countersOf(url)));
    const logs = await Promise.all(urls.map((url) => readJson(`${url}/__log`)));
    const open = await Promise.all(urls.map((url) => readJson(`${url}/__sockets`)));
    const calls = logs.reduce((sum, { requests = [] }) => sum + requests.length, 0);
    const spentSec = after.map((counters, at) =>
      counters.processorSec - (before[at]?.processorSec ?? NaN)
    );
    return {
      "provider calls of all": calls * 60_000 / MEASURED_MS,
      "provider sockets of all": open.reduce((sum, { sockets = 0 }) => sum + sockets, 0),
      "processor time of each": meanOf(spentSec) * 1e6 / MEASURED_MS,
      "memory of each": meanOf(after.map(({ memoryBytes }) => memoryBytes)) / 1024 ** 2,
    };
  } finally {
    await stop();
  }
}

async function countersOf(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    processorSec: metricIn(text, "process_cpu_seconds_total"),
    memoryBytes: metricIn(text, "process_resident_memory_bytes"),
  };
}

async function readJson(url: string) {
  return await (await fetch(url)).json() as {
    readonly requests?: ReadonlyArray<unknown>;
    readonly sockets?: number;
  };
}

function meanOf(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
