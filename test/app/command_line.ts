/** The command line as tests start it. @module */
import process from "node:process";

/** The command line as one program, which the suite makes. */
const BINARY = Bun.env["TEST_BINARY"];

/** `strikeline`: from its sources or, as that loads faster, from the one program of the suite. */
export const COMMAND_LINE: ReadonlyArray<string> = BINARY === undefined
  ? [process.execPath, "run", new URL("../../app/strikeline.ts", import.meta.url).pathname]
  : [BINARY];

/** How its messages name it. */
export const COMMAND_NAME = BINARY === undefined ? "bun run" : "strikeline";
