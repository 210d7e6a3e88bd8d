/**
 * `bun run faults`: a fleet under load while one thing after the other fails.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Result } from "effect";
import { readNumberOptions } from "../number_options.ts";
import { FAULTS } from "./fault_list.ts";
import { faultTable, harmsOf } from "./fault_table.ts";
import { startGround } from "./ground.ts";
import { runFaults } from "./run_faults.ts";

const USAGE = `Usage: bun run faults [--replicas N] [--clients N] [--hold N] [--only TEXT]
Starts replicas with a PostgreSQL and a Redis server (TEST_DATABASE_URL, TEST_REDIS_URL), lets one
thing after the other fail under load, and compares every answer with the truth.
  --replicas  how many (2)
  --clients   of the stream (200)
  --hold      how many seconds each fault lasts (10)
  --only      the faults whose names contain this text`;

/** Its schema on a server is no other run's. */
const SEED = 20_261_191;
const SPEED = 10;
const LOAD = { requestsPerSec: 50, ordersPerSec: 1, isAligned: true };

/** The numbers that may be chosen. A fleet has at least two replicas. */
const NUMBERS = {
  replicas: { fallback: 2, min: 2, max: 100 },
  clients: { fallback: 200, min: 1, max: 9_999 },
  hold: { fallback: 10, min: 1, max: 9_999 },
};

async function main(args: ReadonlyArray<string>): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const given = readNumberOptions(args, NUMBERS, ["only"]);
  const { TEST_DATABASE_URL: databaseUrl = "", TEST_REDIS_URL: redisUrl = "" } = Bun.env;
  if (Result.isFailure(given) || databaseUrl === "" || redisUrl === "") {
    const complaint = "Set TEST_DATABASE_URL and TEST_REDIS_URL, such as redis://127.0.0.1:6379";
    console.error(Result.isFailure(given) ? given.failure : complaint);
    console.error(USAGE);
    return 1;
  }
  const { numbers: { replicas, clients, hold }, text } = given.success;
  const only = text("only") ?? "";
  const faults = FAULTS.filter(({ name }) => name.includes(only));
  const folder = mkdtempSync(join(tmpdir(), "strikeline-faults-"));
  const options = { databaseUrl, redisUrl, replicas, seed: SEED, speed: SPEED, folder };
  const ground = await startGround(options);
  const stop = async () => {
    await ground.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    const rows = await runFaults(ground, {
      ...LOAD,
      faults,
      clients,
      holdMs: hold * 1_000,
      onRow: (row) => {
        console.error(faultTable([row]).split("\n").at(-1));
        console.error(`    back last: ${row.backLast}`);
        for (const [why, count] of row.tally.notHeld) {
          console.error(`    not held: ${count} ${why}`);
        }
        for (const example of row.tally.examples) console.error(`    ${example}`);
      },
    });
    console.log(`\n${faultTable(rows)}\n`);
    const harmed = rows.filter((row) => harmsOf(row).length > 0);
    for (const row of harmed) console.log(`FAILED ${row.name}: ${harmsOf(row).join("; ")}`);
    return harmed.length === 0 ? 0 : 1;
  } finally {
    await stop();
  }
}

process.exit(await main(Bun.argv.slice(2)));
