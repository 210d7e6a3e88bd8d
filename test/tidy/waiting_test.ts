/** No test waits for time: what waits for facts cannot fail on a busy machine. @module */
import { expect, test } from "bun:test";
import { Glob } from "bun";

/**
 * Trials need real time, benches and the suite measure it, one file looks at facts again and again,
 * and one is the clock that tests of sockets move.
 */
const MAY_WAIT = /^test\/(trials|bench|suite)\/|^test\/(until|adapters\/outbound\/moved_time)\.ts$/;

/** What waits for wall time, or compares with it. */
const WAITING: ReadonlyArray<RegExp> = [
  /\bBun\.sleep(Sync)?\(/,
  /\bsetTimeout\(/,
  /(?<![.\w])sleep\(/,
  /\btime\.sleep\(/,
  /\basyncio\.sleep\((?!0\))/,
  /node:timers/,
  /\bAbortSignal\.timeout\(/,
  /deadline\w* *= *(performance|Date)\.now\(\)/i,
  /(performance|Date)\.now\(\) *[-<>]/,
  /\bSANDBOX_SPEED: *"(?!1")[1-9]/,
];

const paths = [...new Glob("test/**/*.{ts,tsx,py}").scanSync(".")]
  .filter((path) => !MAY_WAIT.test(path) && path !== "test/tidy/waiting_test.ts");

test("no test but trials and benches waits for time or is judged by it", async () => {
  const offences = await Promise.all(paths.map(async (path) => {
    const lines = (await Bun.file(path).text()).split("\n");
    return lines.flatMap((line, i) =>
      /^ *(\/\/|\/?\*|#)/.test(line) || !WAITING.some((waiting) => waiting.test(line))
        ? []
        : [`${path}:${i + 1}: ${line.trim()}`]
    );
  }));
  expect(paths.length).toBeGreaterThan(500);
  expect(offences.flat()).toEqual([]);
});
