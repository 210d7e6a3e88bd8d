/** Whether a process still runs. @module */
import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import process from "node:process";
import { until } from "../until.ts";
import { countHandles, hasEnded } from "./process_reading.ts";

const withProc = test.skipIf(!existsSync("/proc/self/fd"));

test("a process has ended once nobody has its number", async () => {
  expect(hasEnded(process.pid)).toBe(false);
  const child = Bun.spawn(["true"]);
  await child.exited;
  expect(hasEnded(child.pid)).toBe(true);
});

withProc("and before its parent asks how it ended", async () => {
  const parent = Bun.spawn(["sh", "-c", "sleep 0.2 & echo $!; exec sleep 600"], { stdout: "pipe" });
  afterAll(() => parent.kill());
  const { value } = await parent.stdout.getReader().read();
  const pid = Number(new TextDecoder().decode(value));
  await until(() => hasEnded(pid));
  expect(() => process.kill(pid, 0)).not.toThrow();
});

withProc("what a process has open is counted, or not known", () => {
  expect(countHandles(process.pid)).toBeGreaterThan(2);
  expect(countHandles(2 ** 30)).toBeNaN();
});
