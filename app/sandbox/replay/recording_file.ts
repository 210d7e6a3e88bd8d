/**
 * Reads a recording from a file in chunks: comma-separated numbers under a header line.
 *
 * @module
 */
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Option, Result } from "effect";
import { DELAY_MS_MAX, POINT_MS_MAX } from "../../simulator/polymarket/relay/point_track.ts";

/** A longer line cannot be part of a recording. */
const LINE_CHARS_MAX = 4_096;

/** Thrown for a file that cannot be used, with a one-line message that names it. */
class RecordingRefused extends Error {}

/**
 * Reads every point of a file in order, and returns their number. Decompresses a `.gz` file. The
 * failure names the file, and the line if one is wrong or `take` refuses its point.
 */
export async function readRecording(
  path: string,
  take: (point: RecordingPoint) => Result.Result<void, string>,
): Promise<Result.Result<number, string>> {
  try {
    return Result.succeed(await readAll(path, take));
  } catch (cause) {
    if (cause instanceof RecordingRefused) return Result.fail(cause.message);
    const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    return Result.fail(`Cannot read "${path}": ${why}`);
  }
}

async function readAll(
  path: string,
  take: (point: RecordingPoint) => Result.Result<void, string>,
): Promise<number> {
  if (!await Bun.file(path).exists()) {
    throw new RecordingRefused(`Cannot read "${path}": there is no such file`);
  }
  let columns: RecordingColumns | undefined;
  let count = 0;
  let number = 0;
  const refuse = (why: string) => {
    throw new RecordingRefused(`Cannot use "${path}" line ${number}: ${why}`);
  };
  const point = (line: string, known: RecordingColumns) => {
    const taken = Result.flatMap(parsePoint(line, known), take);
    if (Result.isFailure(taken)) return refuse(taken.failure);
    count++;
  };
  for await (const line of linesOf(bytesOf(path))) {
    number++;
    if (line.length > LINE_CHARS_MAX) refuse("the line is too long");
    if (line === "") continue;
    if (columns !== undefined) {
      point(line, columns);
      continue;
    }
    const first = Option.getOrUndefined(parseColumns(line));
    if (first === undefined) return refuse("it must name the columns timestamp_ms,value_e18");
    columns = first.columns;
    if (first.isPoint) point(line, columns);
  }
  if (count === 0) throw new RecordingRefused(`Cannot use "${path}": it has no points`);
  return count;
}

/** Returns the bytes of a file, decompressed. */
function bytesOf(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  if (!path.toLowerCase().endsWith(".gz")) return file;
  // A failure of the file ends both streams; the reader gets the error.
  return pipeline(file, createGunzip(), () => {});
}

/** Yields the lines without their ends. Stops after a line that is too long. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
    if (rest.length > LINE_CHARS_MAX) break;
  }
  if (rest !== "") yield rest.replace(/\r$/, "");
}

/** The indexes of the columns to read. */
interface RecordingColumns {
  readonly atMs: number;
  readonly valueE18: number;
  /** When the relay sent the point; undefined where this was not recorded. */
  readonly sentMs: number | undefined;
}

/** A recorded point. */
interface RecordingPoint {
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
function parseColumns(
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
function parsePoint(
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
