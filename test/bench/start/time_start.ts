/**
 * A command that serves, from its start to its first answer.
 *
 * @module
 */
import process from "node:process";
import { freePort } from "../../free_port.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const POLL_MS = 2;
const TIMEOUT_MS = 60_000;

/** How a command is started. */
export interface Launch {
  readonly command: ReadonlyArray<string>;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts a command on a free port, waits until its health check is answered with 200, and stops it.
 * Returns the milliseconds from the start of the process to the answer.
 */
export async function timeStart({ command, settings = {} }: Launch): Promise<number> {
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const began = performance.now();
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { PATH, HOME, LOG_LEVEL: "error", PORT: String(port), ...settings },
    stdout: "ignore",
    stderr: "inherit",
  });
  try {
    while (!await answers(`http://127.0.0.1:${port}/health`)) {
      const isLate = performance.now() - began > TIMEOUT_MS;
      if (isLate || child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${command.join(" ")} does not answer`);
      }
      await Bun.sleep(POLL_MS);
    }
    return performance.now() - began;
  } finally {
    child.kill();
    await child.exited;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}
