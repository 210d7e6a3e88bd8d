/** A recorded day of the venue's relay, through whole services. @module */
import { afterAll, expect } from "bun:test";
import { schemaOf } from "../../app/world_folder.ts";
import { dropSchema } from "../bench/drop_schema.ts";
import { dayTable } from "../recorded_day/day_judge.ts";
import { RECORDED_DAY } from "../recorded_day/recorded_day.ts";
import { runDay } from "../recorded_day/run_day.ts";
import { testWithShared } from "../shared_data.ts";
import { makeFolder } from "./process.ts";

/** A day in half a minute. */
const SPEED = 2_880;
/**
 * The relay has all 284 strikes where a machine keeps up, and 258 where the only service is away at
 * noon; a busy machine may lose a connection, and many windows with it at this speed.
 */
const OF_THE_RELAY_MIN = 71;
/** Its schema on a server is no other test's. */
const SEED = 20_260_910;

const { TEST_DATABASE_URL: databaseUrl } = Bun.env;
const who = databaseUrl === undefined ? "one service" : "two replicas";

testWithShared(
  RECORDED_DAY,
  `${who}, one killed at noon, have each published strike and outcome of a recorded day`,
  async () => {
    const folder = makeFolder();
    afterAll(folder.remove);
    const drop = () =>
      databaseUrl === undefined
        ? Promise.resolve()
        : dropSchema(databaseUrl, schemaOf(`sandbox_${SEED}`));
    await drop();
    afterAll(drop);
    const rows = await runDay({ speed: SPEED, seed: SEED, databaseUrl, folder: folder.path });
    console.log(dayTable(rows));
    expect(rows.flatMap(({ who, wrong }) => wrong.map((what) => `${who}: ${what}`))).toEqual([]);
    for (const row of rows) {
      expect(row).toMatchObject({ strikes: 284, unrecorded: 4, silent: 0 });
      expect(row.fromRelay).toBeGreaterThanOrEqual(OF_THE_RELAY_MIN);
      // A client on a busy machine may receive a gap on the stream, and requests it later.
      if (row.who.startsWith("REST")) {
        expect(row).toMatchObject({
          strikesRight: 284,
          outcomes: 280,
          outcomesRight: 280,
          gaps: 4,
        });
      }
    }
  },
  600_000,
);
