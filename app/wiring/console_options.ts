/**
 * What the console's routes are told about the service: its world and its settings.
 *
 * @module
 */
import { Option } from "effect";
import type { ConsoleOptions } from "../../adapters/http/console/console_options.ts";
import { DEMO_EMAIL } from "../sandbox/demo_identity.ts";
import type { ServerSettings } from "../settings/server_settings.ts";
import type { WorldName } from "./world_folder.ts";

/** Returns it. `speed` is how many times faster the service's clock runs than the machine's. */
export function consoleOptions(
  world: WorldName,
  { server, speed }: { readonly server: ServerSettings; readonly speed: number },
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
  };
}
