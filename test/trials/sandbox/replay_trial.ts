/** A recording that a sandbox replays. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { calmly } from "../calmly.ts";
import { tell } from "../tell.ts";
import { startProcess } from "../../app/process.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const run = (args: string[], settings: Record<string, string> = {}) =>
  startProcess("sandbox", { PORT: "0", LEAGUES: "wsl", ...settings }, args);
const HOUR_SEC = 3_600;
const WINDOW_SEC = 300;

describe("bun run sandbox", () => {
  test("replays a recording: its seconds are the targets of the windows", async () => {
    const recordedSec = Date.parse("2026-06-08T12:00:00Z") / 1_000;
    const rows = Array.from(
      { length: 6 * HOUR_SEC },
      (_, offset) => `${(recordedSec + offset) * 1_000},${60_000 + offset}000000000000000001`,
    );
    const path = `${folder.path}/BTCUSD.csv`;
    await Bun.write(path, `timestamp_ms,value_e18\n${rows.join("\n")}\n`);
    const from = "2026-09-20T12:02:00Z";
    const running = run(["--replay", path, "--from", from], { SANDBOX_SPEED: "60" });
    const url = await running.waitFor(/service +(http:\S+)/);
    expect(running.printed()).toContain("btcusd     21600 points, 64800 seconds missing");
    const get = async (path: string) =>
      await (await fetch(`${url}/api/v1/targets/${path}`)).json() as Record<string, unknown>;

    // The first window that begins while the service listens: its clock came to where it starts.
    const nowSec = Date.parse(String((await get("active?asset=btc"))["now"])) / 1_000;
    expect(nowSec).toBeGreaterThanOrEqual(Date.parse(from) / 1_000);
    const startSec = Math.ceil(nowSec / WINDOW_SEC) * WINDOW_SEC;
    const question = `timestamp?asset=btc&type=5min&timestamp=${startSec}&evidence=true`;
    let target = await get(question);
    await calmly(async () => {
      target = await get(question);
      return target["source"] === "oracle_twap";
    });
    const offset = startSec - Date.parse("2026-09-20T12:00:00Z") / 1_000;
    expect(target["evidence"]).toMatchObject({
      kind: "relay",
      point: {
        timestamp: startSec * 1_000,
        full_accuracy_value: `${60_000 + offset}.000000000000000001`,
      },
    });
    tell({ done: "replayed windows", count: 1, wrong: 0 });
    running.kill("SIGTERM");
    expect(await running.exited).toBe(0);
  });
});
