import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { control, get, makeStillClock, ms, signed, start } from "../kit/support.ts";

const NOW_MS = ms("2026-11-05T12:00:00Z");
const clock = makeStillClock(NOW_MS);
const oracle = start("oracle", clock);
afterAll(() => oracle.stop());

/** Every test, and every read in it, uses another second: the rate limit is tested elsewhere. */
let secondsPassed = 0;
beforeEach(() => clock.set(NOW_MS));

const world = makeWorld(1);
const NOW_SEC = NOW_MS / 1000;
const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const BTC_TWAP_30 = "0x0002e6b03af5a87b65f4c5c0c8eaf6027e4156f467cd16bdcf8a5b4347f9c087";
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";
const UNKNOWN = `0x0003${"0".repeat(60)}`;
const ETH = "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9";

interface WireReport {
  readonly feedID: string;
  readonly validFromTimestamp: number;
  readonly observationsTimestamp: number;
  readonly fullReport: string;
}
interface Reports {
  readonly report?: WireReport;
  readonly reports?: ReadonlyArray<WireReport>;
  readonly message?: string;
}

async function ask(path: string) {
  const target = `/api/v1/${path}`;
  return await get<Reports>(`${oracle.url}${target}`, signed(target, { nowMs: clock.nowMs() }));
}
const at = (feedId: string, sec: number) => ask(`reports?feedID=${feedId}&timestamp=${sec}`);
const page = async (feedId: string, sec: number, limit: number) =>
  (await ask(`reports/page?feedID=${feedId}&startTimestamp=${sec}&limit=${limit}`)).body.reports ??
    [];
/** Returns the price word of a report: the seventh of its blob, which begins at the ninth word. */
const priceOf = ({ fullReport }: WireReport) =>
  BigInt.asIntN(256, BigInt(`0x${fullReport.slice(2 + (8 + 6) * 64, 2 + (8 + 7) * 64)}`));
const put = (feedID: string, reports: unknown) =>
  control(`${oracle.url}/__reports`, "PUT", { feedID, reports });
/** Advances the clock by a second, to stay within the rate limit. */
const later = () => clock.set(NOW_MS + 1_000 * ++secondsPassed);

function missedFrom(sec: number, step = 1): number {
  while (!world.price("btc").isMissed(sec)) sec += step;
  return sec;
}

