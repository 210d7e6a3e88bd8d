/**
 * Port: how far the recording of this process is.
 *
 * @module
 */
import { Context } from "effect";

/** Whether a process records, or another one of its fleet may do so. */
export const RECORDING_STATES = ["recording", "standing_by"] as const;

/** How far a recording is. */
export interface RecordingReport {
  readonly state: (typeof RECORDING_STATES)[number];
  /** The size of its folder, with older days. */
  readonly bytes: number;
  /** What was received and kept since the process started. */
  readonly kept: number;
  /** What was received and could not be kept. */
  readonly dropped: number;
  /** Why the last that could not be kept was not; undefined while everything is. */
  readonly failure: string | undefined;
  /** When what was kept last was received, in unix milliseconds; 0 before any. */
  readonly lastMs: number;
}

/** Returns how far it is; undefined of a process that records nothing. */
export const Recording = Context.Reference<() => RecordingReport | undefined>(
  "core/port/Recording",
  { defaultValue: () => () => undefined },
);
