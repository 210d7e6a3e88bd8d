/**
 * A short run of `bun run faults`, and what its checks find where something is wrong.
 *
 * The run should take less than 90 s: it took 25 to 56 s on two busy cores. It says what it took,
 * and never fails for it.
 *
 * @module
 */
import { afterAll, describe, expect, test } from "bun:test";
import { makeSandboxClock } from "../../app/simulator/kit/clock.ts";
import { makeFolder } from "../app/process.ts";
import { withReason } from "../skip_reason.ts";
import { FAULTS, SERVED } from "./fault_list.ts";
import { faultTable, harmsOf } from "./fault_table.ts";
import { startGround } from "./ground.ts";
import { judgeOrders } from "./order_load.ts";
import { startPriceLoad, wrongPrice } from "./price_load.ts";
import { runFaults } from "./run_faults.ts";
import { startStreamLoad } from "./stream_load.ts";
import { makeTally, type Tally } from "./tally.ts";
import { ALL_INTERVALS, lengthSecOf, makeTruth } from "./truth.ts";

const { TEST_DATABASE_URL: databaseUrl = "", TEST_REDIS_URL: redisUrl = "" } = Bun.env;
const skip = databaseUrl === "" || redisUrl === ""
  ? "skipped: TEST_DATABASE_URL or TEST_REDIS_URL is not set"
  : undefined;
const testFleet = skip === undefined ? test : test.skip;
const TIMEOUT_MS = 300_000;
/** What the run may take on a machine that does nothing else. */
const AIM_SEC = 90;

/** Its schema on a server is no other test's. */
const SEED = 20_261_192;
const MOST_TELLING = [
  // The one that holds the sockets goes on meanwhile, so that there is something to replay.
  "kill -9, another replica",
  "PostgreSQL, cut",
  "Redis, stalled",
  "order book, replies lost",
];

testFleet(
  withReason("two replicas give no wrong answer while one thing after the other fails", skip),
  async () => {
    const startedMs = performance.now();
    const folder = makeFolder();
    afterAll(folder.remove);
    const options = { databaseUrl, redisUrl, replicas: 2, seed: SEED, speed: 5 };
    const ground = await startGround({ ...options, folder: folder.path });
    try {
      const rows = await runFaults(ground, {
        faults: FAULTS.filter(({ name }) => MOST_TELLING.includes(name)),
        requestsPerSec: 10,
        ordersPerSec: 1,
        clients: 20,
        holdMs: 3_000,
        isAligned: false,
      });
      const harmed = rows.filter((row) => harmsOf(row).length > 0);
      const examples = harmed.flatMap((row) => [
        ...harmsOf(row),
        `back last: ${row.backLast}`,
        ...row.tally.examples,
        ...[...row.tally.notHeld].map(([why, count]) => `not held: ${count} ${why}`),
      ]);
      expect({ table: faultTable(harmed), examples })
        .toEqual({ table: faultTable([]), examples: [] });
      expect(rows.map(({ name }) => name)).toEqual(MOST_TELLING);
      for (const { tally } of rows) expect(tally.orders).toBeGreaterThan(0);
    } finally {
      await ground.stop();
      const tookSec = Math.round((performance.now() - startedMs) / 1_000);
      console.log(`The short form of \`bun run faults\` took ${tookSec} s of ${AIM_SEC}`);
    }
  },
  TIMEOUT_MS,
);

const truth = makeTruth(7);
const NOON_SEC = Date.UTC(2026, 10, 20, 12) / 1_000;

