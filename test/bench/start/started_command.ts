/**
 * A command that serves, from its start to its first answer.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { freePort } from "../../free_port.ts";
import { cpuTimeUs } from "../cpu_time.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const HEALTH = "/health";
const POLL_MS = 2;
const TIMEOUT_MS = 60_000;

/** How a command is started. */
export interface Launch {
  readonly command: ReadonlyArray<string>;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A command that has answered. */
export interface StartedCommand {
  /** From the start of the process to the answer. */
  readonly startMs: number;
  /** Of all its threads until then. */
  readonly startCpuMs: number;
  readonly cpuMs: () => number;
  readonly residentMb: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts a command on a free port, and waits until its health check is answered with 200. */
export async function startCommand({ command, settings = {} }: Launch): Promise<StartedCommand> {
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const began = performance.now();
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { PATH, HOME, LOG_LEVEL: "error", PORT: String(port), ...settings },
    stdout: "ignore",
    stderr: "inherit",
  });
  const cpuMs = () => (cpuTimeUs(child.pid) ?? NaN) / 1000;
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  while (!await answers(`http://127.0.0.1:${port}${HEALTH}`)) {
    const isLate = performance.now() - began > TIMEOUT_MS;
    if (isLate) child.kill("SIGKILL");
    if (isLate || child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${command.join(" ")} does not answer`);
    }
    await Bun.sleep(POLL_MS);
  }
  const startMs = performance.now() - began;
  return { startMs, startCpuMs: cpuMs(), cpuMs, residentMb: () => residentMb(child.pid), stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}

/** Linux counts it in units of 1024 bytes. */
function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) * 1024 / 1e6;
}
