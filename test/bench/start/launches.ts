/**
 * The commands whose start and idle life are measured, as users start them.
 *
 * @module
 */
import process from "node:process";
import { NOWHERE } from "../../app/nowhere.ts";
import type { Launch } from "./started_command.ts";

/** A process that serves and does nothing else. */
export const BARE: Launch = {
  command: [process.execPath, "run", "test/bench/start/bare_start.ts"],
};

/** The command line from its sources. */
export const SOURCES: ReadonlyArray<string> = [process.execPath, "run", "app/strikeline.ts"];

/** A program of the command line, and where it stores. */
interface LaunchChoice {
  readonly program?: ReadonlyArray<string>;
  readonly settings: Readonly<Record<string, string>>;
}

/** Live mode. No provider can be reached: what they answer is not its own doing. */
export function live({ program = SOURCES, settings }: LaunchChoice): Launch {
  return { command: [...program, "start"], settings: { ...NOWHERE, ...settings } };
}

/** A sandbox with every game of its season. */
export function sandbox({ program = SOURCES, settings }: LaunchChoice): Launch {
  return { command: [...program, "sandbox"], settings };
}
