import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { get, ms } from "../../kit/support.ts";
import {
  type AskedWindow,
  isoSecond,
  ORACLE_ASSETS,
  type PriceBody,
  pricePath,
  startSiteWorld,
} from "./site_world.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const NOW_SEC = NOW_MS / 1_000;
const world = startSiteWorld(NOW_MS);
afterAll(() => world.stop());

const ask = (path: string) => get(`${world.site.url}${path}`);
const fiveMinutes = (startSec: number): AskedWindow => ({
  asset: "btc",
  interval: "5min",
  startSec,
  endSec: startSec + 300,
});
/** Windows that ended long ago, all within the reach of the site. */
const ended = fc.record({
  asset: fc.constantFrom(...ORACLE_ASSETS),
  interval: fc.constantFrom("5min", "15min", "4hour"),
  back: fc.integer({ min: 100, max: 28 * 288 }),
}).map(({ asset, interval, back }): AskedWindow => {
  const lengthSec = { "5min": 300, "15min": 900, "4hour": 14_400 }[interval];
  // The windows of four hours begin with hours of New York, which are of UTC as well.
  const startSec = Math.floor((NOW_SEC - back * 300) / lengthSec) * lengthSec;
  return { asset, interval, startSec, endSec: startSec + lengthSec };
});

describe("the prices of a window", () => {
  test("are the oracle's reports of its two seconds, as the nearest doubles", async () => {
    await fc.assert(
      fc.asyncProperty(ended, async (window) => {
        world.clock.set(NOW_MS);
        const { openPrice, closePrice } = await world.prices(window);
        const opening = await world.report(window.asset, window.startSec);
        const closing = await world.report(window.asset, window.endSec);
        expect(openPrice).toBe(Number(`${opening}e-18`));
        expect(closePrice).toBe(Number(`${closing}e-18`));
      }),
      { numRuns: 60 },
    );
  });

  test("appear some seconds after their seconds, rarely much later, and stay", async () => {
    const startSec = ms("2026-11-20T13:00:00Z") / 1_000;
    const late: number[] = [];
    for (let i = 0; i < 240; i++) {
      const window = fiveMinutes(startSec + i * 300);
      // More than ten seconds lie between two requests: the edge cache has expired.
      const at = async (atMs: number) => {
        world.clock.set(atMs);
        const { openPrice, closePrice } = await world.prices(window);
        return [openPrice !== null, closePrice !== null];
      };
      const { startSec: from, endSec: to } = window;
      expect(await at(from * 1_000 - 30_000)).toEqual([false, false]);
      if (i % 2 === 0) expect(await at(from * 1_000 + 1_900)).toEqual([false, false]);
      else if ((await at(from * 1_000 + 3_000))[0] === false) late.push(from);
      expect(await at(from * 1_000 + 55_000)).toEqual([true, false]);
      expect(await at(to * 1_000 + 1_900)).toEqual([true, false]);
      expect(await at(to * 1_000 + 12_000)).toEqual([true, true]);
    }
    expect(late.length).toBeWithin(1, 12);
  });

  test("have the venue's fields", async () => {
    world.clock.set(NOW_MS);
    const { body } = await ask(pricePath(fiveMinutes(NOW_SEC - 200)));
    expect(body).toEqual({
      openPrice: expect.any(Number),
      closePrice: null,
      timestamp: NOW_MS,
      completed: false,
      incomplete: true,
      cached: false,
    });
    expect(await world.prices(fiveMinutes(NOW_SEC - 800)))
      .toMatchObject({ completed: true, incomplete: false });
  });

  test("are of spot, which does not settle, unless both parameters are present", async () => {
    world.clock.set(NOW_MS);
    const window = fiveMinutes(ms("2026-11-20T11:00:00Z") / 1_000);
    const settled = await world.prices(window);
    const spots = [
      await world.prices(window, { twapEnabled: undefined }),
      await world.prices(window, { twapLookbackSeconds: undefined }),
      await world.prices(window, { twapEnabled: "false" }),
    ].map(({ openPrice, closePrice }) => ({ openPrice, closePrice }));
    expect(new Set(spots.map(({ openPrice }) => openPrice)).size).toBe(1);
    expect(spots[0]?.openPrice).not.toBe(settled.openPrice);
    expect(Math.abs((spots[0]?.openPrice ?? 0) / (settled.openPrice ?? 1) - 1)).toBeLessThan(0.01);
    const shorter = await world.prices(window, { twapLookbackSeconds: "30" });
    expect(shorter.openPrice).not.toBe(settled.openPrice);
  });

  test("of an hour are the exchange's, and so are those of an unknown variant", async () => {
    const startSec = ms("2026-11-20T10:00:00Z") / 1_000;
    const hour = { asset: "btc", interval: "1hour", startSec, endSec: startSec + 3_600 } as const;
    const { openPrice, closePrice } = await world.prices(hour);
    // What the exchange trades at has two decimals.
    expect(openPrice).toBe(Number(openPrice?.toFixed(2)));
    expect(closePrice).toBe(Number(closePrice?.toFixed(2)));
    const other = await world.prices({ ...hour, interval: "5min" }, { variant: "hour" });
    expect([other.openPrice, other.closePrice]).toEqual([openPrice, closePrice]);
  });

  test("are gone after thirty days", async () => {
    world.clock.set(NOW_MS);
    const daySec = 86_400;
    const startSec = NOW_SEC - NOW_SEC % 300 - 30 * daySec;
    expect(await world.prices(fiveMinutes(startSec + 300)))
      .toMatchObject({ openPrice: expect.any(Number), closePrice: expect.any(Number) });
    expect(await world.prices(fiveMinutes(startSec)))
      .toMatchObject({ openPrice: null, closePrice: null, completed: false });
  });
});

