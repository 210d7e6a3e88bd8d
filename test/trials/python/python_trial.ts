import { afterAll, expect, test } from "bun:test";
import { findPython } from "../../app/client/python/python_interpreter.ts";
import { pythonTests } from "../../app/client/python/python_tests.ts";
import { withReason } from "../../skip_reason.ts";
import { option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { type BreakableService, startBreakableService } from "./breakable_service.ts";
import { runLong } from "./run_long.ts";

let service: Promise<BreakableService> | undefined;
afterAll(async () => await (await service)?.stop());

async function environment() {
  service ??= startBreakableService({ speed: 1 });
  return (await service).environment;
}

pythonTests("a Python bot whose cable breaks", ["broken_orders_test", "broken_streams_test"], {
  environment,
  needsWebsockets: true,
});

const MINUTE_MS = 60_000;
const SIZE = sized({
  short: { durationMs: 8_000, cutEveryMs: 2_000, killEveryMs: 5_000 },
  whole: {
    durationMs: (option("TRIAL_MINUTES") ?? 60) * MINUTE_MS,
    cutEveryMs: MINUTE_MS,
    killEveryMs: 10 * MINUTE_MS,
  },
});
/** Each of these would be missing if the bot had judged nothing. */
const JUDGED = ["windows judged", "averages judged", "games", "orders placed"];

const python = findPython();
const skip = python?.hasWebsockets === true
  ? undefined
  : "skipped: there is no Python with the package websockets here";

test.skipIf(skip !== undefined)(
  withReason("a Python bot misses and repeats nothing over cuts and kills", skip),
  async () => {
    const { figures, complaints } = await runLong({
      python: python ?? expect.unreachable(),
      ...SIZE,
    });
    for (const name of JUDGED) tell({ done: name, count: figures[name] ?? 0 });
    tell({ done: "cuts", count: figures["cuts"] ?? 0, wrong: complaints.length });
    expect(complaints).toEqual([]);
    for (const name of [...JUDGED, "cuts", "kills", "orders in the history"]) {
      expect([name, figures[name] ?? 0]).not.toEqual([name, 0]);
    }
  },
);
