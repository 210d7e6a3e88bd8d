import { describe, expect, test } from "bun:test";
import { Clock, Effect, Option } from "effect";
import { makeKalshiLegVenue } from "../../../adapters/kalshi/leg_venue.ts";
import { makeKalshiWindowQuestion } from "../../../adapters/kalshi/window_question.ts";
import { DEFAULT_SERIES } from "../../../adapters/kalshi/window_series.ts";
import { legOf, type LegRecord } from "../../../core/leg/mod.ts";
import type { LegVenue, SeenLegs } from "../../../core/port/leg_venue.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { ms } from "../../simulator/kit/support.ts";
import { windowAt } from "../../core/leg/arbitrary.ts";
import { type Kalshi, withKalshi } from "./kalshi_world.ts";

const secOf = (iso: string) => UnixSec(ms(iso) / 1000);

/** Runs with the venue of a Kalshi that has these windows, or its own. */
function withVenue<A>(
  body: (venue: LegVenue, kalshi: Kalshi) => Effect.Effect<A, ProviderFailed>,
  { now, windows }: { readonly now: string; readonly windows?: unknown },
): Promise<A> {
  return withKalshi(
    Effect.fnUntraced(function* (kalshi) {
      if (windows !== undefined) yield* kalshi.putWindows(windows);
      const venue = yield* makeKalshiLegVenue({ url: kalshi.url, series: DEFAULT_SERIES });
      return yield* body(venue, kalshi);
    }),
    { now },
  );
}

const listed = (venue: LegVenue, asset: string, from: string, to: string) => {
  const series = venue.series.find((one) => one.asset === asset) ?? expect.unreachable();
  return venue.listed(series, { startSec: secOf(from), endSec: secOf(to) });
};

const recordsOf = ({ seen }: SeenLegs): ReadonlyArray<LegRecord> =>
  seen.map(({ id, market }): LegRecord => ({ ...id, market, seenMs: 0, earlier: [] }))
    .toSorted((a, b) => a.startSec - b.startSec);

type TableRow = readonly [ticker: string, closeSec: number, number, result: string, value: string];
interface Table {
  readonly rows: Readonly<Record<string, ReadonlyArray<TableRow>>>;
  readonly round_digits: Readonly<Record<string, number>>;
  readonly expect: { readonly rows: number; readonly adjacent_pairs: number };
}
const TABLE = "kalshi/windows_15m.json";

