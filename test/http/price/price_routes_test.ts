import { afterAll, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

const NOW = "2026-11-20T12:34:56.000Z";
/** A price is a number, and the same each time: the world is seeded. */
const price = expect.any(Number);

describe("GET /targets/active", () => {
  test("returns all five intervals of btc by default", async () => {
    const { status, body, headers } = await server.get("/targets/active");
    expect(status).toBe(200);
    expect(headers.get("x-cache")).toBe("MISS");
    expect(body).toEqual({
      now: NOW,
      asset: "btc",
      results: [
        ["5min", "12:30", "12:35", "btc-updown-5m-1795177800", "oracle_twap"],
        ["15min", "12:30", "12:45", "btc-15m-2026-11-20-1230", "oracle_twap"],
        ["1hour", "12:00", "13:00", "btc-1h-2026-11-20-1200", "aggTrades"],
        ["4hour", "12:00", "16:00", "btc-4h-2026-11-20-1200", "oracle_twap"],
        ["daily", "00:00", "24:00", "btc-1d-2026-11-20-0000", "klines"],
      ].map(([marketType, start, end, slug, source]) => ({
        marketType,
        ok: true,
        windowStart: Date.parse(`2026-11-20T${start}Z`) / 1000,
        windowStartIso: `2026-11-20T${start}:00.000Z`,
        windowEnd: Date.parse(`2026-11-20T${end}Z`) / 1000,
        slug,
        url: `https://venue.example/event/${slug}`,
        source,
        price,
      })),
    });
  });

  test("gives the intervals asked for, by any name, once and in order", async () => {
    const { body } = await server.get("/targets/active?asset=ETH&types=daily,5M,1hr,5min");
    expect((body["results"] as ReadonlyArray<{ marketType: string }>).map((r) => r.marketType))
      .toEqual(["daily", "5min", "1hour"]);
  });

  test("is 200 while one provider works, 502 when none does", async () => {
    await server.fault("exchange-futures", { match: "GET /fapi/v1/", kind: "status", status: 500 });
    const { status, body } = await server.get("/targets/active?asset=hype");
    expect(status).toBe(200);
    expect(body["results"]).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: false, price: null, source: "exchange", error: expect.stringContaining("exchange") },
      { ok: true },
      { ok: false },
    ]);
    const alone = await server.get("/targets/active?asset=hype&types=1hour,daily");
    expect(alone.status).toBe(502);
    expect(alone.body).toEqual({ error: expect.any(String), hint: expect.any(String) });
    await server.clearFaults("exchange-futures");
    server.clock.set(server.clock.nowMs() + 1_001);
  });
});

describe("GET /targets/active as time goes by", () => {
  test("gives each window's target until that window ends, and then the next one's", async () => {
    const ageing = makePriceServer({ nowIso: "2026-11-20T12:39:58Z" });
    const starts = async () => {
      const { body } = await ageing.get("/targets/active?asset=btc");
      return (body["results"] as ReadonlyArray<{ windowStartIso: string }>)
        .map(({ windowStartIso }) => windowStartIso.slice(11, 16));
    };
    expect(await starts()).toEqual(["12:35", "12:30", "12:00", "12:00", "00:00"]);
    expect(await starts()).toEqual(["12:35", "12:30", "12:00", "12:00", "00:00"]);
    ageing.clock.set(Date.parse("2026-11-20T12:40:00Z"));
    expect(await starts()).toEqual(["12:40", "12:30", "12:00", "12:00", "00:00"]);
    // A remembered answer is of its own millisecond.
    ageing.clock.set(ageing.clock.nowMs() + 1);
    const { headers, body } = await ageing.get("/targets/active");
    expect([headers.get("x-cache"), body["now"]]).toEqual(["HIT", "2026-11-20T12:40:00.001Z"]);
    await ageing.stop();
  });
});

