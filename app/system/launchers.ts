/**
 * What started this process and is not to be outlived by it, such as npx: which that is, and when
 * it has ended.
 *
 * A launcher that is killed tells nobody. What it had started would go on without it, hold its port
 * and be found by no one.
 *
 * @module
 */
import process from "node:process";
import { isRunning, readProcess, type SystemProcess } from "./system_process.ts";

/** Starts a command, waits for it, and ends as it does. */
const LAUNCHER = new RegExp(
  "^(\\S*/)?(" + [
    "(npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx)( |$)",
    "bun(\\.exe)?( -\\S+)* (run|x|start|sandbox)( |$)",
    "(node|bun)(\\.exe)?( -\\S+)* \\S*/(npm-cli|npx-cli|pnpm|yarn|strikeline)(\\.[cm]?js)?( |$)",
  ].join("|") + ")",
);
const SHELL = /^(\S*\/)?-?((ba|da|a|c|k|mk|tc|z|fi)?sh|busybox|nu|pwsh)( |$)/;
/** A shell that runs one line, as npm starts the command of a script. */
const SHELL_LINE = /^\S+ -\w*c /;

/**
 * Returns the processes that `own` ends with, its parent first.
 *
 * - Launchers, one above the other, and the shells in which they run a line.
 * - The program that has started these, such as a bot or a test.
 *
 * A person's shell and a script may end: both can start what goes on. So may whatever has put its
 * child into a group or session of its own, as terminals, service managers and `setsid` do.
 */
export function launchersOf(
  own: SystemProcess,
  read: (pid: number) => SystemProcess | undefined = readProcess,
): ReadonlyArray<SystemProcess> {
  const above: SystemProcess[] = [];
  let counted = 0;
  for (;;) {
    const next = read((above.at(-1) ?? own).parentPid);
    if (next === undefined || next.pid <= 1 || next.groupPid !== own.groupPid) break;
    above.push(next);
    if (LAUNCHER.test(next.command)) {
      counted = above.length;
      continue;
    }
    if (SHELL.test(next.command)) {
      if (SHELL_LINE.test(next.command)) continue;
      break;
    }
    // A shell in between would have a reason to end first.
    if (counted === above.length - 1) counted = above.length;
    break;
  }
  return above.slice(0, counted);
}

/** Returns the processes that this one ends with. None where the system does not tell. */
export function ownLaunchers(): ReadonlyArray<SystemProcess> {
  const own = readProcess(process.pid);
  return own === undefined ? [] : launchersOf(own);
}

/** Looking costs 30 us. */
const LOOK_EVERY_MS = 250;

/** What a watch needs of the world. */
export interface LauncherWatch {
  readonly isRunning: (pid: number) => boolean;
  /** Calls back again and again, until the function that it returns is called. */
  readonly every: (ms: number, look: () => void) => () => void;
}

/** Calls back once, with the first of the processes that has ended. */
export function whenOneEnds(
  launchers: ReadonlyArray<SystemProcess>,
  ended: (launcher: SystemProcess) => void,
  { isRunning: runs, every }: LauncherWatch = { isRunning, every: everyMs },
): void {
  if (launchers.length === 0) return;
  const forget = every(LOOK_EVERY_MS, () => {
    const gone = launchers.find(({ pid }) => !runs(pid));
    if (gone === undefined) return;
    forget();
    ended(gone);
  });
}

/** Keeps no process alive. */
function everyMs(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms);
  timer.unref();
  return () => clearInterval(timer);
}
