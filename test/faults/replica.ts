/**
 * One replica of a fleet as a process, which takes signals and comes back at the same address.
 *
 * @module
 */
import { COMMAND_LINE } from "../app/command_line.ts";
import { environmentOf, type Settings } from "../app/environment.ts";
import { freePort } from "../free_port.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const LOG_CHARS_MAX = 100_000;
const ALONE = "Counting requests in this process alone";

/** A replica that dies and comes back. */
export interface Replica {
  readonly url: string;
  /** Resolves once it serves. */
  readonly start: () => Promise<void>;
  readonly signal: (signal: "SIGKILL" | "SIGSTOP" | "SIGCONT" | "SIGTERM") => void;
  /** The exit code of its present life, once that ends. */
  readonly ended: () => Promise<number>;
  /** The end of what it logged. */
  readonly logged: () => string;
  /** How often, in all of its lives, it logged that it counts requests alone. */
  readonly timesAlone: () => number;
}

/** Reserves a port, and starts nothing yet. */
export async function makeReplica(settings: Settings): Promise<Replica> {
  const port = await freePort();
  let child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
  let log = "";
  let timesAlone = 0;
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      const started = Bun.spawn([...COMMAND_LINE, "sandbox"], {
        cwd: ROOT,
        env: environmentOf({ ...settings, PORT: String(port) }),
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      child = started;
      void (async () => {
        const decoder = new TextDecoder();
        let line = "";
        for await (const chunk of started.stderr) {
          const text = decoder.decode(chunk, { stream: true });
          log = (log + text).slice(-LOG_CHARS_MAX);
          const lines = (line + text).split("\n");
          line = lines.pop() ?? "";
          timesAlone += lines.filter((one) => one.includes(ALONE)).length;
        }
      })();
      const serving = Promise.withResolvers<void>();
      void (async () => {
        const decoder = new TextDecoder();
        let printed = "";
        for await (const chunk of started.stdout) {
          printed = (printed + decoder.decode(chunk, { stream: true })).slice(-LOG_CHARS_MAX);
          if (printed.includes("service  ")) serving.resolve();
        }
        serving.reject(new Error(`a replica ended before it served: ${printed}${log}`));
      })();
      await serving.promise;
    },
    signal: (signal) => child?.kill(signal),
    ended: async () => await child?.exited ?? 0,
    logged: () => log,
    timesAlone: () => timesAlone,
  };
}
