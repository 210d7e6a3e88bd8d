/**
 * Ends a process in order at Ctrl-C, and when its terminal is closed.
 *
 * A terminal sends the signal to every process of a command, and `npx` and `bun run` pass theirs on
 * to the one that they started: it hears one Ctrl-C two or three times within a moment.
 *
 * @module
 */

import process from "node:process";
import { isHungUp } from "../system/system_process.ts";

/** Signals that come within this time are one. */
const ONE_SIGNAL_MS = 1_000;

/** The exit code that shells expect of what Ctrl-C ended. */
export const STOPPED_CODE = 130;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What this needs of `process`. */
export interface SignaledProcess {
  readonly on: (signal: (typeof SIGNALS)[number], heard: () => void) => unknown;
  readonly off: (signal: (typeof SIGNALS)[number], heard: () => void) => unknown;
  readonly exit: (code: number) => unknown;
}

/**
 * Calls `end` once, at the first SIGINT, SIGTERM or SIGHUP. Whoever sends another one a second
 * later does not want to wait for it: the process exits at once. SIGHUP is left alone where `nohup`
 * or the like has had it ignored, or the system does not tell.
 *
 * Returns what gives the signals back to the system.
 */
export function onEndSignal(
  end: () => void,
  { signaled = process, nowMs = () => performance.now(), hangsUp = isHungUp() }: {
    readonly signaled?: SignaledProcess;
    readonly nowMs?: () => number;
    readonly hangsUp?: boolean;
  } = {},
): () => void {
  let firstMs: number | undefined;
  const heeded = SIGNALS.filter((signal) => signal !== "SIGHUP" || hangsUp);
  const listeners = heeded.map((signal) => {
    const heard = () => {
      if (firstMs === undefined) {
        firstMs = nowMs();
        end();
      } else if (nowMs() - firstMs >= ONE_SIGNAL_MS) {
        signaled.exit(STOPPED_CODE);
      }
    };
    signaled.on(signal, heard);
    return () => signaled.off(signal, heard);
  });
  return () => {
    for (const off of listeners) off();
  };
}
