/**
 * Runs a command to its end as a user does: as a process, with settings and standard input.
 *
 * @module
 */
import { environmentOf, type Settings } from "./environment.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly logged: string;
}

/** Runs a command; only the given settings reach it. */
export async function runToEnd(
  command: ReadonlyArray<string>,
  { settings = {}, stdin = "", cwd = ROOT }: {
    readonly settings?: Settings;
    readonly stdin?: string | Uint8Array;
    readonly cwd?: string;
  } = {},
): Promise<Ended> {
  const child = Bun.spawn([...command], {
    cwd,
    env: environmentOf(settings),
    stdin: typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, logged, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, printed, logged };
}
