/**
 * A sandbox as a process that can be killed and restarted on the same port.
 *
 * @module
 */
import { COMMAND_LINE } from "../app/command_line.ts";
import { environmentOf } from "../app/environment.ts";
import { freePort } from "../free_port.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** A service that is killed and restarted. */
export interface DayProcess {
  readonly url: string;
  /** Resolves once it answers. */
  readonly start: () => Promise<void>;
  /** Kills it without warning, like a power loss. */
  readonly kill: () => Promise<void>;
}

/** Reserves a free port, and starts nothing yet. */
export async function makeDayProcess(
  settings: Readonly<Record<string, string>>,
): Promise<DayProcess> {
  const port = await freePort();
  let child: Bun.Subprocess<"ignore", "pipe", "ignore"> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      child = Bun.spawn([...COMMAND_LINE, "sandbox"], {
        cwd: ROOT,
        env: environmentOf({ ...settings, PORT: String(port) }),
        stdin: "ignore",
        stdout: "pipe",
        stderr: "ignore",
      });
      let text = "";
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.includes("Simulated providers")) return;
      }
      throw new Error(`the sandbox ended before it served: ${text}`);
    },
    kill: async () => {
      child?.kill("SIGKILL");
      await child?.exited;
    },
  };
}
