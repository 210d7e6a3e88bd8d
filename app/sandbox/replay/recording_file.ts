/**
 * Reads a recording from a file, a piece at a time.
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

/** A line that is longer is no line of a recording. */
const LINE_CHARS_MAX = 4_096;

/** What is wrong with a file, in one line that names it. */
class RecordingRefused extends Error {}

/**
 * Reads every point of a file in order, and gives how many there were. A `.gz` file is unpacked on
 * the way. The failure names the file, and the line where one is wrong; `take` may refuse a point
 * as well.
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
    if (line.length > LINE_CHARS_MAX) refuse("it is too long for a line of numbers");
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

/** The bytes of a file, unpacked. */
function bytesOf(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  if (!path.toLowerCase().endsWith(".gz")) return file;
  // A failure of the file ends both; whoever reads gets to see it.
  return pipeline(file, createGunzip(), () => {});
}

/** The lines of a text, without their ends. One that does not end is given up when too long. */
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
