/**
 * What the operating system says of a process: Linux in /proc, others by `ps`.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";

/** A process of this machine. */
export interface SystemProcess {
  readonly pid: number;
  readonly parentPid: number;
  /** The process group: what a shell with a terminal starts as one job is one. */
  readonly groupPid: number;
  /** Its program and arguments, with spaces between them, or the title that it gave itself. */
  readonly command: string;
}

/** Returns a process that has not ended; undefined too where the system does not tell. */
export function readProcess(pid: number): SystemProcess | undefined {
  return process.platform === "linux" ? ofProc(pid) : ofPs(pid);
}

/** How the system is asked. Both throw what it answers instead. */
export interface Asked {
  readonly signal: (pid: number, signal: 0) => unknown;
  readonly read: (path: string) => string;
}

const SYSTEM: Asked = {
  signal: (pid, signal) => process.kill(pid, signal),
  read: (path) => readFileSync(path, "utf8"),
};

/**
 * Whether a process is not known to have ended. One that only waits to be reaped has. One that
 * cannot be asked, as where this process may open no more files, is not known to have.
 */
export function isRunning(pid: number, { signal, read }: Asked = SYSTEM): boolean {
  try {
    signal(pid, 0);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ESRCH") return false;
  }
  const [, state = ""] = STAT.exec(textOf(`/proc/${pid}/stat`, read) ?? "") ?? [];
  return !ENDED.includes(state);
}

function ofProc(pid: number): SystemProcess | undefined {
  const stat = statOf(pid);
  const command = textOf(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim();
  return stat && command ? { pid, ...stat, command } : undefined;
}

/** The name of the program stands in parentheses, and may hold any character. */
const STAT = /^\d+ \(.*\) (\w) (\d+) (\d+) /s;
const ENDED = ["Z", "X"];

function statOf(pid: number): Pick<SystemProcess, "parentPid" | "groupPid"> | undefined {
  const [, state = "X", parentPid, groupPid] = STAT.exec(textOf(`/proc/${pid}/stat`) ?? "") ?? [];
  if (ENDED.includes(state)) return undefined;
  return { parentPid: Number(parentPid), groupPid: Number(groupPid) };
}

/** Undefined where there is no such file, or where it cannot be read. */
export function textOf(path: string, read = SYSTEM.read): string | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

function ofPs(pid: number): SystemProcess | undefined {
  const printed = printedBy("ps", ["-o", "ppid=,pgid=,command=", "-p", String(pid)]);
  const [, parentPid, groupPid, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(printed) ?? [];
  if (command === "") return undefined;
  return { pid, parentPid: Number(parentPid), groupPid: Number(groupPid), command };
}

/** The first of the signals, which are bits of a number. */
const HANG_UP = 1n;

/** Whether SIGHUP, which comes when a terminal is closed, is known to end this process. */
export function isHungUp(): boolean {
  const [, ignored] = /^SigIgn:\s*([\da-f]+)$/m.exec(textOf("/proc/self/status") ?? "") ?? [];
  return ignored !== undefined && (BigInt(`0x${ignored}`) & HANG_UP) === 0n;
}

/** The name of the program of a process, without what it was told, which may be secret. */
export function programOf({ command }: SystemProcess): string {
  // Bun as npm installs it has the ending everywhere.
  return basename(command.split(" ")[0] ?? "", ".exe");
}

const TIMEOUT_MS = 2_000;

/** What a program of the system prints; nothing where it is missing, fails or takes too long. */
export function printedBy(program: string, args: ReadonlyArray<string>): string {
  const { stdout } = spawnSync(program, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  return stdout ?? "";
}
