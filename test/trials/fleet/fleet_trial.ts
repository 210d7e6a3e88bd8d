/**
 * A fleet under load while one thing after the other fails: replicas, the servers they share, their
 * providers and their clients. Every answer is compared with the truth.
 *
 * @module
 */
import { afterAll, describe, expect, test } from "bun:test";
import { withReason } from "../../skip_reason.ts";
import { makeTruth } from "../../stage/world_truth.ts";
import { isShort, option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { FAULTS } from "./faults.ts";
import { startFleet } from "./ground.ts";
import { judgeOrders } from "./order_load.ts";
import { wrongPrice } from "./price_load.ts";
import { loadFleet } from "./run_faults.ts";
import { makeTally } from "./tally.ts";
import { TopicJudge } from "./topic_judge.ts";

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

const truth = makeTruth(7);
const NOON_SEC = Date.UTC(2026, 10, 20, 12) / 1_000;

test("a price of another window, or of one that is said to have none, is found", () => {
  const price = truth.target("btc", "5min", NOON_SEC);
  const window = { asset: "btc", marketType: "5min", windowStart: NOON_SEC, price } as const;
  const next = { ...window, windowStart: NOON_SEC + 300 };
  const found = [window, next, { ...window, ok: false }].map((one) => wrongPrice(truth, one));
  expect(found.map((what) => what !== undefined)).toEqual([false, true, true]);
});

test("an order that is lost, doubled or not as requested is found", () => {
  const asked = (key: string, orderId: string) => {
    const amounts = { sharesE6: undefined, usdcE6: undefined, isReplayed: false };
    const final = { kind: "placed", orderId, tokenId: "1", ...amounts } as const;
    return { key, tokenId: "1", amount: "3.10", finals: [final] };
  };
  const venue = (id: string, makerAmount = "3100000") => ({
    id,
    order: { tokenId: "1", makerAmount },
  });
  const flawsOf = (
    all: ReadonlyArray<ReturnType<typeof asked>>,
    orders: ReadonlyArray<ReturnType<typeof venue>>,
  ) => {
    const tally = makeTally();
    judgeOrders(all.map((one) => ({ ...one, tally })), { orders, tally, known: new Set() });
    return [tally.wrong, tally.lost, tally.doubled];
  };
  expect(flawsOf([asked("a", "x")], [venue("x")])).toEqual([0, 0, 0]);
  expect(flawsOf([asked("a", "x")], [])).toEqual([0, 1, 0]);
  expect(flawsOf([asked("a", "x")], [venue("x"), venue("y")])).toEqual([0, 0, 1]);
  expect(flawsOf([asked("a", "x"), asked("b", "x")], [venue("x")])).toEqual([1, 0, 0]);
  expect(flawsOf([asked("a", "x")], [venue("x", "3100001")])).toEqual([1, 0, 0]);
});

test("what a stream leaves out, repeats, changes or publishes as missing is found", () => {
  const tally = makeTally();
  const judge = new TopicJudge({ truth, tally, missing: new Map() }, "btc");
  const seqs: Array<number> = [];
  for (let sec = NOON_SEC + 1; seqs.length < 8; sec = (seqs.at(-1) ?? 0) + 1) {
    seqs.push(truth.nextTwap("btc", sec).observedSec);
  }
  const of = { topic: "twap:btc:60", price: 0, reason: "not_fetched", fromSeq: 0, toSeq: 0 };
  const hear = (at: number, addE18 = 0n) => {
    const seq = seqs[at] ?? 0;
    const valueE18 = String(truth.nextTwap("btc", seq).priceE18 + addE18);
    judge.hear({ ...of, type: "twap", seq, valueE18 });
  };
  hear(0);
  hear(1);
  hear(1);
  hear(3);
  hear(4, 1n);
  const [fromSeq = 0, toSeq = 0] = [seqs[5], seqs[6]];
  judge.hear({ ...of, type: "gap", seq: 0, valueE18: "", fromSeq, toSeq });
  hear(7);
  expect(tally).toMatchObject({ wrong: 1, lost: 1, doubled: 1, missing: 2 });
});
