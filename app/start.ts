/**
 * Starts a service as a process: says what is wrong with it in plain lines, and stops gracefully.
 *
 * @module
 */
import { Result } from "effect";
import { type ConfigResult } from "./config.ts";
import { type Service } from "./service.ts";

/** What is under way may take this long to end: a range with its outcomes takes up to 40 s. */
const STOP_TIMEOUT_MS = 45_000;

/** The configuration; a wrong one ends the process with a line for each setting. */
export function configOrExit<Config>(result: ConfigResult<Config>): Config {
  if (Result.isSuccess(result)) return result.success;
  for (const complaint of result.failure) console.error(complaint);
  process.exit(1);
}

/** Runs until SIGTERM or SIGINT, then lets what is under way end and exits with 0. */
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
  if (outcome === "late") console.error("Cannot wait any longer for what is under way");
  process.exit(outcome === "late" ? 1 : 0);
}

/** The failure's own sentence. A port that is taken is the one an operator meets most. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `Cannot start: ${String(error)}`;
  const { code } = error as { readonly code?: unknown };
  if (code === "EADDRINUSE") return "Cannot listen: the port is taken; set PORT to another";
  if (code === "EINVAL" || code === "EADDRNOTAVAIL") {
    return "Cannot listen: HOST is no address of this machine";
  }
  const isFolder = (error as { readonly syscall?: unknown }).syscall === "mkdir";
  return isFolder ? `Cannot make a folder under DATA_DIR: ${error.message}` : error.message;
}
