/** Runs `account` as an operator does. @module */
import { COMMAND_LINE } from "../../command_line.ts";
import type { Settings } from "../../environment.ts";
import { type Ended, runToEnd } from "../../run_to_end.ts";

/** Runs a command to its end; only the given settings reach it. */
export function account(
  line: string,
  input: { readonly settings: Settings; readonly stdin?: string },
): Promise<Ended> {
  return runToEnd([...COMMAND_LINE, "account", ...line.split(" ")], input);
}
