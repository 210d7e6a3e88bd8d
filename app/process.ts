/**
 * Starts a service as a process: prints errors in plain lines, and stops gracefully.
 *
 * @module
 */
import { Result } from "effect";
import { type SettingsResult } from "./settings/settings.ts";
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
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => void stop(service));
    }
    return service;
  } catch (error) {
    console.error(reasonOf(error));
    process.exit(1);
  }
}

async function stop(service: Pick<Service, "stop">): Promise<void> {
  const deadline = Bun.sleep(STOP_TIMEOUT_MS).then(() => "late");
  const outcome = await Promise.race([service.stop(), deadline]);
  if (outcome === "late") console.error("Cannot wait any longer for requests in flight");
  process.exit(outcome === "late" ? 1 : 0);
}

/** Returns the error's message, or a clearer one for common errors such as a port in use. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `Cannot start: ${String(error)}`;
  const { code } = error as { readonly code?: unknown };
  if (code === "EADDRINUSE") return "Cannot listen: the port is in use; set PORT to another";
  if (code === "EINVAL" || code === "EADDRNOTAVAIL") {
    return "Cannot listen: HOST is not an address of this machine";
  }
  const isFolder = (error as { readonly syscall?: unknown }).syscall === "mkdir";
  return isFolder ? `Cannot create a folder under DATA_DIR: ${error.message}` : error.message;
}
