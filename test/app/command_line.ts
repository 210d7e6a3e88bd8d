/** The command line as tests start it. @module */
import process from "node:process";
import { Option } from "effect";
import { calledText } from "../../app/wiring/own_command.ts";

/** The command line as one program, which the suite makes. */
const BINARY = Bun.env["TEST_BINARY"];

const ROOT = new URL("../../", import.meta.url).pathname;
const SOURCE = `${ROOT}app/strikeline.ts`;

/** `strikeline`: from its sources or, as that loads faster, from the one program of the suite. */
export const COMMAND_LINE: ReadonlyArray<string> = BINARY === undefined
  ? [process.execPath, "run", SOURCE]
  : [BINARY];

/** How its messages write a command. */
export function calledAs(words: string): string {
  return BINARY === undefined
    ? calledText({
      environment: {},
      argv: [process.execPath, SOURCE],
      argv0: process.execPath,
      execPath: process.execPath,
      folder: ROOT,
      npxPackage: Option.none(),
    }, words)
    : `${BINARY} ${words}`;
}
