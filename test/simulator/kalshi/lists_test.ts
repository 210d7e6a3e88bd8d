import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeKalshiSimulator } from "../../../app/simulator/kalshi/kalshi_simulator.ts";
import { listen, type RunningSimulator } from "../../../app/simulator/kit/simulator.ts";
import { EMPTY_SEASON } from "../season/empty_season.ts";
import { control, get, makeStillClock, ms } from "../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
let kalshi: RunningSimulator;
beforeAll(() => {
  kalshi = listen(makeKalshiSimulator({ season: EMPTY_SEASON, clock }), { seed: 1, clock });
});
afterAll(() => kalshi.stop());

type Row = Readonly<Record<string, unknown>>;
const put = (events: ReadonlyArray<Row>, milestones: ReadonlyArray<Row> = []) =>
  control(`${kalshi.url}/__listing`, "PUT", { events, milestones });

/** Calls in a separate second, to stay within the rate limit. */
async function ask(target: string) {
  clock.set(clock.nowMs() + 1_000);
  return await get<Readonly<Record<string, ReadonlyArray<Row>>>>(
    `${kalshi.url}/trade-api/v2${target}`,
  );
}

/** Returns the tickers of every page, and the cursors between them. */
async function walk(target: string, limit: number): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const pages: Array<ReadonlyArray<string>> = [];
  let cursor = "";
  do {
    const { body } = await ask(`${target}&limit=${limit}&cursor=${cursor}`);
    const rows = body["events"] ?? body["milestones"] ?? body["markets"] ?? [];
    pages.push(rows.map((row) => String(row["event_ticker"] ?? row["ticker"] ?? row["id"])));
    cursor = String(body["cursor"]);
  } while (cursor !== "");
  return pages;
}

const eventOf = (at: number, changes: Row = {}): Row => ({
  event_ticker: `KXNBAGAME-26NOV21T${at}`,
  markets: [{ ticker: `KXNBAGAME-26NOV21T${at}-A`, status: "active" }],
  ...changes,
});

describe("a page", () => {
  test("is followed by the next until all were returned once, at any limit", async () => {
    const counts = fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 1, max: 5 }));
    await fc.assert(
      fc.asyncProperty(counts, async ([count, limit]) => {
        await put(
          Array.from({ length: count }, (_, at) => eventOf(at)),
          Array.from({ length: count }, (_, at) => ({ id: `${at}`, start_date: "2026-11-21" })),
        );
        for (const list of ["/events?", "/milestones?", "/markets?"]) {
          const pages = await walk(list, limit);
          const seen = pages.flat();
          expect([seen.length, new Set(seen).size]).toEqual([count, count]);
          expect(pages.length).toBe(Math.max(1, Math.ceil(count / limit)));
        }
      }),
      { numRuns: 15 },
    );
  });

  test("does not repeat a row when a new one appears before it", async () => {
    await put([1, 3, 5].map((at) => eventOf(at)));
    const { body } = await ask("/events?limit=2");
    await put([0, 1, 2, 3, 4, 5].map((at) => eventOf(at)));
    const rest = await ask(`/events?limit=9&cursor=${body["cursor"]}`);
    expect(rest.body["events"]?.map((row) => String(row["event_ticker"]).at(-1)))
      .toEqual(["4", "5"]);
  });

  test.each([
    "/events?limit=201",
    "/events?limit=0",
    "/events?limit=many",
    "/events?cursor=nonsense",
    "/events?status=live",
    "/events?min_close_ts=tomorrow",
    "/events?with_nested_markets=yes",
    "/markets?limit=1001",
    "/milestones",
    "/milestones?limit=501",
    "/milestones?limit=10&minimum_start_date=today",
    "/structured_targets?page_size=2001",
  ])("is refused for %s", async (target) => {
    const { status, body } = await ask(target);
    expect<unknown>([status, body]).toEqual([400, {
      error: { code: "bad_request", message: "bad request" },
    }]);
  });

  test.each(["/events?limit=200", "/markets?limit=1000", "/milestones?limit=500"])(
    "may be as long as %s",
    async (target) => expect((await ask(target)).status).toBe(200),
  );

  test.each(["/nothing", "/events/a/b", "/events/KXNBAGAME-26NOV21T0X", "/series/KXNOTHING"])(
    "is not at %s",
    async (target) => expect((await ask(target)).status).toBe(404),
  );
});

