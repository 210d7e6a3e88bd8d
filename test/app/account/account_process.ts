/**
 * Runs `account` as an operator does: as a process, with settings and standard input.
 *
 * @module
 */
import { COMMAND_LINE } from "../command_line.ts";
import { environmentOf, type Settings } from "../environment.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly noted: string;
}

/** Runs a command to its end; only the given settings reach it. */
export async function account(line: string, { settings, stdin = "" }: {
  readonly settings: Settings;
  readonly stdin?: string;
}): Promise<Ended> {
  const child = Bun.spawn([...COMMAND_LINE, "account", ...line.split(" ")], {
    cwd: ROOT,
    env: environmentOf(settings),
    stdin: new TextEncoder().encode(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, noted, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, printed, noted };
}
