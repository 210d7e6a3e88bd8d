/**
 * Sets up the replay of recordings in a sandbox.
 *
 * @module
 */
import { Option, Result } from "effect";
import { FIVE_MINUTE_TWAP_60_FROM_SEC } from "../../../core/price/mod.ts";
import { toIsoSeconds } from "../../../core/time/mod.ts";
import { type OracleChoice } from "../../settings/oracle_settings.ts";
import { makePublishDelay } from "../../simulator/polymarket/relay/publish_delay.ts";
import {
  makeRecordedPoints,
  type RecordedPoints,
} from "../../simulator/polymarket/relay/recorded_points.ts";
import { dayOf } from "../../simulator/polymarket/relay/repeated_days.ts";
import { type SandboxSettings } from "../../settings/sandbox_settings.ts";
import { SIMULATORS } from "../../simulator/start_simulator.ts";
import { loadRecordings, type Recording } from "./load_recordings.ts";
import { type ReplayFile } from "./replay_command.ts";

/** Recorded points for the simulators of this process, and the recordings to report. */
export interface Replay {
  readonly recordedPoints: RecordedPoints;
  readonly recordings: ReadonlyArray<Recording>;
  /** Names the recordings and their days as a separate world; none without files. */
  readonly worldSuffix: Option.Option<string>;
}

/** The simulators that publish the recorded points, and so must run in this process. */
const PUBLISHERS = ["relay", "site", "venue-metadata"] as const;
const SUFFIX_CHARS = 12;

/** Reads the files; replays nothing without any. Throws an `Error` with a one-line message. */
export async function startReplay(
  files: ReadonlyArray<ReplayFile>,
  { seed, startMs, urls, oracleChoice }: {
    readonly seed: number;
    readonly oracleChoice: ReadonlyArray<OracleChoice>;
    /** The start of the clock, in unix milliseconds. */
    readonly startMs: number;
    readonly urls: SandboxSettings["urls"];
  },
): Promise<Replay> {
  const recordedPoints = makeRecordedPoints(Math.floor(startMs / 1_000));
  if (files.length === 0) {
    return { recordedPoints, recordings: [], worldSuffix: Option.none() };
  }
  for (const name of PUBLISHERS) {
    if (!urls.has(name)) continue;
    throw new Error(
      `Cannot replay: ${SIMULATORS[name].setting} names a simulator of another process`,
    );
  }
  if (oracleChoice.includes("chainlink")) {
    throw new Error(
      "Cannot replay with ORACLE=chainlink: signed reports are not recorded; use relay or none",
    );
  }
  if (startMs < FIVE_MINUTE_TWAP_60_FROM_SEC * 1_000) {
    throw new Error(
      "Cannot replay from so early: start at or after " +
        `${toIsoSeconds(FIVE_MINUTE_TWAP_60_FROM_SEC)}, when windows began to use the 60 s average`,
    );
  }
  const delayMs = makePublishDelay(seed);
  const loaded = await loadRecordings(files, { recorded: recordedPoints, delayMs });
  if (Result.isFailure(loaded)) throw new Error(loaded.failure);
  const { recordings, digest } = loaded.success;
  const days = recordings.map(({ days, firstSec }) =>
    (dayOf(startMs / 1_000) - dayOf(firstSec)) % days
  );
  const world = Bun.SHA256.hash(`${digest} ${days}`, "hex").slice(0, SUFFIX_CHARS);
  return { recordedPoints, recordings, worldSuffix: Option.some(`replay_${world}`) };
}
