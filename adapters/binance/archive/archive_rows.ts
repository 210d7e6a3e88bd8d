/**
 * Reads the candles of a file of the archive: comma-separated rows, oldest first.
 *
 * @module
 */
import { Result } from "effect";

/** A candle as the file has it. */
export interface ArchiveRow {
  /** Unix milliseconds, whatever the file counts in. */
  readonly openMs: number;
  readonly open: string;
  readonly close: string;
  /** False for a candle that is filled with the price before it: no price is its own. */
  readonly hasTrades: boolean;
  /** The row's fields, unchanged. */
  readonly row: ReadonlyArray<string>;
}

/**
 * Microseconds of the year 1973, and milliseconds of the year 5138: spot files count in
 * microseconds since 2025, all others in milliseconds, so the number itself tells.
 */
const MICROSECONDS_MIN = 1e14;
const TIME_DIGITS = /^\d{12,17}$/;
const DECIMAL = /^\d+(\.\d+)?$/;
const ZERO = /^0+(\.0+)?$/;
const FIELDS_MIN = 6;

/**
 * The rows of a file's text, with or without a line of names before them. Fails with what is
 * wrong where a line is no candle.
 */
export function parseArchiveRows(text: string): Result.Result<ReadonlyArray<ArchiveRow>, string> {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const body = /^[a-z_ ]+,/i.test(lines[0] ?? "") ? lines.slice(1) : lines;
  const rows: Array<ArchiveRow> = [];
  for (const line of body) {
    const row = toRow(line.split(","));
    if (row === undefined) return Result.fail(`a line is no candle: ${line.slice(0, 100)}`);
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
