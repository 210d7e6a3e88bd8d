/**
 * Replaces the world's points with recordings, for every recorded day.
 *
 * @module
 */
import { Result } from "effect";
import { type Asset } from "../../../core/market/mod.ts";
import {
  type DailyRecording,
  type RecordedPoint,
  type RecordedPoints,
} from "../../simulator/polymarket/relay/recorded_points.ts";
import { symbolOf } from "../../simulator/polymarket/relay/relay_symbol.ts";
import { readRecording } from "./recording_file.ts";
import { type ReplayFile } from "./replay_command.ts";

/** The recording of one symbol. */
export interface Recording extends DailyRecording {
  readonly symbol: string;
  readonly missing: number;
}

/** The recordings of all files, and a digest that is equal only for the same points. */
export interface LoadedRecordings {
  readonly recordings: ReadonlyArray<Recording>;
  readonly digest: string;
}

const DAY_SEC = 86_400;
/** Points are stored in batches, which is cheaper than one by one. */
const BATCH_SIZE = 10_000;

/**
 * Reads all files. The failure is one line about the first one that cannot be used.
 *
 * `delayMs` returns the publication delay of a second, for points recorded without one.
 */
export async function loadRecordings(
  files: ReadonlyArray<ReplayFile>,
  { recorded, delayMs }: {
    readonly recorded: RecordedPoints;
    readonly delayMs: (sec: number) => number;
  },
): Promise<Result.Result<LoadedRecordings, string>> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const { asset, path } of files) {
    let batch: RecordedPoint[] = [];
    const flush = () => {
      recorded.putDaily(asset, batch);
      batch = [];
    };
    const read = await readRecording(path, (point) => {
      if (!recorded.hasRoom(batch.length + 1)) return Result.fail("there are too many points");
      hasher.update(`${asset} ${point.sec} ${point.valueE18}\n`);
      batch.push({ ...point, delayMs: point.delayMs ?? delayMs(point.sec) });
      if (batch.length === BATCH_SIZE) flush();
      return Result.void;
    });
    if (Result.isFailure(read)) return Result.fail(read.failure);
    flush();
  }
  const assets = [...new Set(files.map(({ asset }) => asset))];
  const recordings = assets.flatMap((asset) => recordingOf(asset, recorded));
  return Result.succeed({ recordings, digest: hasher.digest("hex") });
}

function recordingOf(asset: Asset, recorded: RecordedPoints): ReadonlyArray<Recording> {
  const recording = recorded.recordingOf(asset);
  if (recording === undefined) return [];
  const missing = Math.max(0, recording.days * DAY_SEC - recording.points);
  return [{ ...recording, symbol: symbolOf(asset), missing }];
}
