/**
 * Puts recordings in place of the world's points, for every day there is.
 *
 * @module
 */
import { Result } from "effect";
import { type Asset } from "../../../core/market/mod.ts";
import { type RecordedPoint, type RecordedPoints } from "../relay/recorded_points.ts";
import { symbolOf } from "../relay/relay_symbol.ts";
import { readRecording } from "./recording_file.ts";
import { type ReplayFile } from "./replay_command.ts";

/** What is replayed of one symbol. */
export interface Recording {
  readonly symbol: string;
  readonly points: number;
  readonly missing: number;
  /** After how many days it begins again. */
  readonly days: number;
}

const DAY_SEC = 86_400;
/** Points are handed on in batches: putting is cheaper for many at once. */
const BATCH_SIZE = 10_000;

/**
 * Reads all files. The failure is one line about the first one that cannot be used.
 *
 * `delayMs`: when a point is published whose recorder did not say it.
 */
export async function loadRecordings(
  files: ReadonlyArray<ReplayFile>,
  { recorded, delayMs }: {
    readonly recorded: RecordedPoints;
    readonly delayMs: (sec: number) => number;
  },
): Promise<Result.Result<ReadonlyArray<Recording>, string>> {
  for (const { asset, path } of files) {
    let batch: RecordedPoint[] = [];
    const flush = () => {
      recorded.putDaily(asset, batch);
      batch = [];
    };
    const read = await readRecording(path, (point) => {
      if (!recorded.hasRoom(batch.length + 1)) return Result.fail("there are too many points");
      batch.push({ ...point, delayMs: point.delayMs ?? delayMs(point.sec) });
      if (batch.length === BATCH_SIZE) flush();
      return Result.void;
    });
    if (Result.isFailure(read)) return Result.fail(read.failure);
    flush();
  }
  const assets = [...new Set(files.map(({ asset }) => asset))];
  return Result.succeed(assets.flatMap((asset) => recordingOf(asset, recorded)));
}

function recordingOf(asset: Asset, recorded: RecordedPoints): ReadonlyArray<Recording> {
  const recording = recorded.recordingOf(asset);
  if (recording === undefined) return [];
  const { days, points } = recording;
  const missing = Math.max(0, days * DAY_SEC - points);
  return [{ symbol: symbolOf(asset), points, missing, days }];
}
