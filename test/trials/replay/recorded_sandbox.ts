/** A sandbox that is recorded, and replays of it. @module */
import { expect } from "bun:test";
import { RARE_GAMES, type Settings } from "../../app/environment.ts";
import { startProcess } from "../../app/process.ts";

const SETTINGS = { PORT: "0", ASSETS: "btc", SANDBOX_SEED: "7", ...RARE_GAMES };

/** Records a sandbox for some seconds of the machine. */
export async function recordSandbox(
  folder: string,
  { speed, seconds }: { readonly speed: number; readonly seconds: number },
): Promise<void> {
  const sandbox = startProcess("sandbox", {
    ...SETTINGS,
    RECORD_DIR: folder,
    SANDBOX_SPEED: String(speed),
  });
  await sandbox.waitFor(/service +(http:\S+)/);
  await Bun.sleep(seconds * 1_000);
  sandbox.kill("SIGTERM");
  expect(await sandbox.exited).toBe(0);
}

/** Begins a replay, which stands until somebody subscribes or orders; `options`: as `--from`. */
export async function beginReplay(
  folder: string,
  settings: Settings,
  options: ReadonlyArray<string> = [],
) {
  const args = ["--replay", folder, ...options];
  const running = startProcess("sandbox", { ...SETTINGS, ...settings }, args);
  const url = await running.waitFor(/service +(http:\S+)/);
  const apiKey = await running.waitFor(/API key +(\S+)/);
  const walletId = await running.waitFor(/wallet +(\S+)/);
  await running.waitFor(/end +(\S+)\n/);
  return { running, bot: { url, apiKey, walletId } };
}