describe("Kalshi's recorded windows", () => {
  /** All of them, asset by asset: on that day the oldest are in the archive. */
  const readAll = (table: Table) =>
    withVenue(
      (venue) =>
        Effect.forEach(Object.keys(table.rows), (asset) =>
          Effect.map(
            listed(venue, asset, "2026-08-24T00:00:00Z", "2026-09-09T00:00:00Z"),
            (found) => ({ asset, records: recordsOf(found), unread: found.unread }),
          )),
      { now: "2026-11-28T12:00:00Z", windows: table },
    );

  testWithShared([TABLE], "have their target, result and settlement, text by text", async () => {
    const table: Table = await Bun.file(sharedPath(TABLE)).json();
    for (const { asset, records, unread } of await readAll(table)) {
      expect(unread).toEqual([]);
      const seen = records.map(({ market, endSec }) => [
        market?.id,
        Number(endSec),
        market?.target,
        market?.result === "up" ? "yes" : "no",
        market?.settled,
      ]);
      expect<unknown>(seen).toEqual((table.rows[asset] ?? []).map(([id, end, strike, ...rest]) => [
        ...[id, end, strike.toFixed(table.round_digits[asset])],
        ...rest,
      ]));
      for (const { market } of records) expect(market?.stage).toBe("final");
    }
  });

  testWithShared([TABLE], "give each target once more, but across no hole", async () => {
    const table: Table = await Bun.file(sharedPath(TABLE)).json();
    let [chained, refused] = [0, 0];
    for (const { records } of await readAll(table)) {
      for (const [at, record] of records.entries()) {
        const [previous, { market }] = [records[at - 1], record];
        if (previous === undefined || market === null) continue;
        const late = {
          ...market,
          stage: "open",
          target: null,
          result: null,
          settled: null,
        } as const;
        const window = windowAt(record.startSec);
        const leg = legOf({
          series: DEFAULT_SERIES[0] ?? expect.unreachable(),
          ...{ window, record: { ...record, market: late }, previous },
          nowMs: (record.startSec + 30) * 1000,
        });
        if (previous.endSec === record.startSec) {
          expect([leg.target, leg.targetState]).toEqual([market.target, "provisional"]);
          chained += 1;
        } else {
          expect([leg.target, leg.targetState]).toEqual([null, "pending"]);
          refused += 1;
        }
      }
    }
    expect([chained, refused > 0]).toEqual([table.expect.adjacent_pairs, true]);
  });

  testWithShared(
    ["kalshi/objects.json"],
    "have nobody who won where no target was set",
    async () => {
      const { market_without_strike: row } = await Bun.file(sharedPath("kalshi/objects.json"))
        .json();
      const market = {
        ...{ ...row, event_ticker: row.ticker.replace(/-\d+$/, "") },
        ...{ open_time: "2026-08-08T06:00:00Z", close_time: "2026-08-08T06:15:00Z" },
        custom_strike: { round_digits: "2" },
      };
      const [record] = await withVenue(
        (venue) =>
          Effect.map(
            listed(venue, "btc", "2026-08-08T06:00:00Z", "2026-08-08T06:15:00Z"),
            recordsOf,
          ),
        { now: "2026-08-09T00:00:00Z", windows: { markets: [market] } },
      );
      const [series] = DEFAULT_SERIES;
      if (record === undefined || series === undefined) throw new Error("nothing was read");
      const nowMs = ms("2026-08-09T00:00:00Z");
      const window = windowAt(record.startSec);
      expect(legOf({ series, window, record, previous: undefined, nowMs })).toMatchObject({
        ...{ outcome: null, outcomeState: "void", targetState: "never_set" },
      });
    },
  );
});

