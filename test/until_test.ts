/** The wait that tests have in common. @module */
import { expect, test } from "bun:test";
import { until } from "./until.ts";

test("a wait ends once it is so, at once or later", async () => {
  let looks = 0;
  await until(() => ++looks === 1);
  expect(looks).toBe(1);
  await until(() => Promise.resolve(++looks === 4), undefined, { everyMs: 1 });
  expect(looks).toBe(4);
});

test("a wait in vain says what for", async () => {
  const never = until(() => looksAt(7), undefined, { timeoutMs: 0, everyMs: 1 });
  expect(await never.catch(String)).toContain("Never came, in 0 ms: () => looksAt(7)");
  const named = until(() => false, "the second frame", { timeoutMs: 0 });
  expect(await named.catch(String)).toContain("Never came, in 0 ms: the second frame");
});

const looksAt = (_: number) => false;
