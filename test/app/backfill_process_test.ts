import { afterAll, describe, expect, test } from "bun:test";
import type { Settings } from "./environment.ts";
import { makeFolder, startProcess } from "./process.ts";
import { startWorld } from "./world_of_processes.ts";

const folder = makeFolder();
afterAll(folder.remove);
const { simulators, settings: places } = startWorld({
  startIso: "2026-11-20T12:00:00Z",
  speed: 1,
});
afterAll(simulators.stop);

const settings: Settings = {
  ...places,
  DATA_DIR: folder.path,
  BINANCE_ARCHIVE_URL: `${simulators.urlOf("exchange-spot")}/archive`,
};

const start = (asset: string, [from, to]: readonly [string, string]) =>
  startProcess("backfill", settings, [
    ...["--asset", asset, "--type", "1hour", "--from", from, "--to", to],
  ]);

describe("backfill as a separate process", () => {
  test("fills hours from the archive, and prints their source", async () => {
    const days = ["2024-06-01", "2024-06-11"] as const;
    const first = start("hype", days);
    expect(await first.exited).toBe(0);
    expect(first.printed()).toMatch(/240\/240 .* done/);
    expect(first.printed()).toMatch(/Windows\n +klines \(archive\) +240\n +missing +0\n$/);
    const second = start("hype", days);
    expect(await second.exited).toBe(0);
    expect(second.printed()).toMatch(/Windows\n +stored before +240\n +missing +0\n$/);
  }, 300_000);

  test("stops on Ctrl-C, prints its progress, and resumes from there", async () => {
    // Half a minute of downloads at the archive's pace.
    const long = start("btc", ["2024-02-01", "2024-10-01"]);
    await long.waitFor(/ ([1-9]\d*)\/5832 /);
    long.kill("SIGINT");
    expect(await long.exited).toBe(130);
    const done = / klines \(archive\) +(\d+)\n/.exec(long.printed())?.[1];
    expect(Number(done)).toBeGreaterThan(0);
    expect(long.printed()).toMatch(
      /not tried +\d+\n[^]*Stopped: run the same command to resume/,
    );
    expect(long.logged()).toBe("");
    const again = start("btc", ["2024-02-01", "2024-02-11"]);
    expect(await again.exited).toBe(0);
    expect(again.printed()).toMatch(/stored before +240\n/);
  }, 300_000);
});
