/**
 * Runs the application as users do: as a process, with settings in its environment.
 *
 * @module
 */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_LINE } from "./command_line.ts";
import { environmentOf, type Settings } from "./environment.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** A process that was started, and what it has printed so far. */
export interface Running {
  readonly printed: () => string;
  readonly logged: () => string;
  readonly kill: (signal?: NodeJS.Signals) => void;
  readonly exited: Promise<number>;
  /** Waits until the pattern is printed, and gives its first group. */
  readonly waitFor: (pattern: RegExp) => Promise<string>;
}

/** Starts `strikeline {command}`; only the given settings reach it. */
export function startProcess(command: string, settings: Settings, args: string[] = []): Running {
  const child = Bun.spawn([...COMMAND_LINE, command, ...args], {
    cwd: ROOT,
    env: environmentOf(settings),
    stdout: "pipe",
    stderr: "pipe",
  });
  // A test that fails before it stops its processes leaves none running.
  afterAll(() => child.kill("SIGKILL"));
  const printed = collect(child.stdout);
  const logged = collect(child.stderr);
  const waitFor = async (pattern: RegExp) => {
    for (let tries = 0; tries < 5_000; tries++) {
      const found = pattern.exec(printed());
      if (found !== null) return found[1] ?? "";
      if (child.exitCode !== null || child.signalCode !== null) break;
      await Bun.sleep(50);
    }
    throw new Error(`never printed ${pattern}: ${printed()}${logged()}`);
  };
  return { printed, logged, kill: (signal) => child.kill(signal), exited: child.exited, waitFor };
}

function collect(stream: ReadableStream<Uint8Array>): () => string {
  let text = "";
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  })();
  return () => text;
}

/** A new folder, and how to remove it. */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), "strikeline-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A sandbox follows the games of one small league by default; "" means all. */
const FEW_GAMES = { LEAGUES: "wsl" };

/** Starts the sandbox on a free port and waits until it answers. */
export async function startSandbox(
  settings: Settings,
): Promise<Running & { readonly url: string }> {
  const running = startProcess("sandbox", { PORT: "0", ...FEW_GAMES, ...settings });
  return { ...running, url: await running.waitFor(/service +(http:\S+)/) };
}