describe("the edge cache", () => {
  test("has one answer per request for ten seconds", async () => {
    const window = fiveMinutes(ms("2026-11-21T09:00:00Z") / 1_000);
    const askedMs = window.startSec * 1_000 - 5_000;
    const at = async (atMs: number) => {
      world.clock.set(atMs);
      const { openPrice, timestamp, cached } = await world.prices(window);
      return { isOpen: openPrice !== null, timestamp, cached };
    };
    const early = { isOpen: false, timestamp: askedMs };
    expect(await at(askedMs)).toEqual({ ...early, cached: false });
    // The opening would be available, but the cached answer is returned.
    expect(await at(askedMs + 9_999)).toEqual({ ...early, cached: true });
    const again = await at(askedMs + 55_000);
    expect(again).toEqual({ isOpen: true, timestamp: askedMs + 55_000, cached: false });
    expect(await at(askedMs + 56_000)).toEqual({ ...again, cached: true });
  });
});

test.each([
  ["symbol", "btc"],
  ["symbol", "ZEC"],
  ["symbol", undefined],
  ["eventStartTime", "2026-11-20T12:00:00.000Z"],
  ["eventStartTime", "1795176000"],
  ["eventStartTime", "2026-13-20T12:00:00Z"],
  ["endDate", undefined],
  ["endDate", isoSecond(NOW_SEC - 200)],
  ["twapLookbackSeconds", "sixty"],
])("%s as %s is a bad request", async (name, value) => {
  const path = pricePath(fiveMinutes(NOW_SEC - 200), { [name]: value });
  expect(await ask(path)).toMatchObject({ status: 400, body: { error: `invalid ${name}` } });
});

describe("the rate limit", () => {
  /** Makes calls at an interval, and returns the statuses and waits. */
  async function calls(speed: number, waitsMs: ReadonlyArray<number>) {
    const paced = startSiteWorld(NOW_MS, { speed });
    const answers: Array<number | string> = [];
    for (const [i, waitMs] of waitsMs.entries()) {
      paced.clock.set(paced.clock.nowMs() + waitMs);
      const path = pricePath(fiveMinutes(NOW_SEC - 200 - 300 * i));
      const { status, headers } = await get<PriceBody>(`${paced.site.url}${path}`);
      answers.push(status === 429 ? `wait ${headers.get("retry-after")}` : status);
    }
    await paced.stop();
    return answers;
  }

  test("allows three calls in a burst and then one in four seconds", async () => {
    expect(await calls(1, [0, 0, 0, 4_000, 4_000, 5_000])).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test("refuses every call for 30 s after one came too soon, at any rate", async () => {
    expect(await calls(1, [0, 0, 0, 0, 1_000, 20_000, 8_999, 1, 0, 0, 0])).toEqual(
      [200, 200, 200, "wait 30", "wait 29", "wait 9", "wait 1", 200, 200, 200, "wait 30"],
    );
  });

  test("also counts bad requests, but not those of the data API", async () => {
    const paced = startSiteWorld(NOW_MS, { speed: 1 });
    const path = pricePath(fiveMinutes(NOW_SEC - 200), { symbol: "?" });
    const statusOf = async (path: string) => (await get(`${paced.site.url}${path}`)).status;
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await statusOf(path));
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect(await statusOf(`/v2/resolutions?condition=0x${"0".repeat(64)}`)).toBe(200);
    await paced.stop();
  });

  test("never refuses a caller who waits five seconds, even on a fast clock", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 7, 60, 1_000),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        async (speed, delays) => {
          // Sent each five seconds; held up for less than 50 ms of the machine, in order.
          const delayedMs = speed === 1 ? 0 : 50 * speed;
          let before = 0;
          const arrivals = delays.map((part, i) =>
            before = Math.max(before, 5_000 * i + Math.floor(part * delayedMs))
          );
          const waits = arrivals.map((atMs, i) => atMs - (arrivals[i - 1] ?? 0));
          expect(await calls(speed, waits)).toEqual(waits.map(() => 200));
        },
      ),
      // All calls of the first fifty seconds at once.
      { numRuns: 12, examples: [[1_000, [1, ...Array<number>(19).fill(0)]]] },
    );
  });
});