describe("a report of the simulated oracle", () => {
  test("covers the start of a market window that was missed", async () => {
    const missed = missedFrom(NOW_SEC - 864_000, 300);
    const { body } = await at(BTC, missed);
    expect(body.report?.observationsTimestamp).toBeWithin(missed + 1, missed + 9);
    const next = await page(BTC, missed, 2);
    expect(next[0]).toEqual(body.report!);
    expect(next[1]?.validFromTimestamp).toBe(body.report!.observationsTimestamp + 1);
  });

  /** By the definition, second by second: each has the price of the report that covers it. */
  async function averageOf(observedSec: number, windowSec: number): Promise<bigint> {
    const covering = await page(BTC, observedSec - windowSec + 1, windowSec);
    let sum = 0n;
    for (let sec = observedSec - windowSec + 1; sec <= observedSec; sec++) {
      const report = covering.find((report) =>
        report.validFromTimestamp <= sec && sec <= report.observationsTimestamp
      );
      sum += priceOf(report!);
    }
    return BigInt(Number(sum / BigInt(windowSec)));
  }

  test.each([[BTC_TWAP_30, 30], [BTC_TWAP_60, 60]])(
    "of the average %s is the mean over %i s, gaps filled from behind",
    (feedId, windowSec) =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.integer({ min: 100, max: 1_000_000 }).map((ago) => NOW_SEC - ago),
            // Lookbacks that begin in, end at or contain a missed second.
            fc.tuple(fc.integer({ min: 200, max: 90_000 }), fc.constantFrom(0, 1, 5, 29, 30, 59))
              .map(([ago, after]) => missedFrom(NOW_SEC - ago - 100_000) + after),
          ),
          async (sec) => {
            later();
            const { report } = (await at(feedId, sec)).body;
            const expected = await averageOf(report!.observationsTimestamp, windowSec);
            expect(priceOf(report!)).toBe(expected);
          },
        ),
        { numRuns: 40 },
      ),
  );

  test("appears one and a half seconds after its second, not before", async () => {
    let sec = NOW_SEC + 500;
    while (world.price("btc").isMissed(sec)) sec++;
    clock.set(sec * 1_000 + 1_499);
    expect((await at(BTC, sec)).status).toBe(404);
    expect((await at(BTC_TWAP_60, sec)).status).toBe(404);
    expect(await page(BTC, sec, 5)).toEqual([]);
    const before = (await ask(`reports/latest?feedID=${BTC}`)).body.report;
    expect(before?.observationsTimestamp).toBeLessThan(sec);
    clock.set(sec * 1_000 + 1_500);
    expect((await at(BTC, sec)).status).toBe(200);
    expect((await at(BTC_TWAP_60, sec)).status).toBe(200);
    const latest = (await ask(`reports/latest?feedID=${BTC}`)).body.report;
    expect(latest?.observationsTimestamp).toBe(sec);
    expect(await page(BTC, sec, 5)).toHaveLength(1);
  });

  test.each([
    ["reports/latest", 400],
    ["reports/latest?feedID=btc", 400],
    [`reports/latest?feedID=${UNKNOWN}`, 401],
    [`reports?feedID=${BTC}&timestamp=soon`, 400],
    [`reports?feedID=${BTC}&timestamp=99`, 404],
    [`reports/bulk?feedIDs=${BTC},${UNKNOWN}&timestamp=1780000000`, 401],
    [`reports/page?feedID=${BTC}`, 400],
    [`reports/page?feedID=${BTC}&startTimestamp=1780000000&limit=0`, 400],
    ["nothing", 404],
  ])("is refused for %s with %i", async (path, expected) => {
    later();
    const { status, body } = await ask(path);
    expect(status).toBe(expected);
    expect(body.message).toBeString();
  });

  test("is given ten times a second at each endpoint", async () => {
    clock.set(NOW_MS + 86_400_000);
    const statusOf = async () => (await ask(`reports/latest?feedID=${BTC}`)).status;
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push(await statusOf());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await at(BTC, NOW_SEC)).status).toBe(200);
    clock.set(clock.nowMs() + 999);
    expect(await statusOf()).toBe(429);
    clock.set(clock.nowMs() + 1);
    expect(await statusOf()).toBe(200);
  });
});

describe("a request to the simulated oracle", () => {
  const TARGET = `/api/v1/reports/latest?feedID=${BTC}`;
  const statusOf = async (headers: Record<string, string>, target = TARGET) =>
    (await get(`${oracle.url}${target}`, headers)).status;

  test("is signed with the key, the secret, the whole target and the time", async () => {
    later();
    const nowMs = clock.nowMs();
    const { Authorization: _, ...unnamed } = signed(TARGET, { nowMs });
    expect(await statusOf(unnamed)).toBe(400);
    const wrong = [
      signed(TARGET, { nowMs, apiKey: "someone" }),
      signed(TARGET, { nowMs, apiSecret: "wrong" }),
      signed("/api/v1/reports/latest", { nowMs }),
      signed(TARGET, { nowMs: nowMs - 5_001 }),
      signed(TARGET, { nowMs: nowMs + 5_001 }),
    ];
    for (const headers of wrong) expect(await statusOf(headers)).toBe(401);
    expect(await statusOf(signed(TARGET, { nowMs: nowMs - 5_000 }))).toBe(200);
    const bulk = `/api/v1/reports/bulk?feedIDs=${BTC},${ETH}&timestamp=1780000000`;
    expect(await statusOf(signed(bulk, { nowMs }), bulk.replace(",", "%2C"))).toBe(401);
  });

  test("of discovery needs no signature, but no wrong one either", async () => {
    const target = "/api/v1/discovery?base_asset=hype&quote_asset=usd";
    type Feeds = { readonly feeds: ReadonlyArray<Readonly<Record<string, string>>> };
    const { body: { feeds } } = await get<Feeds>(`${oracle.url}${target}`);
    expect(feeds.map(({ attributeType }) => attributeType)).toEqual(["Price", "TWAP-60s"]);
    const headers = signed(target, { nowMs: clock.nowMs(), apiSecret: "wrong" });
    expect(await statusOf(headers, target)).toBe(401);
  });
});

