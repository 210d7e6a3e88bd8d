/**
 * The exchange's public archive: a zip of a day's candles, and its SHA-256 next to it.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type SimulatorRequest } from "../kit/simulator.ts";
import { type ExchangeTapes } from "./exchange_tapes.ts";
import { KLINE_MS } from "./kline_interval.ts";
import { listKlines } from "./klines.ts";
import { klineRow } from "./wire_row.ts";

/** The data the archive is built from. `markets` lists the markets it has files for. */
export interface Archive {
  readonly markets: ReadonlyArray<ExchangeMarket>;
  readonly tapes: ExchangeTapes;
  readonly clock: SandboxClock;
}

/** A requested file. `dayMs` is the start of its UTC day. */
interface DayFile {
  readonly market: ExchangeMarket;
  readonly symbol: string;
  readonly stepMs: number;
  readonly dayMs: number;
  /** The file name without its extension. */
  readonly name: string;
  readonly isChecksum: boolean;
}

const DAY_MS = 86_400_000;
/** Delay between the end of a day and the publication of its file. */
const PUBLISHED_AFTER_MS = 4 * 3_600_000;
/** From this date on, spot files use microseconds. */
const MICROSECONDS_FROM_MS = Date.UTC(2025, 0, 1);
const MARKET_BY_FOLDER: ReadonlyMap<string, ExchangeMarket> = new Map([
  ["spot", "spot"],
  ["futures/um", "futures"],
]);
const PATH = new RegExp(
  String.raw`^/data/(spot|futures/um)/daily/klines/(\w+)/(\w+)/` +
    String.raw`(\2-\3-(\d{4}-\d\d-\d\d))\.zip(\.CHECKSUM)?$`,
);
/** The header row of futures files; spot files start with their first candle. */
const NAMES = "open_time,open,high,low,close,volume,close_time,quote_volume,count," +
  "taker_buy_volume,taker_buy_quote_volume,ignore\n";

/** Answers a request; `path` is relative to the archive's root. */
export function answerFromArchive(
  archive: Archive,
  { method }: SimulatorRequest,
  path: string,
): Answer {
  const file = readPath(path);
  if (method !== "GET" || file === undefined || !archive.markets.includes(file.market)) {
    return noSuchFile(path);
  }
  const text = textOf(archive, file);
  if (text === undefined) return noSuchFile(path);
  const zip = pack(file, text);
  if (!file.isChecksum) {
    return { status: 200, body: zip, headers: { "content-type": "application/zip" } };
  }
  const hex = createHash("sha256").update(zip).digest("hex");
  const headers = { "content-type": "application/octet-stream" };
  return { status: 200, body: `${hex}  ${file.name}.zip\n`, headers };
}

function readPath(path: string): DayFile | undefined {
  const [, folder = "", symbol = "", klineInterval = "", name = "", day = "", ending] =
    PATH.exec(path) ?? [];
  const market = MARKET_BY_FOLDER.get(folder);
  const stepMs = KLINE_MS.get(klineInterval);
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  if (market === undefined || stepMs === undefined || !isCalendarDay(day)) return undefined;
  return { market, symbol, stepMs, dayMs, name, isChecksum: ending !== undefined };
}

/** Needed because the runtime reads February 30 as March 2. */
function isCalendarDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day);
}

/**
 * Returns the candles as comma-separated rows; undefined for a day that is unpublished or empty.
 */
function textOf(
  { tapes, clock }: Archive,
  { market, symbol, stepMs, dayMs }: DayFile,
): string | undefined {
  const nowMs = clock.nowMs();
  const listed = tapes(market).get(symbol);
  if (listed === undefined || nowMs < dayMs + DAY_MS + PUBLISHED_AFTER_MS) return undefined;
  const { listing, tape } = listed;
  const span = { startMs: dayMs, endMs: dayMs + DAY_MS - 1 };
  const klines = listKlines(tape, { ...span, stepMs, limit: Infinity, nowMs });
  if (klines.length === 0) return undefined;
  const isMicroseconds = market === "spot" && dayMs >= MICROSECONDS_FROM_MS;
  const rows = klines.map((kline) => `${klineRow(kline, { listing, isMicroseconds }).join(",")}\n`);
  return (market === "futures" ? NAMES : "") + rows.join("");
}

/** Uses a fixed file time, so that the same data always gives the same zip bytes. */
function pack({ name, dayMs }: DayFile, text: string): Uint8Array {
  return zipSync({ [`${name}.csv`]: strToU8(text) }, { mtime: dayMs + DAY_MS });
}

function noSuchFile(path: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code>` +
    `<Message>The specified key does not exist.</Message><Key>${
      Bun.escapeHTML(path.slice(1))
    }</Key></Error>`;
  return { status: 404, body, headers: { "content-type": "application/xml" } };
}
