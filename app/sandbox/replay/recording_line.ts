/**
 * Parses the lines of a recording: comma-separated numbers under a header line.
 *
 * @module
 */
import { Option, Result } from "effect";
import { DELAY_MS_MAX, POINT_MS_MAX } from "../../simulator/polymarket/relay/point_track.ts";

/** The indexes of the columns to read. */
export interface RecordingColumns {
  readonly atMs: number;
  readonly valueE18: number;
  /** When the relay sent the point; undefined where this was not recorded. */
  readonly sentMs: number | undefined;
}

/** A recorded point. */
export interface RecordingPoint {
  /** Unix seconds. */
  readonly sec: number;
  readonly valueE18: bigint;
  /** From its second to its publication, in milliseconds; undefined if unknown. */
  readonly delayMs: number | undefined;
}

/** The names of each column, in our own files and in those of recorders. */
const AT = ["timestamp_ms", "feed_ts_ms"];
const VALUE = ["value_e18", "full_accuracy_value"];
const SENT = ["server_ts_ms"];
/** The columns of a file without a header line. */
const UNNAMED: RecordingColumns = { atMs: 0, valueE18: 1, sentMs: undefined };

/** Parses the first line of a file: a header, or its first point; none for anything else. */
export function parseColumns(
  line: string,
): Option.Option<{ readonly columns: RecordingColumns; readonly isPoint: boolean }> {
  if (/^\s*\d+\s*,\s*\d+\s*$/.test(line)) return Option.some({ columns: UNNAMED, isPoint: true });
  const names = line.toLowerCase().split(",").map((name) => name.trim());
  const columnOf = (known: ReadonlyArray<string>) =>
    names.findIndex((name) => known.includes(name));
  const [atMs, valueE18, sentMs] = [columnOf(AT), columnOf(VALUE), columnOf(SENT)];
  return atMs < 0 || valueE18 < 0 ? Option.none() : Option.some({
    columns: { atMs, valueE18, sentMs: sentMs < 0 ? undefined : sentMs },
    isPoint: false,
  });
}

/** Parses a point; the failure says what is wrong with it. */
export function parsePoint(
  line: string,
  columns: RecordingColumns,
): Result.Result<RecordingPoint, string> {
  const cells = line.split(",").map((cell) => cell.trim());
  const atMs = whole(cells[columns.atMs]);
  if (atMs === undefined || atMs % 1_000 !== 0) {
    return Result.fail("the time must be unix milliseconds of a whole second");
  }
  const value = cells[columns.valueE18] ?? "";
  if (!/^0*[1-9]\d{0,39}$/.test(value)) {
    return Result.fail("the value must be a whole number above 0, scaled by 10^18");
  }
  const sentMs = columns.sentMs === undefined ? undefined : whole(cells[columns.sentMs]);
  return Result.succeed({
    sec: atMs / 1_000,
    valueE18: BigInt(value),
    // A longer delay is capped at the maximum.
    delayMs: sentMs === undefined ? undefined : Math.min(Math.max(sentMs - atMs, 0), DELAY_MS_MAX),
  });
}

/** Unix milliseconds. */
function whole(cell = ""): number | undefined {
  const value = /^\d{4,13}$/.test(cell) ? Number(cell) : NaN;
  return value <= POINT_MS_MAX ? value : undefined;
}
