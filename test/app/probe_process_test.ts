import { describe, expect, test } from "bun:test";
import { COMMAND_LINE, COMMAND_NAME } from "./command_line.ts";
import { NOWHERE } from "./nowhere.ts";
import { runToEnd } from "./run_to_end.ts";

const run = (...args: ReadonlyArray<string>) =>
  runToEnd([...COMMAND_LINE, "probe", ...args], { settings: NOWHERE });

describe("bun run probe", () => {
  test(
    "exits with 2 when no provider is reached, and prints only JSON with --json",
    async () => {
      const { code, printed } = await run("--json");
      const rows = JSON.parse(printed) as ReadonlyArray<Record<string, unknown>>;
      expect(rows.length).toBeGreaterThan(10);
      expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["off", "unreachable"]));
      for (const row of rows) {
        expect(Object.keys(row)).toEqual(["provider", "outcome", "ms", "question", "answer"]);
      }
      expect(code).toBe(2);
    },
    300_000,
  );

  test("prints its usage and its exit codes", async () => {
    const { code, printed } = await run("--help");
    expect(code).toBe(0);
    expect(printed).toContain("--json");
    for (const exit of ["0:", "1:", "2:", "64:"]) expect(printed).toContain(exit);
  });

  test.each(["--jsn", "kalshi"])("does not take %s for a finding", async (word) => {
    const { code, printed, logged } = await run(word);
    expect(code).toBe(64);
    expect(printed).toBe("");
    expect(logged).toContain(word);
    expect(logged).toContain(`Usage: ${COMMAND_NAME} probe`);
  });
});
