/**
 * Starts a service as a process: prints errors in plain lines, and stops gracefully.
 *
 * @module
 */
import { Result } from "effect";
import { troubleOf } from "../../adapters/postgres/engine/store_trouble.ts";
import { type SettingsResult } from "../settings/settings.ts";
import { onEndSignal } from "./end_signal.ts";
import { type Service } from "./service.ts";

/** The time for requests in flight to end: a range with its outcomes takes up to 40 s. */
const STOP_TIMEOUT_MS = 45_000;

/** Returns what was read. Exits with 1 and a line for each wrong setting if any is. */
export function valueOrExit<A>(result: SettingsResult<A>): A {
  if (Result.isSuccess(result)) return result.success;
  for (const complaint of result.failure) console.error(complaint);
  process.exit(1);
}

/** Runs until SIGTERM or SIGINT, then finishes the requests in flight and exits with 0. */
export async function runUntilSignal<Running extends Pick<Service, "stop">>(
  start: () => Promise<Running>,
): Promise<Running> {
  try {
    const service = await start();
    onEndSignal(() => void stop(service));
    return service;
  } catch (error) {
    console.error(startReason(error));
    process.exit(1);
  }
}

async function stop(service: Pick<Service, "stop">): Promise<void> {
  const deadline = Bun.sleep(STOP_TIMEOUT_MS).then(() => "late");
  const outcome = await Promise.race([service.stop(), deadline]);
  if (outcome === "late") console.error("Cannot wait any longer for requests in flight");
  process.exit(outcome === "late" ? 1 : 0);
}

/** What keeps a server from listening, by the system's code. */
const LISTEN_REASON: ReadonlyMap<unknown, string> = new Map([
  ["EADDRINUSE", "the port is in use; set PORT to another"],
  ["EACCES", "this user may not use the port; set PORT to 1024 or more"],
]);

/** Returns the error's message, or a clearer one for what the system refuses to a service. */
export function startReason(error: unknown): string {
  if (!(error instanceof Error)) return `Cannot start: ${String(error)}`;
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  switch (syscall) {
    case "listen":
      // A name that nobody knows is ENOENT or EINVAL, an address of elsewhere EADDRNOTAVAIL.
      return `Cannot listen: ${
        LISTEN_REASON.get(code) ??
          "HOST is not an address of this machine; set it to one, such as 127.0.0.1 or 0.0.0.0"
      }`;
    case "mkdir":
      return `Cannot create a folder under DATA_DIR: ${troubleOf(error) ?? error.message}`;
    default:
      return error.message;
  }
}
