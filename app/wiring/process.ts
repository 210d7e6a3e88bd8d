/**
 * Starts a service as a process: prints errors in plain lines, and stops gracefully.
 *
 * @module
 */
import { Result } from "effect";
import { troubleOf } from "../../adapters/postgres/engine/store_trouble.ts";
import { type SettingsResult } from "../settings/settings.ts";
import { ownLaunchers, whenOneEnds } from "../system/launchers.ts";
import { PortTaken } from "../system/port_holder.ts";
import { programOf, type SystemProcess } from "../system/system_process.ts";
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

/**
 * Runs until SIGTERM or SIGINT, or until what has started the process ends, such as npx; then
 * finishes the requests in flight and exits with 0, or as `exitCode` says then. `isDetached`:
 * whatever has started it, and its terminal, may end.
 */
export async function runUntilSignal<Running extends Pick<Service, "stop">>(
  start: () => Promise<Running>,
  { isDetached, exitCode = () => 0 }: {
    readonly isDetached: boolean;
    readonly exitCode?: () => number;
  },
): Promise<Running> {
  const launchers = isDetached ? [] : ownLaunchers();
  if (isDetached) process.on("SIGHUP", () => {});
  // A terminal or pipe that is closed would end the process at its next line, in no order.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  try {
    const service = await start();
    let isEnding = false;
    const end = () => {
      if (!isEnding) void stop(service, exitCode());
      isEnding = true;
    };
    onEndSignal(end, isDetached ? { hangsUp: false } : {});
    whenOneEnds(launchers, (launcher) => {
      if (!isEnding) console.error(outlived(launcher));
      end();
    });
    return service;
  } catch (error) {
    console.error(await startReason(error));
    process.exit(1);
  }
}

function outlived(launcher: SystemProcess): string {
  return `Stopping: ${programOf(launcher)} (pid ${launcher.pid}), which has started this, has ` +
    "ended; with --detach it goes on";
}

async function stop(service: Pick<Service, "stop">, exitCode: number): Promise<void> {
  const deadline = Bun.sleep(STOP_TIMEOUT_MS).then(() => "late");
  const outcome = await Promise.race([service.stop(), deadline]);
  if (outcome === "late") console.error("Cannot wait any longer for requests in flight");
  process.exit(outcome === "late" ? 1 : exitCode);
}

/** What keeps a server from listening, by the system's code. */
const LISTEN_REASON: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "this user may not use the port; choose one of 1024 or more"],
]);

/** Returns the error's message, or a clearer one for what the system refuses to a service. */
export async function startReason(error: unknown): Promise<string> {
  if (error instanceof PortTaken) return await error.explain();
  if (!(error instanceof Error)) return `Cannot start: ${String(error)}`;
  const { code, syscall, address } = error as Error & Readonly<Record<string, unknown>>;
  switch (syscall) {
    case "listen":
      // A name that nobody knows is ENOENT or EINVAL, an address of elsewhere EADDRNOTAVAIL.
      return `Cannot listen: ${
        LISTEN_REASON.get(code) ??
          `HOST "${address}" is no address of this machine; set it to one, such as 127.0.0.1 ` +
            "or 0.0.0.0"
      }`;
    case "mkdir":
      return `Cannot create a folder under DATA_DIR: ${troubleOf(error) ?? error.message}`;
    default:
      return error.message;
  }
}
