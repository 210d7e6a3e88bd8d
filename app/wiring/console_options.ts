/**
 * What the console's routes are told about the service: its world and its settings.
 *
 * @module
 */
import { resolve } from "node:path";
import { Option } from "effect";
import type { ConsoleOptions } from "../../adapters/http/console/console_options.ts";
import { DEMO_EMAIL } from "../sandbox/demo_identity.ts";
import { coverageLine } from "../recording/coverage_process.ts";
import { makeRecordedDays } from "../recording/recorded_days.ts";
import type { Settings } from "../settings/settings.ts";
import type { WorldName } from "./world_folder.ts";

/** Returns it. `speed` is how many times faster the service's clock runs than the machine's. */
export function consoleOptions(
  world: WorldName,
  { server, recording, speed }: Pick<Settings, "server" | "recording"> & {
    readonly speed: number;
  },
): ConsoleOptions {
  const { signUp, keyedQuota, hasTlsInFront, trustProxies } = server;
  const isLive = world === "live";
  return {
    keyMode: isLive ? "live" : "test",
    sandbox: isLive ? null : { speed, seed: Number(world.slice("sandbox_".length)) },
    // A sandbox has its demo account from the start, and nothing to protect.
    isSignUpOpen: Option.getOrElse(signUp, () => isLive ? "closed" : "open") === "open",
    demoEmail: isLive ? Option.none() : Option.some(DEMO_EMAIL),
    keyedQuota,
    hasTlsInFront,
    trustProxies,
    recordedDays: Option.getOrUndefined(
      Option.map(
        recording.folder,
        (folder) =>
          makeRecordedDays({ folder: resolve(folder), lineOf: coverageLine, nowMs: Date.now }),
      ),
    ),
  };
}