describe("GET /targets/timestamp", () => {
  test("gives the price and, if asked, its proof", async () => {
    const query = "asset=btc&type=15m&timestamp=2026-11-20T12:07:00Z&evidence=true";
    const { status, body } = await server.get(`/targets/timestamp?${query}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      now: expect.stringMatching(/^2026-11-20T12:34:5/),
      asset: "btc",
      marketType: "15min",
      provider: "oracle",
      requestedTimestamp: Date.parse("2026-11-20T12:07:00Z") / 1000,
      requestedTimestampIso: "2026-11-20T12:07:00.000Z",
      windowStart: Date.parse("2026-11-20T12:00:00Z") / 1000,
      windowEnd: Date.parse("2026-11-20T12:15:00Z") / 1000,
      slug: "btc-15m-2026-11-20-1200",
      url: "https://venue.example/event/btc-15m-2026-11-20-1200",
      source: "oracle_twap",
      price,
      evidence: {
        kind: "report",
        stream: "twap_60",
        feedId: expect.stringMatching(/^0x0002/),
        validFromSec: expect.any(Number),
        observedSec: expect.any(Number),
        priceE18: expect.stringMatching(/^\d{20,}$/),
        fullReport: expect.stringMatching(/^0x[0-9a-f]+$/),
      },
    });
    const { evidence, ...rest } = body;
    expect((await server.get(`/targets/timestamp?${query.replace("&evidence=true", "")}`)).body)
      .toEqual(rest);
    const { priceE18 } = evidence as { priceE18: string };
    expect(Number(`${priceE18}e-18`)).toBe(body["price"] as number);
  });

  test("has a trade or a candle as proof of the exchange", async () => {
    const at = "timestamp=2026-11-20T10:00:00Z&evidence=true";
    const hour = await server.get(`/targets/timestamp?asset=btc&type=1h&${at}`);
    expect(hour.body["evidence"]).toMatchObject({ kind: "trade", symbol: "BTCUSDT" });
    const day = await server.get(`/targets/timestamp?asset=btc&type=day&${at}`);
    expect(day.body["evidence"]).toMatchObject({ kind: "kline", klineInterval: "1d" });
  });

  test("is 502 with Retry-After while a price is not published yet", async () => {
    const { clock } = server;
    const nowMs = clock.nowMs();
    clock.set(Date.parse("2026-11-20T12:35:00Z"));
    const query = "asset=xrp&type=5min&timestamp=2026-11-20T12:35:00Z";
    const early = await server.get(`/targets/timestamp?${query}`);
    clock.set(Date.parse("2026-11-20T12:35:03Z"));
    const late = await server.get(`/targets/timestamp?${query}`);
    clock.set(nowMs);
    expect(early.status).toBe(502);
    expect(early.headers.get("retry-after")).toBe("1");
    expect(early.body["error"]).toContain("not published yet");
    expect(late.status).toBe(200);
  });
});

describe("GET /targets/timestamp/batch", () => {
  test("gives all seven assets in one upstream call", async () => {
    const before = await server.calls("oracle");
    const { body } = await server.get(
      "/targets/timestamp/batch?type=5min&timestamp=2026-11-20T09:03:00Z",
    );
    expect(body["results"]).toEqual(
      ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"]
        .map((asset) => ({
          asset,
          ok: true,
          windowStart: 1_795_165_200,
          windowEnd: 1_795_165_500,
          slug: `${asset}-updown-5m-1795165200`,
          url: `https://venue.example/event/${asset}-updown-5m-1795165200`,
          source: "oracle_twap",
          price,
        })),
    );
    // One more where the id of a stream has to be found first.
    expect(await server.calls("oracle") - before).toBeLessThanOrEqual(2);
  });
});

describe("GET /history", () => {
  test("aligns an instant to its window, under any of its names", async () => {
    const answers = await Promise.all(
      ["marketStart", "start", "timestamp"].map((name) =>
        server.get(`/history/market?type=1hour&${name}=2026-11-20T10:59:59Z`)
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        asset: "btc",
        windowStart: Date.parse("2026-11-20T10:00:00Z") / 1000,
        windowEnd: Date.parse("2026-11-20T11:00:00Z") / 1000,
        market: { start_iso: "2026-11-20T10:00:00.000Z", end_iso: "2026-11-20T10:59:59.000Z" },
        datapoint: { source: "aggTrades", price },
      });
    }
  });

  test("gives every window that has opened, as single look-ups do", async () => {
    const { body } = await server.get(
      "/history/range?asset=eth&type=1hour&start=2026-11-20T05:30:00Z&end=2026-11-20T23:00:00Z",
    );
    const { history, timeseries, count } = body as {
      count: number;
      history: ReadonlyArray<{ start_iso: string; timestamp_start: number; price: number }>;
      timeseries: ReadonlyArray<{ timestamp_start: number; price: number }>;
    };
    expect(count).toBe(7);
    expect(history.map(({ start_iso }) => start_iso.slice(11, 13)))
      .toEqual(["06", "07", "08", "09", "10", "11", "12"]);
    expect(timeseries).toEqual(
      history.map(({ timestamp_start, price }) => ({ timestamp_start, price })),
    );
    const at = history[3]?.timestamp_start;
    const single = await server.get(`/targets/timestamp?asset=eth&type=1hour&timestamp=${at}`);
    expect(single.body["price"]).toBe(history[3]?.price ?? NaN);
  });

  test("takes bounds to the millisecond", async () => {
    const count = async (start: string, end: string) => {
      const { body } = await server.get(`/history/range?type=1hour&start=${start}&end=${end}`);
      return body["count"];
    };
    expect(await count("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")).toBe(1);
    expect(await count("2026-11-20T08:00:00Z", "2026-11-20T09:00:00.001Z")).toBe(2);
    expect(await count("2026-11-20T08:00:00.001Z", "2026-11-20T09:00:00.001Z")).toBe(1);
    const ms = Date.parse("2026-11-20T08:00:00Z");
    expect(await count(`${ms + 1}`, `${ms + 3_600_001}`)).toBe(1);
  });

  test("answers the aliases alike", async () => {
    const query = "type=1hour&start=2026-11-19&end=2026-11-20";
    const [one, other] = await Promise.all(
      ["history", "timeseries"].map((name) => server.get(`/${name}/range?${query}`)),
    );
    expect(one?.body).toEqual(other?.body ?? {});
    const market = "type=1hour&start=2026-11-19";
    expect((await server.get(`/history/market?${market}`)).body)
      .toEqual((await server.get(`/timeseries/market?${market}`)).body);
  });

  test("has no prices when its time is up, and says when to ask for them again", async () => {
    const hurried = makePriceServer({ nowIso: "2026-11-20T12:34:56Z", budget: Effect.void });
    const { status, headers, body } = await hurried.get(
      "/history/range?asset=doge&type=5min&start=2026-11-18T10:00:00Z&end=2026-11-18T10:05:00Z",
    );
    expect([status, headers.get("retry-after")]).toEqual([200, "1"]);
    expect(body["history"]).toMatchObject([{ ok: false, price: null, error: "not fetched yet" }]);
    await hurried.stop();
  });
});
