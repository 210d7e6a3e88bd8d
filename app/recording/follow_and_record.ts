/**
 * Follows every window of some series, and records what the providers send.
 *
 * It is a process of its own: it stores nothing else, and is no part of a fleet.
 *
 * @module
 */
import { Layer, Option } from "effect";
import type { Interval } from "../../core/market/mod.ts";
import type { RecordingReport } from "../../core/port/recording.ts";
import { readEnvironment, readSettings } from "../settings/settings.ts";
import { runUntilSignal, valueOrExit } from "../wiring/process.ts";
import { layerService } from "../wiring/service.ts";
import { IN_MEMORY } from "../wiring/world_folder.ts";
import { startFollowing } from "./start_following.ts";

/** A terminal's line is redrawn; anything else gets a line a minute. */
const TOLD_MS = process.stdout.isTTY ? 1_000 : 60_000;

/** Records until a signal, and says how far it is. */
export async function followAndRecord(
  { folder, intervals, isDetached }: {
    readonly folder: string;
    readonly intervals: ReadonlyArray<Interval>;
    readonly isDetached: boolean;
  },
): Promise<undefined> {
  const settings = valueOrExit(readEnvironment(Bun.env, readSettings));
  await runUntilSignal(async () => {
    const storage = { ...settings.storage, databaseUrl: Option.none(), redisUrl: Option.none() };
    const recording = { ...settings.recording, folder: Option.some(folder) };
    const layer = layerService({
      settings: { ...settings, recording, storage },
      store: { world: "live", folder: IN_MEMORY },
      clock: Layer.empty,
    });
    const { report, stop } = await startFollowing(layer, intervals);
    const telling = setInterval(() => tell(report()), TOLD_MS);
    return {
      stop: async () => {
        clearInterval(telling);
        await stop();
        tell(report());
        if (process.stdout.isTTY) process.stdout.write("\n");
      },
    };
  }, { isDetached });
  // From here on a signal ends it in order.
  console.log(`Recording into ${folder}`);
  return undefined;
}

const MB = 1_000_000;

function tell(report: RecordingReport | undefined): void {
  if (report === undefined) return;
  const { kept, dropped, bytes, failure } = report;
  const text = `${kept} kept, ${dropped} dropped, ${(bytes / MB).toFixed(1)} MB` +
    (failure === undefined ? "" : `, cannot write: ${failure}`);
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}
