/** A sandbox as a process, which takes signals and comes back at the same address. @module */
import process from "node:process";
import { COMMAND_LINE } from "../app/command_line.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const LOG_CHARS_MAX = 100_000;
/** What it prints once it serves. */
const SERVES = /service +http:\S+:(\d+)\s/;
/** Somebody else's socket may have taken the port meanwhile, for a moment. */
const TAKEN = /port \d+ is taken/;
const TRIES_MAX = 20;

/** A service that dies and comes back. */
export interface ServiceProcess {
  readonly settings: Readonly<Record<string, string>>;
  /** Where it answers, once it has started; a copy made before does not know. */
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

/** Makes a service with these settings alone, which is not started yet. */
export function makeServiceProcess(settings: Readonly<Record<string, string>>): ServiceProcess {
  const { PATH = "", HOME = "" } = process.env;
  let port = "0";
  let child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
  let log = "";
  const read = async (from: ReadableStream<Uint8Array>, look: () => void) => {
    const decoder = new TextDecoder();
    for await (const chunk of from) {
      log = (log + decoder.decode(chunk, { stream: true })).slice(-LOG_CHARS_MAX);
      look();
    }
  };
  /** The port that it serves at; nothing if it ended before. */
  const startOnce = async (): Promise<string | undefined> => {
    const started = Bun.spawn([...COMMAND_LINE, "sandbox"], {
      cwd: ROOT,
      env: { PATH, HOME, ...settings, PORT: port },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    child = started;
    log = "";
    const serving = Promise.withResolvers<string | undefined>();
    const look = () => {
      const said = SERVES.exec(log)?.[1];
      if (said !== undefined) serving.resolve(said);
    };
    void Promise.all([read(started.stdout, look), read(started.stderr, look)])
      .then(() => serving.resolve(undefined));
    return await serving.promise;
  };
  return {
    settings,
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    start: async () => {
      for (let tries = 1;; tries++) {
        const said = await startOnce();
        if (said !== undefined) return void (port = said);
        if (tries < TRIES_MAX && TAKEN.test(log)) continue;
        throw new Error(`a service ended before it served: ${log}`);
      }
    },
    signal: (signal) => child?.kill(signal),
    ended: async () => await child?.exited ?? 0,
    pid: () => child?.pid ?? 0,
    logged: () => log,
  };
}
