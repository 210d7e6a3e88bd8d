import { afterAll, describe, expect, test } from "bun:test";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

describe("GET /history/exchange/range", () => {
  const range = "start=2026-11-20T08:00:00Z&end=2026-11-20T13:00:00Z";

  test("adds how windows ended", async () => {
    const { body } = await server.get(
      `/history/exchange/range?type=1hour&${range}&includeOutcomeMeta=true`,
    );
    const { history } = body as {
      history: ReadonlyArray<{
        price: number;
        outcomeMeta: { closePrice: number | null; outcome: string | null; final: boolean };
      }>;
    };
    expect(body).toMatchObject({ mode: "market", count: 5 });
    for (const { price, outcomeMeta } of history.slice(0, 4)) {
      const { closePrice, outcome, final } = outcomeMeta;
      expect(final).toBe(true);
      expect(outcome).toBe((closePrice ?? NaN) >= price ? "up" : "down");
    }
    expect(history[4]?.outcomeMeta).toEqual({ closePrice: null, outcome: null, final: false });
  });

  test("reads its words in any case and Unicode form", async () => {
    const asked = async (words: string) =>
      (await server.get(`/history/exchange/range?type=1hour&${range}&${words}`)).body;
    const wide = encodeURIComponent("ＭARKET ");
    expect(await asked(`mode=${wide}&includeOutcomeMeta=${encodeURIComponent("Ｔrue")}`))
      .toEqual(await asked("mode=market&includeOutcomeMeta=true"));
  });

  describe("labels its answer as its items are", () => {
    type Labelled = ReadonlyArray<{ readonly source: string; readonly ok?: boolean }>;
    const labels = async (query: string) => {
      const { status, body } = await server.get(`/history/exchange/range?${query}`);
      expect(status).toBe(200);
      const items = (body["history"] ?? body["points"]) as Labelled;
      expect(items.length).toBeGreaterThan(0);
      const found = new Set(items.filter(({ ok = true }) => ok).map(({ source }) => source));
      return { method: body["method"], found: [...found] };
    };
    const trades = "start=2026-11-20T11:00:00Z&end=2026-11-20T11:05:00Z";
    const old = "start=2026-11-17T11:00:00Z&end=2026-11-17T11:30:00Z";
    const hours = "start=2026-11-12&end=2026-11-13";

    test.each([
      [`asset=eth&type=1hour&start=2026-11-20T07:00:00Z&end=2026-11-20T07:00:01Z`, "aggTrades"],
      [`asset=eth&type=1hour&${hours}`, "klines"],
      ["asset=eth&type=daily&start=2026-11-01&end=2026-11-20", "klines"],
      [`asset=sol&type=1hour&mode=source&${trades}`, "aggTrades"],
      // The exchange gives futures' trades of the last 48 hours.
      [`asset=hype&type=1hour&mode=source&${old}`, "klines_1m"],
      // 9,360 minutes fit, and 10,080 do not.
      ["asset=sol&type=daily&mode=source&start=2026-11-01&end=2026-11-07T12:00:00Z", "klines_1m"],
      ["asset=sol&type=daily&mode=source&start=2026-11-01&end=2026-11-08", "klines"],
    ])("%s: %s", async (query, label) => {
      expect(await labels(query)).toEqual({ method: label, found: [label] });
    });

    test("of most of them where they differ", async () => {
      const day = "start=2026-11-14&end=2026-11-14T05:00:00Z";
      // A target that is known keeps the label under which it was found.
      const { body } = await server.get(
        "/targets/timestamp?asset=xrp&type=1hour&timestamp=2026-11-14T00:00:00Z",
      );
      expect(body["source"]).toBe("aggTrades");
      expect(await labels(`asset=xrp&type=1hour&${day}`)).toEqual({
        method: "klines",
        found: ["aggTrades", "klines"],
      });
    });
  });

  test("gives as many as ten thousand points, and no more", async () => {
    const source = (seconds: number) => {
      const startSec = Date.parse("2026-11-20T09:00:00Z") / 1000;
      return server.get(
        `/history/exchange/range?asset=sol&type=1hour&mode=source&start=${startSec}` +
          `&end=${startSec + seconds}`,
      );
    };
    const whole = await source(10_000);
    expect([whole.status, whole.body["mode"]]).toEqual([200, "source"]);
    const { status, body } = await source(10_001);
    expect([status, body["hint"]]).toEqual([
      400,
      "The range has 10001 seconds and an answer at most 10000; ask for a shorter one",
    ]);
  }, 300_000);
});
