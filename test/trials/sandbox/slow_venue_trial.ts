/** A sandbox whose venue takes its time. @module */
import { afterAll, expect, test } from "bun:test";
import { openSandbox } from "../../app/open_sandbox.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { control } from "../../simulator/kit/support.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";

test.skipIf(isShort)(
  "the demo user's wallet is ready though the venue takes its time",
  async () => {
    const { simulators, settings } = startWorld({ startIso: new Date().toISOString(), speed: 1 });
    // Each answer is in time, all of them together take seconds.
    const slow = { match: "GET /", kind: "delay", delay_ms: 2_000 };
    await control(`${simulators.urlOf("venue-orders")}/__faults`, "POST", slow);
    const folder = makeFolder();
    afterAll(folder.remove);
    const demo = await openSandbox({ ...settings, DATA_DIR: folder.path });
    expect(demo.greeting).not.toContain("not ready");
    tell({ done: "slow starts", count: 1 });
    await demo.stop();
    await simulators.stop();
  },
);
