/**
 * The settings of the recording of what providers send.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { setting, text, whole } from "./setting_reader.ts";

/** Where to record, and how much is kept. */
export interface RecordingSettings {
  /** None: nothing is recorded. */
  readonly folder: Option.Option<string>;
  readonly bytesMax: number;
}

const GB = 1_000_000_000;

/** Reads them. */
export const readRecordingSettings: Effect.Effect<RecordingSettings> = Effect.all({
  folder: text("RECORD_DIR"),
  bytesMax: Effect.map(
    setting("RECORD_MAX_GB", { ...whole(1, 1_000_000), fallback: 100 }),
    (count) => count * GB,
  ),
});
