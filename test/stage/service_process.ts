/**
 * A sandbox as a process, which takes signals and comes back at the same address.
 *
 * @module
 */
import process from "node:process";
import { COMMAND_LINE } from "../app/command_line.ts";
import { freePort } from "../free_port.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const LOG_CHARS_MAX = 100_000;
/** What it prints once it serves. */
const SERVES = "service  ";

/** A service that dies and comes back. */
export interface ServiceProcess {
  readonly url: string;
  /** Resolves once it serves. */
  readonly start: () => Promise<void>;
  readonly signal: (signal: "SIGKILL" | "SIGSTOP" | "SIGCONT" | "SIGTERM") => void;
  /** The exit code of its present life, once that ends; 0 before its first. */
  readonly ended: () => Promise<number>;
  readonly pid: () => number;
  /** The end of what it printed and logged in its present life. */
  readonly logged: () => string;
}

/** Reserves a port for a sandbox with these settings alone, and starts nothing yet. */
export async function makeServiceProcess(
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  let child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
  let log = "";
  const read = async (from: ReadableStream<Uint8Array>, look: () => unknown = () => {}) => {
    const decoder = new TextDecoder();
    for await (const chunk of from) {
      log = (log + decoder.decode(chunk, { stream: true })).slice(-LOG_CHARS_MAX);
      look();
    }
  };
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      const started = Bun.spawn([...COMMAND_LINE, "sandbox"], {
        cwd: ROOT,
        env: { PATH, HOME, ...settings, PORT: String(port) },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      child = started;
      const serving = Promise.withResolvers<void>();
      log = "";
      const printing = read(started.stdout, () => log.includes(SERVES) && serving.resolve());
      void Promise.all([printing, read(started.stderr)]).then(() =>
        serving.reject(new Error(`a service ended before it served: ${log}`))
      );
      await serving.promise;
    },
    signal: (signal) => child?.kill(signal),
    ended: async () => await child?.exited ?? 0,
    pid: () => child?.pid ?? 0,
    logged: () => log,
  };
}
