/** Windows in one object: open ones, one by its slug, and past ones page by page. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { JsonNumber, parseExactJson } from "../../../core/json/mod.ts";
import { tradeAt } from "../../stage/exchange_trade.ts";
import { makePriceServer } from "../price/price_server.ts";

const NOW_ISO = "2026-11-20T18:31:10Z";
const NOW_MS = Date.parse(NOW_ISO);
const ORACLE_E18 = 61_233_927_778_229_845_123_456n;

const server = makePriceServer({
  nowIso: NOW_ISO,
  newest: {
    newestTrade: (asset) => asset === "btc" ? tradeAt(NOW_MS - 200, "61000.01") : undefined,
    newestOraclePrice: (asset, stream) =>
      asset === "btc" && stream === "twap_60"
        ? {
          stream,
          validFromSec: NOW_MS / 1000 - 2,
          observedSec: NOW_MS / 1000 - 2,
          priceE18: ORACLE_E18,
        }
        : undefined,
  },
});
afterAll(() => server.stop());

interface Window {
  readonly slug: string;
  readonly interval: string;
  readonly start: number;
  readonly end: number;
  readonly seconds_left: number;
  readonly target: Readonly<Record<string, unknown>>;
  readonly price: Readonly<Record<string, unknown>> | null;
  readonly price_state: string;
  readonly market: { readonly condition_id: string; readonly outcomes: ReadonlyArray<unknown> };
  readonly close: Readonly<Record<string, unknown>> | null;
  readonly outcome: string | null;
  readonly resolution: { readonly outcome: string } | null;
  readonly next: Window | null;
}
type Answer = Awaited<ReturnType<typeof server.get>>;
const windowsOf = ({ body }: Answer) => body["data"] as ReadonlyArray<Window>;
const windowOf = ({ body }: Answer) => body["window"] as Window;

describe("GET /api/v1/windows/active", () => {
  test("has the open window of each series, with the price of what settles it", async () => {
    const found = windowsOf(await server.get("/windows/active?asset=btc&interval=5m,1h,daily"));
    expect(found.map(({ interval }) => interval)).toEqual(["5min", "1hour", "daily"]);
    for (const { start, end, seconds_left, price, price_state, interval } of found) {
      expect(start * 1000).toBeLessThanOrEqual(NOW_MS);
      expect(seconds_left).toBe(end - NOW_MS / 1000);
      expect(price?.["source"]).toBe(interval === "5min" ? "oracle_twap" : "aggTrades");
      expect(price_state).toBe("live");
    }
    expect(found[1]?.price).toMatchObject({
      value: 61_000.01,
      at: new Date(NOW_MS - 200).toISOString(),
    });
  });

  test("has the number of the oracle to its last digit, and the exact distance", async () => {
    const request = new Request("http://localhost/api/v1/windows/active?asset=btc&interval=5min");
    const text = await (await server.handle(request)).text();
    const parsed = parseExactJson(text) as {
      readonly data: ReadonlyArray<
        { readonly price: Record<string, JsonNumber>; readonly target: Record<string, JsonNumber> }
      >;
    };
    const { price, target } = parsed.data[0] ?? expect.unreachable();
    expect(price["value"]?.text).toBe("61233.927778229845123456");
    const scaled = (number: JsonNumber | undefined) => {
      const [whole = "", fraction = ""] = number?.text.split(".") ?? [];
      return BigInt(whole + fraction.padEnd(18, "0"));
    };
    expect(scaled(target["price"]) + scaled(price["distance"])).toBe(ORACLE_E18);
  });

  test("has no price where nothing is pushed, and says so", async () => {
    const [eth] = windowsOf(await server.get("/windows/active?asset=eth&interval=5min"));
    expect(eth).toMatchObject({ price: null, price_state: "stale", close: null, outcome: null });
    expect(eth?.market.outcomes).toHaveLength(2);
    expect(eth?.market.outcomes[0]).toMatchObject({ name: "Up", best_bid: null, at: null });
  });

  test("has the next window with its market from a minute before it opens", async () => {
    for (const [at, isGiven] of [["18:33:59", false], ["18:34:00", true]] as const) {
      const early = makePriceServer({ nowIso: `2026-11-20T${at}Z` });
      const [window] = windowsOf(await early.get("/windows/active?asset=btc&interval=5min"));
      await early.stop();
      expect(window?.next === null).toBe(!isGiven);
      if (!isGiven) continue;
      expect(window?.next).toMatchObject({
        start: window?.end ?? 0,
        target: { price: null, state: "pending" },
      });
      expect(window?.next?.market.condition_id).toMatch(/^0x[0-9a-f]{64}$/);
    }
  });
});

describe("GET /api/v1/windows", () => {
  const RANGE = "interval=5min&from=2026-11-20T17:00:00Z&to=2026-11-20T18:00:00Z";

  test("has every past window of a range once, newest first, whatever the limit", async () => {
    const whole = windowsOf(await server.get(`/windows?${RANGE}`));
    expect(whole.map(({ start }) => (start - NOW_MS / 1000 + 1_870) / 300))
      .toEqual([-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12]);
    for (const limit of [1, 5, 12]) {
      const pages: Array<Window> = [];
      let cursor: unknown = "";
      while (cursor !== null) {
        const next = cursor === "" ? "" : `&cursor=${String(cursor)}`;
        const answer = await server.get(`/windows?${RANGE}&limit=${limit}${next}`);
        expect(windowsOf(answer).length).toBeGreaterThan(0);
        pages.push(...windowsOf(answer));
        cursor = answer.body["next_cursor"];
      }
      expect(pages).toEqual(whole as Array<Window>);
    }
  });

  test("closes a window at the next one's target, with the venue's resolution", async () => {
    const whole = windowsOf(await server.get(`/windows?${RANGE}`));
    for (const [index, { target, close, outcome, resolution, price }] of whole.entries()) {
      const next = whole[index - 1];
      if (next !== undefined) {
        expect(close).toEqual({
          price: next.target["price"],
          source: next.target["source"],
          at: next.target["at"],
        });
      }
      const isUp = Number(close?.["price"]) >= Number(target["price"]);
      expect(outcome).toBe(isUp ? "up" : "down");
      expect(resolution?.outcome).toBe(outcome ?? "");
      expect(price).toBeNull();
    }
  });

  test("ends with the last window that is over, and has no close before it is final", async () => {
    const [last] = windowsOf(await server.get("/windows?interval=5min&limit=1"));
    expect(last).toMatchObject({ seconds_left: 0, end: Date.parse("2026-11-20T18:30:00Z") / 1000 });
    const early = makePriceServer({ nowIso: "2026-11-20T18:00:59.999Z" });
    const [hour] = windowsOf(await early.get("/windows?interval=1hour&limit=1"));
    expect(hour).toMatchObject({ close: null, outcome: null });
    await early.stop();
    const later = makePriceServer({ nowIso: "2026-11-20T18:01:00Z" });
    const [known] = windowsOf(await later.get("/windows?interval=1hour&limit=1"));
    expect(known?.close).toMatchObject({ source: "klines", at: "2026-11-20T17:59:59.999Z" });
    expect(known?.outcome).toMatch(/up|down/);
    await later.stop();
  });

  test("is 304 for whoever has the page, as nothing but the clock moves", async () => {
    const first = await server.get(`/windows?${RANGE}`);
    const tag = first.headers.get("etag") ?? "";
    const again = await server.get(`/windows?${RANGE}`, { "if-none-match": tag });
    expect([again.status, again.headers.get("x-cache")]).toEqual([304, "HIT"]);
  });

  test("gives what there was time for, and when to ask for the rest", async () => {
    const hasty = makePriceServer({ nowIso: NOW_ISO, budget: Effect.void });
    const { status, headers, body } = await hasty.get(`/windows?${RANGE}`);
    await hasty.stop();
    expect(status).toBe(200);
    expect((body["data"] as ReadonlyArray<Window>).map(({ close }) => close)).toContain(null);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test.each([
    ["interval=1week", 'interval "1week"'],
    ["", "interval"],
    [`${RANGE}&limit=289`, 'limit "289"'],
    [
      "interval=5min&from=2026-11-20T18:00:00Z&to=2026-11-20T18:00:00Z",
      'to "2026-11-20T18:00:00Z"',
    ],
    [`${RANGE}&cursor=nope`, 'cursor "nope"'],
    [`${RANGE}&assets=btc`, "assets"],
  ])("refuses %s", async (query, named) => {
    const { status, body } = await server.get(`/windows?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "bad_request", error: expect.stringContaining(named) });
  });
});

describe("GET /api/v1/windows/{slug}", () => {
  test("has the same past window as the list, and an open and a coming one", async () => {
    const [past] = windowsOf(await server.get("/windows?interval=15min&limit=1"));
    expect(windowOf(await server.get(`/windows/${past?.slug}`))).toEqual(past as Window);
    const [open] = windowsOf(await server.get("/windows/active?asset=btc&interval=1hour"));
    const { next: _, ...window } = open ?? expect.unreachable();
    expect(windowOf(await server.get(`/windows/${window.slug}`))).toEqual(window as Window);
    const coming = windowOf(await server.get("/windows/btc-1h-2026-11-20-2000"));
    expect(coming).toMatchObject({ target: { state: "pending", price: null }, close: null });
  });

  test("is 404 for what no window is called, with one that is", async () => {
    const { status, body } = await server.get("/windows/btc-updown-5m-1795199101");
    expect([status, body["code"]]).toEqual([404, "not_found"]);
    const [, slug] = /such as (\S+),/.exec(String(body["hint"])) ?? [];
    expect(windowOf(await server.get(`/windows/${slug}`)).seconds_left).toBeGreaterThan(0);
  });
});
