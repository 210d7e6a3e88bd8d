/**
 * Makes a sandbox replay what was recorded.
 *
 * @module
 */
import { Result } from "effect";
import { makePublishDelay } from "../relay/publish_delay.ts";
import { makeRecordedPoints, type RecordedPoints } from "../relay/recorded_points.ts";
import { type SandboxConfig } from "../sandbox_config.ts";
import { loadRecordings, type Recording } from "./load_recordings.ts";
import { type ReplayFile } from "./replay_command.ts";

/** Recorded points for the simulators of this process, and what is to be said of them. */
export interface Replay {
  readonly recordedPoints: RecordedPoints;
  readonly recordings: ReadonlyArray<Recording>;
}

/** The venue's 5-minute windows follow this average from here on (its own change log). */
const AVERAGE_FROM_ISO = "2026-08-14T00:00:00Z";

/** Reads the files; without any nothing is replayed. Throws one line that says what is wrong. */
export async function startReplay(
  files: ReadonlyArray<ReplayFile>,
  { seed, startMs, urls }: {
    readonly seed: number;
    /** Where the clock starts, in unix milliseconds. */
    readonly startMs: number;
    readonly urls: SandboxConfig["urls"];
  },
): Promise<Replay> {
  const recordedPoints = makeRecordedPoints();
  if (files.length === 0) return { recordedPoints, recordings: [] };
  if (urls.has("relay")) {
    throw new Error("Cannot replay: POLYMARKET_RELAY_URL names a relay of another process");
  }
  if (startMs < Date.parse(AVERAGE_FROM_ISO)) {
    throw new Error(
      "Cannot replay from so early: the venue's windows follow the 60 s average from " +
        `${AVERAGE_FROM_ISO} on`,
    );
  }
  const delayMs = makePublishDelay(seed);
  const loaded = await loadRecordings(files, { recorded: recordedPoints, delayMs });
  if (Result.isFailure(loaded)) throw new Error(loaded.failure);
  return { recordedPoints, recordings: loaded.success };
}
