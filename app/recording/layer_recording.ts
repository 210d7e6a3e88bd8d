/**
 * Records what a service hears, for as long as it runs.
 *
 * @module
 */
import { basename, dirname, resolve } from "node:path";
import { Clock, Effect, Layer, Option, Schema } from "effect";
import { sleepMachineTime, Wiretap } from "../../adapters/outbound/mod.ts";
import { claimDirectory } from "../../adapters/postgres/engine/directory_claim.ts";
import { Recorder } from "../../adapters/recording/recorder.ts";
import { Recording } from "../../core/port/recording.ts";
import type { Settings } from "../settings/settings.ts";
import { feedOf, providerMsOf } from "./heard_feed.ts";
import { markGap } from "./mark_gap.ts";
import { FleetStanding, Standing } from "./fleet_standing.ts";
import { KeepPublished } from "./record_series.ts";

/** Stops the start. `detail` is one line for the operator. */
export class RecordingOff extends Schema.TaggedError<RecordingOff>()("RecordingOff", {
  detail: Schema.String,
}) {
  override get message(): string {
    return `Cannot record: ${this.detail}`;
  }
}

/** A block has at most so much of the machine's time: what a kill may cost. */
const BLOCK_MS = 1_000;

/**
 * Provides the recording; nothing where no folder is chosen. Fails where it cannot be written. A
 * replica of a fleet stands by: `recordInFleet` records.
 */
export function layerRecording(
  { recording: { folder, bytesMax }, storage: { redisUrl } }: Pick<
    Settings,
    "recording" | "storage"
  >,
) {
  if (Option.isNone(folder)) return Layer.empty;
  if (Option.isNone(redisUrl)) return layerRecorder({ folder: resolve(folder.value), bytesMax });
  const standing = new Standing();
  return Layer.merge(
    Layer.succeed(FleetStanding, standing),
    Layer.succeed(Recording, standing.report),
  );
}

const layerRecorder = (options: { readonly folder: string; readonly bytesMax: number }) =>
  Layer.unwrap(Effect.gen(function* () {
    const { folder } = options;
    const place = { parent: dirname(folder), name: basename(folder), setting: "RECORD_DIR" };
    yield* Effect.mapError(claimDirectory(place), ({ detail }) => new RecordingOff({ detail }));
    const clock = yield* Clock.Clock;
    const opening = Effect.tryPromise({
      try: () => Recorder.open(options),
      catch: (cause) => new RecordingOff({ detail: `cannot write to ${folder}: ${String(cause)}` }),
    });
    const recorder = yield* Effect.acquireRelease(
      opening,
      (opened) => Effect.promise(() => opened.close()),
    );
    const writing = Effect.andThen(
      sleepMachineTime(BLOCK_MS),
      Effect.promise(() => recorder.flush()),
    );
    yield* Effect.forkScoped(Effect.forever(writing));
    const nowMs = () => Math.floor(clock.currentTimeMillisUnsafe());
    markGap(recorder, folder, nowMs());
    return Layer.mergeAll(
      Layer.succeed(Wiretap, (heard) => {
        const feed = feedOf(heard);
        if (feed === undefined) return;
        recorder.keep({ ...heard, feed, atMs: nowMs(), providerMs: providerMsOf(feed, heard) });
      }),
      Layer.succeed(KeepPublished, (published) => {
        const told = { feed: "published", provider: "strikeline", providerMs: null } as const;
        recorder.keep({ ...told, ...published, atMs: nowMs() });
      }),
      Layer.succeed(Recording, () => recorder.state),
    );
  }));
