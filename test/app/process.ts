/** Runs programs as users do: as processes, with settings in their environment. @module */
import { afterAll } from "bun:test";
import { COMMAND_LINE } from "./command_line.ts";
import { environmentOf, type Settings } from "./environment.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** A process that was started, and what it has printed so far. */
export interface Running {
  readonly pid: number;
  readonly printed: () => string;
  readonly logged: () => string;
  readonly kill: (signal?: NodeJS.Signals) => void;
  /** The exit code, once everything that it wrote has been read. */
  readonly exited: Promise<number>;
  /** Waits until the pattern is printed, and gives its first group; rejects if it never can be. */
  readonly waitFor: (pattern: RegExp) => Promise<string>;
  /** The same of what it logs. */
  readonly waitForLog: (pattern: RegExp) => Promise<string>;
}

/** Starts a program; only these settings reach it. It is gone after the tests at the latest. */
export function startProgram(
  command: ReadonlyArray<string>,
  { settings = {}, cwd = ROOT }: { readonly settings?: Settings; readonly cwd?: string } = {},
): Running {
  const child = Bun.spawn([...command], {
    cwd,
    env: environmentOf(settings),
    stdout: "pipe",
    stderr: "pipe",
  });
  afterAll(() => child.kill("SIGKILL"));
  const [printed, logged] = [collect(child.stdout), collect(child.stderr)];
  const waitIn = (output: typeof printed) => async (pattern: RegExp) => {
    const found = await output.waitFor(pattern);
    if (found !== undefined) return found;
    throw new Error(`never came: ${pattern}\n${printed.text()}${logged.text()}`);
  };
  return {
    pid: child.pid,
    printed: printed.text,
    logged: logged.text,
    kill: (signal) => child.kill(signal),
    exited: Promise.all([child.exited, printed.ended, logged.ended]).then(([code]) => code),
    waitFor: waitIn(printed),
    waitForLog: waitIn(logged),
  };
}

/** Starts `strikeline {command}`. */
export function startProcess(command: string, settings: Settings, args: string[] = []): Running {
  return startProgram([...COMMAND_LINE, command, ...args], { settings });
}

function collect(stream: ReadableStream<Uint8Array>) {
  let [text, isOver] = ["", false];
  let news = Promise.withResolvers<void>();
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      tell();
    }
    isOver = true;
    tell();
  })();
  const waitFor = async (pattern: RegExp): Promise<string | undefined> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) return found[1] ?? "";
      if (isOver) return undefined;
      await news.promise;
    }
  };
  return { text: () => text, ended, waitFor };
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
