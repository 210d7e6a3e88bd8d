/**
 * `PUT /__listing`: replaces the world's events and milestones. Paging and filters apply to them.
 *
 * It accepts recorded list answers: events with or without their milestones, or milestones alone. A
 * recorded cursor is ignored.
 *
 * @module
 */
import { Result } from "effect";
import {
  type Read,
  readEach,
  readFields,
  readList,
  readObject,
  readText,
} from "../kit/control_body.ts";
import { type Fields, fieldsOf } from "../kit/json.ts";
import { type Control } from "../kit/simulator.ts";
import { type EventEntry, type Listing, type MilestoneEntry } from "./listing.ts";
import { type WireRow } from "./wire_row.ts";

/** Makes the control, which passes the listing on. */
export function makeListingControl(put: (listing: Listing) => void): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["events", "milestones", "cursor"]);
      if (!isListed(fields, "events") && !isListed(fields, "milestones")) {
        return yield* Result.fail('Send "events", "milestones" or both');
      }
      const events = yield* readEach(yield* readRows(fields, "events"), "events", readEvent);
      const rows = yield* readRows(fields, "milestones");
      const milestones = yield* readEach(rows, "milestones", readMilestone);
      put({
        events: (series) =>
          events.filter((event) => series === undefined || event.series === series),
        milestones: () => milestones,
      });
      return { events: events.length, milestones: milestones.length };
    });
}

/** An empty list may be null. */
function isListed(fields: Fields, name: string): boolean {
  return (fields.get(name) ?? null) !== null;
}

function readRows(fields: Fields, name: string): Read<ReadonlyArray<unknown>> {
  return isListed(fields, name) ? readList(fields, name) : Result.succeed([]);
}

type Row = readonly [fields: Fields, row: WireRow];

function readRow(value: unknown): Read<Row> {
  return Result.map(readObject(value), (row): Row => [fieldsOf(row), row]);
}

function readEvent(value: unknown): Read<EventEntry> {
  return Result.gen(function* () {
    const [fields, { markets: _, ...row }] = yield* readRow(value);
    const ticker = yield* readText(fields, "event_ticker");
    const written = fields.get("markets") ?? undefined;
    const nested = written === undefined
      ? undefined
      : yield* readEach(yield* readList(fields, "markets"), "markets", readRow);
    const markets = (nested ?? []).map(([, market]) => market);
    const series = fields.get("series_ticker");
    const closes = markets.flatMap(({ close_time: time }) => secOf(time) ?? []);
    return {
      key: ticker,
      series: typeof series === "string" ? series : ticker.split("-")[0] ?? "",
      status: statusOf(markets),
      closeSec: closes.length === 0 ? undefined : Math.max(...closes),
      row: () => row,
      nestedMarkets: () => nested === undefined ? undefined : markets,
      markets: () => markets.map((market) => ({ event_ticker: ticker, ...market })),
    };
  });
}

/** The status follows from the markets; an event without markets counts as settled. */
function statusOf(markets: ReadonlyArray<WireRow>): EventEntry["status"] {
  const statuses = new Set(markets.map(({ status }) => status ?? "active"));
  if (["active", "inactive", "open"].some((status) => statuses.has(status))) return "open";
  if (["closed", "determined", "disputed"].some((status) => statuses.has(status))) return "closed";
  return statuses.has("initialized") || statuses.has("unopened") ? "unopened" : "settled";
}

function readMilestone(value: unknown): Read<MilestoneEntry> {
  return Result.gen(function* () {
    const [fields, row] = yield* readRow(value);
    const details = new Map(Object.entries(fields.get("details") ?? {}));
    const named = ["primary_event_tickers", "related_event_tickers"]
      .flatMap((name) => fields.get(name) ?? []);
    const tickers = [...named, details.get("main_game_event_ticker")];
    return {
      tickers: new Set(tickers.filter((ticker) => typeof ticker === "string")),
      row: () => row,
    } satisfies MilestoneEntry;
  });
}

function secOf(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(ms) ? undefined : ms / 1000;
}
