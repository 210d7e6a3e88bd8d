/**
 * Reads the coverage of a day in a process of its own: a large day takes minutes of a core, which a
 * service that places orders does not have.
 *
 * @module
 */
import { setPriority } from "node:os";
import process from "node:process";

/** A day of which nothing is told after this time is given up. */
const LONGEST_MS = 20 * 60_000;
const CHARS_MAX = 32 * 1_048_576;
const LOW_PRIORITY = 10;

/** What the command line is started with: of a binary it is the binary itself. */
function ownCommand(): ReadonlyArray<string> {
  const isBinary = Bun.main.startsWith("/$bunfs/") || /^\w:[\\/]~BUN/.test(Bun.main);
  return isBinary ? [process.execPath] : [process.execPath, Bun.main];
}

/** Returns the line of JSON that `coverage DIR DAY --json` prints. Rejects where it cannot. */
export async function coverageLine(folder: string, day: string): Promise<string> {
  const { ASSETS = "" } = Bun.env;
  const child = Bun.spawn([...ownCommand(), "coverage", folder, day, "--json"], {
    // Nothing that a service has of its keys.
    env: { ASSETS },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const kill = () => child.kill();
  process.once("exit", kill);
  const timer = setTimeout(kill, LONGEST_MS);
  try {
    setPriority(child.pid, LOW_PRIORITY);
  } catch {
    // It has ended, or this system has no priorities.
  }
  try {
    let text = "";
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.length > CHARS_MAX) throw new Error("it has too many gaps to be shown");
    }
    if (await child.exited !== 0) throw new Error("it cannot be read; see the command coverage");
    return text;
  } finally {
    clearTimeout(timer);
    process.off("exit", kill);
    kill();
  }
}
