/**
 * A fleet under load while one thing after the other fails: replicas, the servers they share, their
 * providers and their clients. Every answer is compared with the truth.
 *
 * @module
 */
import { afterAll, describe, expect, test } from "bun:test";
import { withReason } from "../../skip_reason.ts";
import { isShort, option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { FAULTS } from "./faults.ts";
import { startFleet } from "./ground.ts";
import { loadFleet } from "./run_faults.ts";
import { makeTally } from "./tally.ts";

/** Of a short trial; the one that holds the sockets goes on, so that there is much to replay. */
const MOST_TELLING = [
  "kill -9 of another replica",
  "a cut PostgreSQL",
  "lost replies of the order book",
];
/** TRIAL_FAULT=3 is the third of the list alone. */
const only = option("TRIAL_FAULT");
const faults = FAULTS.filter(({ name }, at) =>
  only === undefined ? !isShort || MOST_TELLING.includes(name) : at + 1 === only
);

const { TEST_DATABASE_URL: databaseUrl = "", TEST_REDIS_URL: redisUrl = "" } = Bun.env;
const skip = databaseUrl === "" || redisUrl === ""
  ? "skipped: TEST_DATABASE_URL or TEST_REDIS_URL is not set"
  : undefined;

async function openFleet() {
  const ground = await startFleet({
    databaseUrl,
    redisUrl,
    replicas: option("TRIAL_REPLICAS") ?? 2,
    // Names a schema that is no other test's.
    seed: option("TRIAL_SEED") ?? 20_261_191,
    speed: sized({ short: 5, whole: 10 }),
  });
  afterAll(ground.stop);
  const holdSec = option("TRIAL_HOLD") ?? sized({ short: 2, whole: 10 });
  const fleet = await loadFleet(ground, {
    ...sized({
      short: { requestsPerSec: 10, ordersPerSec: 1, clients: 20, isAligned: false },
      whole: { requestsPerSec: 50, ordersPerSec: 1, clients: 200, isAligned: true },
    }),
    holdMs: holdSec * 1_000,
  });
  afterAll(fleet.stop);
  return fleet;
}

const fleet = skip === undefined ? await openFleet() : undefined;
/** What never recovered would be blamed on the next fault. */
let harmedBy: string | undefined;

describe.skipIf(fleet === undefined)("a fleet under load", () => {
  test.each(faults)(
    withReason("gives no wrong answer, loses and doubles nothing through $name", skip),
    async (fault) => {
      expect(harmedBy).toBeUndefined();
      if (fleet === undefined) return;
      const { tally, harms, recoveredMs, backLast } = await fleet.suffer(fault);
      if (recoveredMs === undefined) harmedBy = fault.name;
      const { sent, held, wrong, lost, doubled, longestMs, orders, settledMs } = tally;
      tell({ done: "faults", count: 1, wrong, lost, doubled, longestMs });
      tell({ done: "questions", count: sent });
      tell({ done: "orders", count: orders, longestMs: settledMs });
      const notHeld = [...tally.notHeld].map(([why, count]) => `not held: ${count} ${why}`);
      const examples = [`${held} of ${sent} held`, `back last: ${backLast}`, ...tally.examples];
      expect(harms.length === 0 ? [] : [...harms, ...examples, ...notHeld]).toEqual([]);
    },
  );

  test(withReason("gives no wrong answer before the first fault", skip), () => {
    const { wrong, lost, doubled, examples } = fleet?.first ?? makeTally();
    expect(wrong + lost + doubled > 0 ? examples : []).toEqual([]);
  });
});
