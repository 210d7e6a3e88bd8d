import { expect, test } from "bun:test";
import { withReason } from "../../../skip_reason.ts";
import { findPython } from "./python_interpreter.ts";
import { runLong } from "./run_long.ts";

const python = findPython();
const skip = python?.hasWebsockets === true
  ? undefined
  : "skipped: there is no Python with the package websockets here";

test.skipIf(skip !== undefined)(
  withReason("a Python bot misses and repeats nothing over cuts and a kill", skip),
  async () => {
    if (python === undefined) return;
    const verdict = await runLong({
      python,
      durationMs: 18_000,
      cutEveryMs: 3_000,
      killEveryMs: 10_000,
    });
    expect(verdict.complaints).toEqual([]);
    // Each of these would be missing if the bot had judged nothing.
    for (
      const name of [
        ...["cuts", "kills", "windows judged", "averages judged", "games"],
        ...["orders placed", "orders in the history"],
      ]
    ) {
      expect([name, verdict.figures[name] ?? 0]).not.toEqual([name, 0]);
    }
  },
  300_000,
);
