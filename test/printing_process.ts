/** A process that prints a line once it is ready. @module */
import process from "node:process";

const ROOT = new URL("../", import.meta.url).pathname;

/** How a process is started. */
export interface PrintingOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** What it prints once it is ready; its first group is what it `said`. */
  readonly pattern: RegExp;
  /** A file for what it logs; it goes where this process's does without one. */
  readonly logFile?: string;
}

/** Starts a command in the repository's folder, and waits until it prints the pattern. */
export async function startPrinting(
  command: ReadonlyArray<string>,
  { settings = {}, pattern, logFile }: PrintingOptions,
) {
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { PATH, HOME, ...settings },
    stdout: "pipe",
    stderr: logFile === undefined ? "inherit" : Bun.file(logFile),
  });
  let text = "";
  const decoder = new TextDecoder();
  // It goes on to print: leaving a loop over the stream would close it.
  const reader = child.stdout.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} ended before it served: ${text}`);
    text += decoder.decode(value, { stream: true });
    const said = pattern.exec(text)?.[1];
    if (said === undefined) continue;
    return {
      said,
      pid: child.pid,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      stop: async () => {
        child.kill();
        await child.exited;
      },
    };
  }
}
