/**
 * Reads a recording from a file in chunks.
 *
 * @module
 */
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Option, Result } from "effect";
import {
  parseColumns,
  parsePoint,
  type RecordingColumns,
  type RecordingPoint,
} from "./recording_line.ts";

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
