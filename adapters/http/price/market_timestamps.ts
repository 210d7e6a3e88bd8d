/**
 * `GET /api/v1/markets/timestamps`: all market windows that start on one UTC day.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Result } from "effect";
import { INTERVALS, parseInterval } from "../../../core/market/mod.ts";
import { parseWhole } from "../../../core/page/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { type CalendarDay, daysInMonth, parseDay, toDayText } from "../../../core/time/mod.ts";
import { dayWindows, Venue } from "../../../core/use_case/price/mod.ts";
import { isoNow } from "../edge/iso_now.ts";
import { atMostOneOf, exactlyOneOf } from "../edge/exclusive.ts";
import { ASSET_PARAMETER } from "./price_parameters.ts";
import { readAsset, readList } from "./price_request.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import { windowBody } from "./window_body.ts";
import { AssetWire, IntervalWire, IsoWire } from "./wire_target.ts";
import { MARKET_WINDOW_EXAMPLE, MarketWindowWire } from "./wire_window.ts";

const INTERVAL_LIST = {
  in: "query",
  required: false,
  schema: Type.String({ default: INTERVALS.join(",") }),
  description: "Comma-separated intervals or aliases; default: all five. " +
    "`interval` and `intervals` mean the same: send one of them",
  example: "15min,1hour",
} as const;

const part = (name: string, example: string) =>
  ({
    name,
    in: "query",
    required: false,
    schema: Type.String({ pattern: "^[0-9]{1,4}$" }),
    description: `The UTC ${name}; send day, month and year together instead of date`,
    example,
  }) as const;

const PARAMETERS = [
  ASSET_PARAMETER,
  { ...INTERVAL_LIST, name: "interval" },
  { ...INTERVAL_LIST, name: "intervals" },
  {
    name: "date",
    in: "query",
    required: false,
    schema: Type.String({ format: "date" }),
    description: "The UTC day; alternatively send day, month and year",
    isSuggested: true,
    example: "2026-01-01",
  },
  { ...part("day", "1"), name: "day" },
  { ...part("month", "1"), name: "month" },
  { ...part("year", "2026"), name: "year" },
] as const;

const Body = Type.Object({
  now: IsoWire,
  asset: AssetWire,
  utc_date: Type.String({ format: "date" }),
  day_start_unix: Type.Integer({ description: "First second of the day" }),
  day_end_unix: Type.Integer({ description: "Last second of the day" }),
  intervals: Type.Array(IntervalWire),
  data: Type.Record(
    Type.String(),
    Type.Object({
      count: Type.Integer({ description: "How many windows start on that day" }),
      chronological_order: Type.Array(MarketWindowWire),
    }),
    { description: "By canonical interval" },
  ),
}, { $id: "MarketWindows" });

type Query = Call<typeof PARAMETERS>["query"];

/** A day, and the parameter to name if it is refused. */
interface NamedDay {
  readonly day: CalendarDay;
  readonly parameter: string;
  readonly text: string;
}

const PARTS = ["day", "month", "year"] as const;

/** Reads the day from `date`, or from its three parts, but not from both. */
function readDay(query: Query): Result.Result<NamedDay, RequestRejected> {
  return Result.gen(function* () {
    for (const part of PARTS) yield* atMostOneOf(query, ["date", part]);
    if (PARTS.every((part) => query[part] === undefined)) {
      const { value } = yield* exactlyOneOf(query, ["date"], "2026-01-01");
      return { day: yield* parseDay(value, "date"), parameter: "date", text: value };
    }
    const year = yield* readPart(query, "year", [2009, 2100]);
    const month = yield* readPart(query, "month", [1, 12]);
    const day = yield* readPart(query, "day", [1, daysInMonth(year, month)]);
    return { day: { year, month, day }, parameter: "year", text: query.year ?? "" };
  });
}

function readPart(
  query: Query,
  name: (typeof PARTS)[number],
  [min, max]: readonly [number, number],
): Result.Result<number, RequestRejected> {
  return Result.flatMap(
    exactlyOneOf(query, [name], String(min)),
    ({ value }) => parseWhole(name, value, { min, max }),
  );
}

const answer = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  const list = yield* Effect.fromResult(atMostOneOf(query, ["interval", "intervals"]));
  const intervals = list === undefined
    ? INTERVALS
    : yield* Effect.fromResult(readList(list.value, list.name, parseInterval));
  const { day, ...sent } = yield* Effect.fromResult(readDay(query));
  const venue = yield* Venue;
  const found = yield* dayWindows({ day, ...sent, intervals });
  return {
    body: {
      now: isoNow(nowMs),
      asset,
      utc_date: toDayText(day),
      day_start_unix: found.range.startSec,
      day_end_unix: found.range.endSec - 1,
      intervals,
      data: Object.fromEntries(found.intervals.map(({ interval, windows }) => [interval, {
        count: windows.length,
        chronological_order: windows.map((window) => windowBody(venue, asset, window)),
      }])),
    },
    isCached: true,
  };
});

const SLUGS = [
  "The venue's own slugs, as in live mode: `hype-updown-5m-<unix start>` for 5min, and so",
  "for 15min (`15m`) and 4hour (`4h`); `bitcoin-up-or-down-july-27-2026-5pm-et` for the hour that",
  "opens then in US Eastern; `bitcoin-up-or-down-on-july-15-2026` for the day whose closing noon",
  "that is. HYPE is `hype-...` by the hour and `hyperliquid-...` by the day. The venue writes the",
  "year since the middle of March 2026: hours that open before 2026-03-15 and days that close",
  "before 2026-03-18 (both UTC) omit it. In November the two hours from 1am share a slug.",
].join(" ");

const DESCRIPTION = "Every market window that starts on the UTC day, with its slug and event page.";

/** The route. */
export const marketTimestampsRoute = declareRoute({
  method: "GET",
  path: "/api/v1/markets/timestamps",
  family: "plain",
  access: "public",
  needsNoProvider: true,
  tag: "Markets",
  summary: "All windows of a UTC day",
  description: `${DESCRIPTION} ${SLUGS}`,
  parameters: PARAMETERS,
  responses: {
    200: {
      description: "The windows by interval, each in chronological order",
      schema: Body,
      example: {
        now: "2026-01-01T00:10:00.000Z",
        asset: "btc",
        utc_date: "2026-01-01",
        day_start_unix: 1_767_225_600,
        day_end_unix: 1_767_311_999,
        intervals: ["15min"],
        data: { "15min": { count: 96, chronological_order: [MARKET_WINDOW_EXAMPLE] } },
      },
    },
  },
  handle: answer,
});
