/**
 * The command line as tests start it.
 *
 * @module
 */
import process from "node:process";

/** `strikeline`: from its sources or, as that loads faster, from the one file of the suite. */
export const COMMAND_LINE: ReadonlyArray<string> = [
  process.execPath,
  "run",
  Bun.env["TEST_BUNDLE"] ?? new URL("../../app/strikeline.ts", import.meta.url).pathname,
];
