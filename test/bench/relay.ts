/**
 * A recorded day of the venue's relay through whole services, as a table: the number of windows
 * with exactly the published strike, and of correct outcomes.
 *
 * @module
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaOf } from "../../app/world_folder.ts";
import { type DayRow, dayTable } from "../recorded_day/day_judge.ts";
import { RECORDED_DAY } from "../recorded_day/recorded_day.ts";
import { runDay } from "../recorded_day/run_day.ts";
import { sharedPath } from "../shared_data.ts";
import { type Benchmark, type Finding } from "./benchmark.ts";
import { dropSchema } from "./drop_schema.ts";
import { spreadOf } from "./spread.ts";

const NAME = "relay";
/** A day in a minute. */
const SPEED = 1_440;
const SEED = 20_260_911;

/** The benchmark. */
export const relay: Benchmark = {
  name: NAME,
  about: "a recorded day through whole services: strikes and outcomes beside the published ones",
  run: async () => {
    const missing = RECORDED_DAY.find((name) => !existsSync(sharedPath(name)));
    if (missing !== undefined) {
      console.error(`${NAME}: nothing is measured, there is no ../shared/data/${missing}`);
      return [];
    }
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    const rows = await runIn(undefined);
    if (databaseUrl === undefined) {
      console.error(`${NAME}: replicas are not run, TEST_DATABASE_URL is not set`);
    } else rows.push(...await runIn(databaseUrl));
    console.log(dayTable(rows));
    return rows.flatMap(findingsOf);
  },
};

async function runIn(databaseUrl: string | undefined): Promise<Array<DayRow>> {
  const folder = mkdtempSync(join(tmpdir(), "strikeline-bench-"));
  const drop = async () => {
    if (databaseUrl !== undefined) await dropSchema(databaseUrl, schemaOf(`sandbox_${SEED}`));
  };
  await drop();
  try {
    return [...await runDay({ speed: SPEED, seed: SEED, databaseUrl, folder })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await drop();
  }
}

function findingsOf(row: DayRow): ReadonlyArray<Finding> {
  const finding = (what: string, ours: number, published: number): Finding => ({
    name: NAME,
    what: `${what}, ${row.who}`,
    unit: "windows",
    better: "higher",
    value: spreadOf([ours]),
    reference: { what: "published", value: spreadOf([published]) },
    ratio: spreadOf([ours / published]),
  });
  return [
    finding("strikes", row.strikesRight, row.strikes),
    ...row.outcomes === undefined
      ? []
      : [finding("outcomes", row.outcomesRight ?? 0, row.outcomes)],
  ];
}