describe("the checks find", () => {
  test.each([
    ["another price", { windowStart: NOON_SEC, price: 1 }, "not"],
    ["a price of the next window", {
      windowStart: NOON_SEC,
      price: truth.target("btc", "5min", NOON_SEC + 300),
    }, "not"],
    ["a price that is said to be none", { ok: false, windowStart: NOON_SEC, price: 1 }, "not ok"],
  ])("%s", (_, window, what) => {
    expect(wrongPrice(truth, { asset: "btc", marketType: "5min", ...window })).toContain(what);
    const price = truth.target("btc", "5min", NOON_SEC);
    const right = { asset: "btc", marketType: "5min", windowStart: NOON_SEC, price } as const;
    expect(wrongPrice(truth, right)).toBeUndefined();
  });

  test.each([
    ["is unharmed", {}, []],
    ["has a flaw", { wrong: 1 }, ["1 wrong, 0 lost, 0 doubled"]],
    ["holds a twentieth of the load", { held: 5 }, ["5 of 100 held, not 50"]],
    ["holds nothing, as nothing is sent", { sent: 0, held: 0 }, ["0 of 0 held, not 1"]],
    ["has a gap for a replay", { missing: 1 }, ["1 published as missing"]],
  ])("a row that %s", (_, counts, harms) => {
    const tally = { ...makeTally(), sent: 100, held: 50, ...counts };
    const row = { name: "none", floor: SERVED, tally, recoveredMs: 1, backLast: "nothing" };
    expect(harmsOf(row)).toEqual(harms);
    expect(harmsOf({ ...row, recoveredMs: undefined })).toEqual([...harms, "never recovered"]);
  });

  test("answers that withhold a price that is known, and those of 503", async () => {
    const clock = makeSandboxClock({ speed: 1, startMs: NOON_SEC * 1_000, anchorMs: Date.now() });
    const withheld = { ok: false, price: null };
    const loadOf = async (answer: (url: URL) => Response) => {
      const server = Bun.serve({ port: 0, fetch: ({ url }) => answer(new URL(url)) });
      const replicas = [{ url: `http://127.0.0.1:${server.port}` }];
      const tally = { ...makeTally(), isLasting: true };
      const load = startPriceLoad({ clock, truth, replicas }, { perSec: 400, tally });
      while (tally.sent < 40) await Bun.sleep(5);
      await load.stop();
      await server.stop(true);
      expect(tally.wrong).toBe(0);
      expect([...tally.notHeld.values()].reduce((sum, count) => sum + count)).toBe(tally.sent);
      return [tally.held, [...tally.notHeld.keys()].map((why) => why.split(" from ")[0])];
    };
    expect(await loadOf(() => new Response("", { status: 503 })).then(([held]) => held)).toBe(0);
    const results = ALL_INTERVALS.map((marketType) => {
      const lengthSec = lengthSecOf(marketType);
      const windowStart = NOON_SEC - NOON_SEC % lengthSec;
      return { marketType, windowStart, ...withheld };
    });
    const now = new Date(NOON_SEC * 1_000).toISOString();
    const [held, why] = await loadOf(({ pathname, searchParams }) => {
      if (pathname === "/api/v1/targets/active") return Response.json({ now, results });
      if (pathname !== "/api/v1/history/range") return new Response("", { status: 503 });
      const lengthSec = lengthSecOf(searchParams.get("type") ?? "");
      const startSec = Number(searchParams.get("start"));
      const history = [0, 1, 2].map((at) => ({
        timestamp_start: startSec + at * lengthSec,
        ...withheld,
      }));
      return Response.json({ history });
    });
    expect(held).toBe(0);
    expect(why).toContain("ok: false");
  });

  test("orders that are lost, doubled or not as requested", () => {
    const placed = (orderId: string) =>
      ({
        kind: "placed",
        orderId,
        tokenId: "1",
        sharesE6: undefined,
        usdcE6: undefined,
        isReplayed: false,
      }) as const;
    const asked = (key: string, orderId: string, tally = makeTally()) => ({
      key,
      tokenId: "1",
      amount: "3.10",
      finals: [placed(orderId)],
      tally,
    });
    const venue = (id: string, makerAmount = "3100000") => ({
      id,
      order: { tokenId: "1", makerAmount },
    });
    const countsOf = ({ wrong, lost, doubled }: Tally) => [wrong, lost, doubled];
    const flawsOf = (
      ...[all, orders]: readonly [
        Parameters<typeof judgeOrders>[0],
        Parameters<typeof judgeOrders>[1]["orders"],
      ]
    ) => {
      const tally = makeTally();
      const counted = all.map((one) => ({ ...one, tally }));
      judgeOrders(counted, { orders, tally, known: new Set() });
      return countsOf(tally);
    };
    expect(flawsOf([asked("a", "x")], [venue("x")])).toEqual([0, 0, 0]);
    expect(flawsOf([asked("a", "x")], [])).toEqual([0, 1, 0]);
    expect(flawsOf([asked("a", "x")], [venue("x"), venue("y")])).toEqual([0, 0, 1]);
    expect(flawsOf([asked("a", "x"), asked("b", "x")], [venue("x")])).toEqual([1, 0, 0]);
    expect(flawsOf([asked("a", "x")], [venue("x", "3100001")])).toEqual([1, 0, 0]);

    // Each is counted once, where it was requested.
    const [first, second, third] = [makeTally(), makeTally(), makeTally()];
    const known = new Set<string>();
    const all = [asked("a", "x", first), asked("b", "y", first)];
    const orders = [venue("x", "3100001"), venue("z")];
    judgeOrders(all, { orders, tally: first, known });
    expect(countsOf(first)).toEqual([1, 1, 1]);
    all.push(asked("c", "v", second), asked("d", "u", third));
    judgeOrders(all, { orders: [...orders, venue("w")], tally: third, known });
    expect([first, second, third].map(countsOf)).toEqual([[1, 1, 1], [0, 1, 0], [0, 1, 1]]);
  });

  test("what a stream leaves out, repeats, changes or publishes as missing", async () => {
    const seqs: Array<number> = [];
    for (let sec = NOON_SEC + 1; seqs.length < 9; sec = (seqs.at(-1) ?? 0) + 1) {
      seqs.push(truth.nextTwap("btc", sec).observedSec);
    }
    const twap = (at: number, addE18 = 0n) => {
      const seq = seqs[at] ?? 0;
      const valueE18 = String(truth.nextTwap("btc", seq).priceE18 + addE18);
      return { type: "twap", topic: "twap:btc:60", seq, valueE18 };
    };
    const gap = (from: number, to: number) => ({
      type: "gap",
      topic: "twap:btc:60",
      fromSeq: seqs[from],
      toSeq: seqs[to],
      reason: "not_fetched",
    });
    const frames = [twap(0), twap(1), twap(1), twap(3), twap(4, 1n), gap(5, 6), twap(7)];
    let isResumed = false;
    const server = Bun.serve({
      port: 0,
      fetch: (request, server) => server.upgrade(request) ? undefined : new Response(),
      websocket: {
        message: (socket, text) => {
          const { channel, since } = JSON.parse(String(text)) as {
            readonly channel: string;
            readonly since?: number;
          };
          if (channel !== "twap") return;
          if (since === undefined) {
            for (const frame of frames) socket.send(JSON.stringify(frame));
            socket.close(1001);
          } else {
            isResumed = since === seqs[7];
            socket.send(JSON.stringify(twap(8)));
          }
        },
      },
    });
    const tally = makeTally();
    const ground = { truth, replicas: [{ url: `http://127.0.0.1:${server.port}` }] };
    const stream = startStreamLoad(ground, { clients: 1, tally });
    while (stream.behind(seqs[8] ?? 0) > 0) await Bun.sleep(10);
    stream.stop();
    await server.stop(true);
    const { wrong, lost, doubled, missing } = tally;
    expect({ wrong, lost, doubled, missing, isResumed })
      .toEqual({ wrong: 1, lost: 1, doubled: 1, missing: 2, isResumed: true });
  });
});