describe("recorded reports, put in place of the world's,", () => {
  const price = (usd: number) => `${usd}000000000000000000`;
  const single = (sec: number, usd: number) => ({
    validFromTimestamp: sec,
    observationsTimestamp: sec,
    price: price(usd),
  });

  test("also make the averages", async () => {
    later();
    const from = NOW_SEC - 10_000;
    const reports = Array.from({ length: 60 }, (_, i) => single(from + i, i < 30 ? 100 : 200));
    expect((await put(BTC, reports)).body).toEqual({ reports: 60 });
    expect(priceOf((await at(BTC, from + 5)).body.report!)).toBe(100n * 10n ** 18n);
    const twap = (await at(BTC_TWAP_60, from + 59)).body.report!;
    expect(priceOf(twap)).toBe(BigInt(Number(150n * 10n ** 18n)));
    const half = (await at(BTC_TWAP_30, from + 59)).body.report!;
    expect(priceOf(half)).toBe(BigInt(Number(200n * 10n ** 18n)));
    expect(priceOf((await at(BTC, from + 70)).body.report!)).toBeGreaterThan(10n ** 22n);
  });

  test("leave a gap for a missing second, also in averages", async () => {
    later();
    const from = NOW_SEC - 20_000;
    await put(BTC, [single(from, 1), single(from + 3, 2)]);
    const found = await Promise.all([0, 1, 2, 3].map((after) => at(BTC, from + after)));
    expect(found.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
    later();
    const [next] = await page(BTC, from + 1, 1);
    expect(next?.observationsTimestamp).toBe(from + 3);
    expect((await at(BTC_TWAP_30, from + 10)).status).toBe(404);
    later();
    const [recovered] = await page(BTC_TWAP_30, from + 3, 1);
    expect(recovered?.observationsTimestamp).toBe(from + 32);
  });

  test("merge with earlier ones", async () => {
    later();
    const from = NOW_SEC - 30_000;
    await put(BTC, Array.from({ length: 30 }, (_, i) => single(from + i, 10)));
    await put(BTC, Array.from({ length: 10 }, (_, i) => single(from + 20 + i, 40)));
    const twap = (await at(BTC_TWAP_30, from + 29)).body.report!;
    expect(priceOf(twap)).toBe(BigInt(Number(20n * 10n ** 18n)));
  });

  test("appear when they are due", async () => {
    const sec = NOW_SEC + 5_000;
    await put(BTC, [single(sec, 7), single(sec + 1, 8)]);
    clock.set(sec * 1_000 + 1_000);
    expect((await at(BTC, sec)).status).toBe(404);
    clock.set(sec * 1_000 + 1_500);
    expect(priceOf((await ask(`reports/latest?feedID=${BTC}`)).body.report!)).toBe(7n * 10n ** 18n);
    expect((await at(BTC, sec + 1)).status).toBe(404);
  });

  test("some missing in a bulk answer make it 206", async () => {
    clock.set(NOW_MS + 20_000_000);
    const sec = NOW_SEC - 50_000;
    await put(ETH, [single(sec, 1), single(sec + 2, 2)]);
    const { status, body } = await ask(
      `reports/bulk?feedIDs=${ETH},${BTC}&timestamp=${sec + 1}`,
    );
    expect(status).toBe(206);
    expect(body.reports?.map(({ feedID }) => feedID)).toEqual([BTC]);
  });

  test.each([
    [{ feedID: "0x1", reports: [] }, `Unknown feedID "0x1"`],
    [{ feedID: BTC, reports: [{ price: "1" }] }, `"observationsTimestamp" must be a whole`],
    [{ feedID: BTC, reports: [{ observationsTimestamp: 5, price: 1 }] }, `"price" must be text`],
    [
      {
        feedID: BTC,
        reports: [{ validFromTimestamp: 6, observationsTimestamp: 5, price: "1" }],
      },
      `"validFromTimestamp" is after`,
    ],
  ])("are refused when wrong: %j", async (body, error) => {
    const answer = await control(`${oracle.url}/__reports`, "PUT", body);
    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toContain(error);
  });
});
