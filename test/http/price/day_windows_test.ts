import { afterAll, describe, expect, test } from "bun:test";
import { markets } from "../../../adapters/http/price/markets.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
const eastern = makePriceServer({ nowIso: "2026-11-20T18:34:56Z", profile: "polymarket" });
afterAll(() => Promise.all([server.stop(), eastern.stop()]));

describe("GET /markets/timestamps", () => {
  test("lists the windows of a day", async () => {
    const { body } = await server.get("/markets/timestamps?interval=15min&date=2026-01-01");
    expect(body).toMatchObject({
      asset: "btc",
      utc_date: "2026-01-01",
      day_start_unix: 1_767_225_600,
      day_end_unix: 1_767_311_999,
      intervals: ["15min"],
      data: { "15min": { count: 96 } },
    });
    const { data } = body as { data: { "15min": { chronological_order: ReadonlyArray<unknown> } } };
    expect(data["15min"].chronological_order[0]).toEqual({
      timestamp_start: 1_767_225_600,
      timestamp_end: 1_767_226_499,
      start_iso: "2026-01-01T00:00:00.000Z",
      end_iso: "2026-01-01T00:14:59.000Z",
      slug: "btc-15m-2026-01-01-0000",
      url: "https://venue.example/event/btc-15m-2026-01-01-0000",
    });
  });

  test("names windows in the venue's calendar, and documents how", async () => {
    const { body } = await eastern.get(
      "/markets/timestamps?asset=hype&interval=daily&date=2026-11-20",
    );
    expect(JSON.stringify(body)).toContain("/event/hyperliquid-up-or-down-on-november-21-2026");
    for (const text of ["`hyperliquid-...`", "`hype-...`", "2026-03-15", "2026-03-18"]) {
      expect(pluginOperations(markets)[0]?.description).toContain(text);
    }
  });

  test("reads the day from its parts, too", async () => {
    const { body } = await server.get("/markets/timestamps?day=1.0&month=03&year=2026");
    expect(body["utc_date"]).toBe("2026-03-01");
  });
});

interface Listed {
  readonly timestamp_start: number;
  readonly timestamp_end: number;
  readonly start_iso: string;
}
interface Day {
  readonly data: Readonly<Record<string, { readonly chronological_order: ReadonlyArray<Listed> }>>;
  readonly running: Readonly<Record<string, Listed | null>>;
}

describe("the edges of a day in the venue's calendar", () => {
  const dayOf = async (date: string) => {
    const { body } = await eastern.get(`/markets/timestamps?interval=4hour,daily&date=${date}`);
    return body as unknown as Day;
  };
  const startsIn = ({ data }: Day, interval: string) =>
    (data[interval]?.chronological_order ?? []).map(({ start_iso }) => start_iso.slice(5, 16));

  test.each([
    ["in winter", "2026-11-20", ["01:00", "05:00", "09:00", "13:00", "17:00", "21:00"], "17:00"],
    ["in summer", "2026-07-20", ["00:00", "04:00", "08:00", "12:00", "16:00", "20:00"], "16:00"],
    [
      "when summer begins",
      "2026-03-08",
      ["01:00", "05:00", "08:00", "12:00", "16:00", "20:00"],
      "16:00",
    ],
    ["when it ends", "2026-11-01", ["00:00", "04:00", "09:00", "13:00", "17:00", "21:00"], "17:00"],
  ])("list the windows that start in it, %s", async (_, date, hours, noon) => {
    const day = await dayOf(date);
    expect(startsIn(day, "4hour")).toEqual(hours.map((hour) => `${date.slice(5)}T${hour}`));
    expect(startsIn(day, "daily")).toEqual([`${date.slice(5)}T${noon}`]);
  });

  test("leave out and repeat no window between days", async () => {
    for (
      const dates of [["2026-03-07", "2026-03-08", "2026-03-09"], ["2026-10-31", "2026-11-01"]]
    ) {
      const days = await Promise.all(dates.map(dayOf));
      for (const interval of ["4hour", "daily"]) {
        const all = days.flatMap(({ data }) => data[interval]?.chronological_order ?? []);
        expect(all.slice(1).map(({ timestamp_start }) => timestamp_start))
          .toEqual(all.slice(0, -1).map(({ timestamp_end }) => timestamp_end + 1));
      }
    }
  });
});

describe("`running` of a day", () => {
  const runningAt = async (nowIso: string, date: string) => {
    eastern.clock.set(Date.parse(nowIso));
    const { body } = await eastern.get(`/markets/timestamps?date=${date}`);
    const { data, running } = body as unknown as Day;
    const listed = Object.values(data).flatMap((one) => one.chronological_order);
    for (const open of Object.values(running)) {
      if (open !== null) expect(listed).not.toContainEqual(open);
    }
    expect(Object.keys(running)).toEqual(["5min", "15min", "1hour", "4hour", "daily"]);
    return Object.entries(running).flatMap(([interval, open]) =>
      open === null ? [] : [`${interval} ${open.start_iso.slice(5, 16)}`]
    );
  };

  test.each([
    ["first second", "2026-11-20T00:00:00Z", "2026-11-20", [
      "4hour 11-19T21:00",
      "daily 11-19T17:00",
    ]],
    ["last second of a window", "2026-11-20T00:59:59Z", "2026-11-20", [
      "4hour 11-19T21:00",
      "daily 11-19T17:00",
    ]],
    ["second after it", "2026-11-20T01:00:00Z", "2026-11-20", ["daily 11-19T17:00"]],
    ["noon", "2026-11-20T17:00:00Z", "2026-11-20", []],
    ["evening before", "2026-11-19T23:00:00Z", "2026-11-20", [
      "4hour 11-19T21:00",
      "daily 11-19T17:00",
    ]],
    ["day after", "2026-11-21T00:30:00Z", "2026-11-20", []],
    ["night in summer", "2026-07-20T02:00:00Z", "2026-07-20", ["daily 07-19T16:00"]],
  ])("has at the %s what began before and is open", async (_, nowIso, date, open) => {
    expect(await runningAt(nowIso, date)).toEqual(open);
  });

  test("is a window as those that are listed, and none in the calendar of UTC days", async () => {
    eastern.clock.set(Date.parse("2026-11-20T10:00:00Z"));
    const path = "/markets/timestamps?asset=eth&interval=daily&date=2026-11-20";
    expect((await eastern.get(path)).body["running"]).toEqual({
      daily: {
        timestamp_start: Date.parse("2026-11-19T17:00:00Z") / 1000,
        timestamp_end: Date.parse("2026-11-20T17:00:00Z") / 1000 - 1,
        start_iso: "2026-11-19T17:00:00.000Z",
        end_iso: "2026-11-20T16:59:59.000Z",
        slug: "ethereum-up-or-down-on-november-20-2026",
        url: "https://venue.example/event/ethereum-up-or-down-on-november-20-2026",
      },
    });
    expect((await server.get(path)).body["running"]).toEqual({ daily: null });
  });
});