describe("Kalshi's windows", () => {
  test("are announced a day ahead, and none is listed in the weekly hole", () =>
    withVenue(
      Effect.fnUntraced(function* (venue) {
        const { seen, unread } = yield* listed(
          venue,
          "doge",
          "2026-11-26T06:00:00Z",
          "2026-11-26T12:00:00Z",
        );
        expect(unread).toEqual([]);
        const starts = seen.map(({ id }) =>
          new Date(id.startSec * 1000).toISOString().slice(11, 16)
        );
        expect(starts.filter((text) => text >= "08:00" && text < "10:00")).toEqual([]);
        expect(seen).toHaveLength(16);
        expect(new Set(seen.map(({ market }) => market.stage))).toEqual(new Set(["announced"]));
      }),
      { now: "2026-11-25T20:00:00Z" },
    ));

  test("of all assets are asked for in one call, as they open and as they close", () =>
    withVenue(
      Effect.fnUntraced(function* (venue, kalshi) {
        const range = ["2026-11-20T18:00:00Z", "2026-11-20T18:15:00Z"] as const;
        const found = yield* Effect.forEach(
          ["btc", "eth", "sol", "xrp", "doge", "bnb", "hype"],
          (asset) => listed(venue, asset, ...range),
        );
        const ids = found.flatMap(({ seen }) => seen.map(({ market }) => market.id));
        expect(ids).toHaveLength(7);
        const before = (yield* kalshi.asked).length;
        const now = Effect.map(venue.current(ids), ({ seen }) => seen.map(({ market }) => market));
        // Calls that are paced move the clock too.
        const until = (iso: string) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) => Effect.sleep(ms(iso) - nowMs));
        yield* until("2026-11-20T18:00:00.500Z");
        expect((yield* now).map(({ stage, target }) => [stage, target]))
          .toEqual(ids.map(() => ["open", null]));
        yield* until("2026-11-20T18:00:01Z");
        for (const { target, digits } of yield* now) {
          expect(target?.split(".")[1]?.length).toBe(digits ?? -1);
        }
        yield* until("2026-11-20T18:15:12Z");
        for (const { stage, settled, result } of yield* now) {
          expect([stage, result === null, settled === null]).toEqual(["final", false, false]);
        }
        expect((yield* kalshi.asked).length - before).toBe(3);
      }),
      { now: "2026-11-20T17:59:00Z" },
    ));

  test("say whether they are traded, whatever the rest of the exchange does", async () => {
    const isPaused = (now: string) => withVenue((venue) => venue.isPaused, { now });
    expect(await isPaused("2026-11-26T08:30:00Z")).toBe(true);
    expect(await isPaused("2026-11-26T10:30:00Z")).toBe(false);
  });

  test("of the hour that comes twice are not said to be missing where a ticker is two", () =>
    withVenue(
      Effect.fnUntraced(function* (venue) {
        const { seen, unread } = yield* listed(
          venue,
          "btc",
          "2025-11-02T04:00:00Z",
          "2025-11-02T08:00:00Z",
        );
        const hours = unread.map(({ startSec }) => new Date((startSec ?? 0) * 1000).getUTCHours());
        expect([seen, hours.length]).toEqual([[], 8]);
        expect(new Set(hours)).toEqual(new Set([4, 5, 6]));
      }),
      { now: "2026-11-20T12:00:00Z", windows: { markets: [] } },
    ));

  const ROW = {
    ...{ ticker: "KXBTC15M-26NOV201300-00", event_ticker: "KXBTC15M-26NOV201300" },
    ...{ open_time: "2026-11-20T17:45:00Z", close_time: "2026-11-20T18:00:00Z" },
    ...{ status: "finalized", result: "yes", floor_strike: 61_000.5, expiration_value: "61000.50" },
    ...{ strike_type: "greater_or_equal", custom_strike: { round_digits: "2" } },
  };
  const readRow = (row: Readonly<Record<string, unknown>>) =>
    withVenue(
      (venue) => listed(venue, "btc", "2026-11-20T17:00:00Z", "2026-11-20T19:00:00Z"),
      { now: "2026-11-20T20:00:00Z", windows: { markets: [{ ...ROW, ...row }] } },
    );

  test("show the decimals of their market, a tie as up, and the page of the event", async () => {
    const { seen } = await readRow({});
    expect(seen).toMatchObject([{
      id: { asset: "btc", interval: "15min", startSec: secOf(ROW.open_time) },
      market: {
        ...{ target: "61000.50", settled: "61000.50", result: "up", digits: 2 },
        url: "https://kalshi.com/markets/kxbtc15m/bitcoin-price-up-down/kxbtc15m-26nov201300",
      },
    }]);
  });

  test("are amended where Kalshi says so, with the result that it has then", async () => {
    const { seen } = await readRow({ status: "amended", result: "no", expiration_value: "1.00" });
    expect(seen).toMatchObject([{ market: { stage: "amended", result: "down", settled: "1.00" } }]);
  });

  test.each([
    [{ strike_type: "greater" }, 'it has strike_type "greater"'],
    [{ close_time: "2026-11-20T18:05:00Z" }, "it is open from"],
    [
      { open_time: "2026-11-20T17:40:00Z", close_time: "2026-11-20T17:55:00Z" },
      "it is open from",
    ],
  ])("are not read where their rule is another: %j", async (row, why) => {
    const { seen, unread } = await readRow(row);
    expect(seen).toEqual([]);
    expect(unread).toMatchObject([{ id: ROW.ticker, startSec: expect.anything() }]);
    expect(unread[0]?.why).toStartWith(why);
  });
});

describe("the probe's question about Kalshi's windows", () => {
  const ask = (now: string, windows?: unknown) =>
    withKalshi(
      Effect.fnUntraced(function* (kalshi) {
        if (windows !== undefined) yield* kalshi.putWindows(windows);
        const options = { url: kalshi.url, series: DEFAULT_SERIES };
        const question = yield* makeKalshiWindowQuestion(options);
        return yield* Effect.option(question.ask);
      }),
      { now },
    );

  test("names the open window and its target", async () => {
    expect(Option.getOrThrow(await ask("2026-11-20T18:05:00Z")))
      .toMatch(/^KXBTC15M-26NOV201315-15, target \d+\.\d\d$/);
  });

  test("is content with a maintenance, and with nothing else that lists none", async () => {
    expect(Option.getOrThrow(await ask("2026-11-26T08:30:00Z"))).toContain("paused");
    expect(await ask("2026-11-20T18:05:00Z", { markets: [] })).toEqual(Option.none());
  });
});
