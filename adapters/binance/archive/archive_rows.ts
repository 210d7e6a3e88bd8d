/**
 * Parses the candles of an archive file: comma-separated rows, oldest first.
 *
 * @module
 */
import { Result } from "effect";

/** A candle of the file. */
export interface ArchiveRow {
  /** Unix milliseconds, whatever unit the file uses. */
  readonly openMs: number;
  readonly open: string;
  readonly close: string;
  /** False for a candle without trades, whose prices repeat the previous one. */
  readonly hasTrades: boolean;
  /** The row's fields, unchanged. */
  readonly row: ReadonlyArray<string>;
}

/**
 * The year 1973 in microseconds, or 5138 in milliseconds: spot files use microseconds since 2025,
 * all others milliseconds, so the size of the number decides.
 */
const MICROSECONDS_MIN = 1e14;
const TIME_DIGITS = /^\d{12,17}$/;
const DECIMAL = /^\d+(\.\d+)?$/;
const ZERO = /^0+(\.0+)?$/;
const FIELDS_MIN = 6;

/**
 * Parses the rows of a file's text, with or without a header line. Fails with a description of the
 * first line that is not a candle.
 */
export function parseArchiveRows(text: string): Result.Result<ReadonlyArray<ArchiveRow>, string> {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const body = /^[a-z_ ]+,/i.test(lines[0] ?? "") ? lines.slice(1) : lines;
  const rows: Array<ArchiveRow> = [];
  for (const line of body) {
    const row = toRow(line.split(","));
    if (row === undefined) return Result.fail(`a line is not a candle: ${line.slice(0, 100)}`);
    rows.push(row);
  }
  return Result.succeed(rows);
}

function toRow(row: ReadonlyArray<string>): ArchiveRow | undefined {
  const [time = "", open = "", , , close = "", volume = ""] = row;
  if (row.length < FIELDS_MIN || !TIME_DIGITS.test(time)) return undefined;
  if (![open, close, volume].every((field) => DECIMAL.test(field))) return undefined;
  const at = Number(time);
  const openMs = at < MICROSECONDS_MIN ? at : at / 1_000;
  if (!Number.isInteger(openMs)) return undefined;
  return { openMs, open, close, hasTrades: !ZERO.test(volume), row };
}
