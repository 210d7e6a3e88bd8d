import { expect, test } from "bun:test";
import process from "node:process";
import { isRunning } from "../../../app/system/system_process.ts";

/** What the system answers: a text, or the code of what it throws. */
function asked(signal: string | undefined, stat: { readonly text: string } | string) {
  const fail = (code: string) => {
    throw Object.assign(new Error(code), { code });
  };
  return {
    signal: () => signal === undefined || fail(signal),
    read: () => typeof stat === "string" ? fail(stat) : stat.text,
  };
}

const of = (state: string) => ({ text: `7 (a) ) program) ${state} 1 7 7 0 -1 4194304 ` });

test.each([
  ["sleeps", undefined, of("S"), true],
  ["waits to be reaped", undefined, of("Z"), false],
  ["is gone", "ESRCH", "ENOENT", false],
  ["is another user's", "EPERM", of("S"), true],
  ["is hidden, and another user's", "EPERM", "ENOENT", true],
  ["may not be looked at", undefined, "EACCES", true],
  ["cannot be looked at without a free descriptor", undefined, "EMFILE", true],
  ["runs where a system has no such files", undefined, "ENOENT", true],
  ["runs and has a line that is not understood", undefined, { text: "" }, true],
])("a process that %s", (_, signal, stat, runs) => {
  expect(isRunning(7, asked(signal, stat))).toBe(runs);
});

test("this process runs, and one that nobody has does not", () => {
  expect([isRunning(process.pid), isRunning(2 ** 22 + 1)]).toEqual([true, false]);
});
