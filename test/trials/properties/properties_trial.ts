/** The properties of the core, from other seeds than the suite's. */
import { expect, test } from "bun:test";
import process from "node:process";
import { sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";

test("the properties of the core hold from any seed", async () => {
  const seed = trialSeed();
  const runs = sized({ short: 200, whole: 10_000 });
  const child = Bun.spawn([process.execPath, "test", "--timeout=3600000", "./test/core"], {
    env: { ...process.env, FC_SEED: String(seed), FC_RUNS: String(runs) },
    stdout: "ignore",
    stderr: "pipe",
  });
  const text = await new Response(child.stderr).text();
  const failures = text.split("\n").filter((line) => line.startsWith("(fail) "));
  const passed = Number(/^ *(\d+) pass$/m.exec(text)?.[1] ?? 0);
  tell({ done: `tests of the core from the seed ${seed}`, count: passed, wrong: failures.length });
  expect({ seed, failures, code: await child.exited }).toEqual({ seed, failures: [], code: 0 });
});