describe("a filter", () => {
  const tickers = async (query: string) => {
    const { body } = await ask(`/events?${query}`);
    return (body["events"] ?? []).map((row) => String(row["event_ticker"]).at(-1)).join("");
  };
  const market = (status: string, close?: string): Row => ({
    ticker: "x",
    status,
    close_time: close,
  });

  test("is by series, status, and the last close of any market", async () => {
    await put([
      eventOf(0),
      eventOf(1, { markets: [market("finalized", "2026-11-18T00:00:00Z"), market("finalized")] }),
      eventOf(2, { markets: [market("closed", "2026-11-20T00:00:00Z")] }),
      eventOf(3, { markets: [market("initialized", "2026-11-30T00:00:00Z")] }),
      eventOf(4, { markets: undefined }),
      { event_ticker: "KXEPLGAME-26NOV21T5", markets: [market("active")] },
    ]);
    expect(await tickers("status=open")).toBe("50");
    expect(await tickers("status=settled")).toBe("14");
    expect(await tickers("status=closed")).toBe("2");
    expect(await tickers("status=unopened")).toBe("3");
    expect(await tickers("series_ticker=KXEPLGAME")).toBe("5");
    const closed = ms("2026-11-20T00:00:00Z") / 1000;
    expect(await tickers(`series_ticker=KXNBAGAME&min_close_ts=${closed - 1}`)).toBe("0234");
    expect(await tickers(`series_ticker=KXNBAGAME&min_close_ts=${closed}`)).toBe("034");
  });

  test("returns markets and milestones on request, and those of the page", async () => {
    const milestones = [0, 1].map((at) => ({
      id: `m${at}`,
      start_date: "2026-11-21T00:00:00Z",
      primary_event_tickers: [eventOf(at)["event_ticker"]],
    }));
    await put([eventOf(0), eventOf(1)], milestones);
    const { body: bare } = await ask("/events?limit=1");
    expect(bare["events"]?.[0]).not.toHaveProperty("markets");
    expect(bare).not.toHaveProperty("milestones");
    const { body } = await ask("/events?limit=1&with_nested_markets=true&with_milestones=true");
    expect(body["events"]?.[0]).toHaveProperty("markets");
    expect(body["milestones"]).toEqual([milestones[0] ?? {}]);
    const related = `/milestones?limit=5&related_event_ticker=${
      milestones[1]?.primary_event_tickers
    }`;
    expect((await ask(related)).body["milestones"]).toEqual([milestones[1] ?? {}]);
  });
});

describe("a caller without a key", () => {
  test("may read twenty times a second", async () => {
    clock.set(clock.nowMs() + 1_000);
    const call = () => get(`${kalshi.url}/trade-api/v2/series/KXNBAGAME`);
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await call()).status);
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    clock.set(clock.nowMs() + 1_000);
    expect((await call()).status).toBe(200);
  });
});

describe("a replaced listing", () => {
  test.each<[string, Row, ReadonlyArray<string>]>([
    ["of events, with a cursor", { events: [eventOf(1)], cursor: "CgYIAQ" }, ["events"]],
    ["without milestones", { events: [eventOf(1)], milestones: null, cursor: "" }, ["events"]],
    ["of milestones", { milestones: [{ id: "m" }], cursor: "CgYIAQ" }, ["milestones"]],
  ])("is a recorded answer %s, and its own pages count", async (_, body, [list = ""]) => {
    expect((await control(`${kalshi.url}/__listing`, "PUT", body)).status).toBe(200);
    const answer = await ask(`/${list}?limit=10`);
    expect(answer.body[list]).toHaveLength(1);
    expect(String(answer.body["cursor"])).toBe("");
  });

  test.each<[string, unknown]>([
    ["an event without a ticker", { events: [{}], milestones: [] }],
    ["markets that are no list", { events: [{ event_ticker: "A-B", markets: {} }] }],
    ["another key", { outcomes: [] }],
    ["no object", []],
    ["a cursor alone", { cursor: "" }],
  ])("cannot be %s", async (_, body) => {
    expect((await control(`${kalshi.url}/__listing`, "PUT", body)).status).toBe(400);
  });
});
