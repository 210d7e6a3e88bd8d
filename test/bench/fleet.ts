/**
 * What a replica costs beside the others of its fleet: providers' sockets and calls of all, and
 * processor time, memory and statements of each.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIMULATOR_NAMES } from "../../app/simulator/start_simulator.ts";
import { schemaOf } from "../../app/world_folder.ts";
import { startWorld } from "../app/world_of_processes.ts";
import { metricIn } from "../metrics_text.ts";
import { type Benchmark, type Finding } from "./benchmark.ts";
import { startServer } from "./child.ts";
import { dropSchema } from "./drop_schema.ts";
import { spreadOf } from "./spread.ts";

const NAME = "fleet";
/** `FLEET_SIZES=1,3,30` measures others: each replica takes half a gigabyte. */
const SIZES = (Bun.env["FLEET_SIZES"] ?? "1,3").split(",").map(Number);
const SEED = 20_261_124;
/** Until first readings of schedules and listings are done: more replicas take longer to start. */
const WARM_UP_MS = 20_000;
const WARM_UP_OF_EACH_MS = 5_000;
const MEASURED_MS = 30_000;

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
    const measured: Array<Measured> = [];
    for (const size of SIZES) measured.push(await measure(size, { databaseUrl, redisUrl }));
    const [alone, ...others] = measured;
    return alone === undefined ? [] : others.flatMap((fleet) => findingsOf(alone, fleet));
  },
};

/** Calls and sockets are of the fleet, the others are means of a replica. */
interface Measured {
  readonly size: number;
  readonly callsPerMin: number;
  readonly sockets: number;
  readonly processorMsPerSec: number;
  readonly memoryMb: number;
  readonly statementsPerSec: number;
}

async function measure(
  size: number,
  { databaseUrl, redisUrl }: { readonly databaseUrl: string; readonly redisUrl: string },
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "strikeline-bench-"));
  const drop = () => dropSchema(databaseUrl, schemaOf(`sandbox_${SEED}`));
  await drop();
  const world = startWorld({ startIso: new Date().toISOString(), speed: 1, seed: SEED });
  const urls = SIMULATOR_NAMES.map(world.simulators.urlOf);
  const replicas = await Promise.all(
    Array.from({ length: size }, (_, number) =>
      startServer("app/strikeline.ts", {
        args: ["sandbox"],
        settings: {
          ...world.settings,
          PORT: "0",
          LOG_LEVEL: "warn",
          DATA_DIR: join(folder, String(number)),
          DATABASE_URL: databaseUrl,
          REDIS_URL: redisUrl,
        },
      })),
  );
  try {
    await Bun.sleep(WARM_UP_MS + size * WARM_UP_OF_EACH_MS);
    await Promise.all(urls.map((url) => fetch(`${url}/__log`, { method: "DELETE" })));
    const before = await Promise.all(replicas.map(({ url }) => countersOf(url)));
    await Bun.sleep(MEASURED_MS);
    const after = await Promise.all(replicas.map(({ url }) => countersOf(url)));
    const logs = await Promise.all(urls.map((url) => readJson(`${url}/__log`)));
    const open = await Promise.all(urls.map((url) => readJson(`${url}/__sockets`)));
    const calls = logs.reduce((sum, { requests = [] }) => sum + requests.length, 0);
    const growth = (name: keyof Counters) =>
      meanOf(after.map((counters, at) => counters[name] - (before[at]?.[name] ?? NaN)));
    return {
      size,
      callsPerMin: calls * 60_000 / MEASURED_MS,
      sockets: open.reduce((sum, { sockets = 0 }) => sum + sockets, 0),
      processorMsPerSec: growth("processorSec") * 1e6 / MEASURED_MS,
      memoryMb: meanOf(after.map(({ memoryBytes }) => memoryBytes)) / 1024 ** 2,
      statementsPerSec: growth("statements") * 1000 / MEASURED_MS,
    };
  } finally {
    await Promise.all(replicas.map(({ stop }) => stop()));
    await world.simulators.stop();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a replica has counted since its start. */
interface Counters {
  readonly processorSec: number;
  readonly memoryBytes: number;
  readonly statements: number;
}

async function countersOf(url: string): Promise<Counters> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    processorSec: metricIn(text, "process_cpu_seconds_total"),
    memoryBytes: metricIn(text, "process_resident_memory_bytes"),
    statements: metricIn(text, "strikeline_store_statement_duration_seconds_count"),
  };
}

interface ControlAnswer {
  readonly requests?: ReadonlyArray<unknown>;
  readonly sockets?: number;
}

async function readJson(url: string): Promise<ControlAnswer> {
  return await (await fetch(url)).json() as ControlAnswer;
}

function meanOf(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const UNITS = {
  callsPerMin: ["provider calls of all", "a minute"],
  sockets: ["provider sockets of all", "sockets"],
  processorMsPerSec: ["processor time of each", "ms a second"],
  memoryMb: ["memory of each", "MB"],
  statementsPerSec: ["statements of each", "a second"],
} as const satisfies Partial<Record<keyof Measured, readonly [what: string, unit: string]>>;

function findingsOf(alone: Measured, fleet: Measured): ReadonlyArray<Finding> {
  return (Object.keys(UNITS) as Array<keyof typeof UNITS>).map((key) => {
    const [what, unit] = UNITS[key];
    return {
      name: NAME,
      what: `${what}, ${fleet.size} replicas`,
      unit,
      better: "lower",
      value: spreadOf([fleet[key]]),
      reference: { what: "1 replica", value: spreadOf([alone[key]]) },
      ratio: spreadOf([fleet[key] / alone[key]]),
    };
  });
}
