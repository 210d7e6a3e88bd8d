/** A recorded day of the venue's relay, through whole services. @module */
import { expect } from "bun:test";
import { testWithShared } from "../../shared_data.ts";
import { isShort, option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { judgeDay } from "./day_judge.ts";
import { readRecordedDay, RECORDED_DAY } from "./recorded_day.ts";
import { runDay } from "./run_day.ts";

/** A day in half a minute, or in as many minutes as are asked for. */
const SPEED = 1_440 / (option("TRIAL_MINUTES") ?? 0.5);
/** Of a short trial only the first hours. */
const HOURS = sized({ short: 6, whole: 24 });
const LEAD_MS = sized({ short: 6_000, whole: 20_000 });
/** 2026-09-10: by then averages of 60 s decide. */
const FROM_SEC = Date.UTC(2026, 8, 10) / 1000;
/** Its schema on a server is no other test's. */
const SEED = 20_260_910;

const { TEST_DATABASE_URL: databaseUrl } = Bun.env;
const killed = databaseUrl === undefined ? "the service" : "one of two replicas";

testWithShared(
  RECORDED_DAY,
  `killing ${killed} in the middle of a recorded day loses no strike and no outcome`,
  async () => {
    const day = await readRecordedDay(FROM_SEC, HOURS);
    const told = await runDay(day, { speed: SPEED, seed: SEED, leadMs: LEAD_MS, databaseUrl });
    const judged = [...told].map(([name, published]) => ({ name, ...judgeDay(day, published) }));
    for (const { wrong, counts: { silent } } of judged) {
      tell({ done: "windows", count: day.markets.length, wrong: wrong.length, lost: silent });
    }
    expect(judged.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`)))
      .toEqual([]);
    for (const { name, counts } of judged) {
      expect({ name, ...counts }).toMatchObject({ name, silent: 0 });
      if (!isShort) expect(counts).toMatchObject({ strikes: 284, unrecorded: 4 });
      // All are the relay's where nothing is late; a busy machine loses connections to it.
      expect(counts.fromRelay).toBeGreaterThan(counts.strikes / 4);
      // A client on a busy machine may receive a gap on the stream, and requests it later.
      if (!name.startsWith("REST")) continue;
      const { strikes, unrecorded, outcomes } = counts;
      expect({ name, ...counts })
        .toMatchObject({ strikesRight: strikes, outcomesRight: outcomes, gaps: unrecorded });
      expect(outcomes).toBeGreaterThan(strikes / 2);
    }
  },
);
