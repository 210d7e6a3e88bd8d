/**
 * Recorded real data, which lies beside the repository and is not part of it.
 *
 * Its owners have not licensed it for redistribution, so a test that needs it names what it needs
 * and is skipped where that is missing.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { test } from "bun:test";

const FOLDER = new URL("../../shared/data/", import.meta.url).pathname;

/** The path of a recorded file, such as `binance/spot_BTCUSDT_1h.csv`. */
export function sharedPath(name: string): string {
  return FOLDER + name;
}

/** A test that runs where all the files are there, and is skipped by name where one is not. */
export function testWithShared(
  names: ReadonlyArray<string>,
  name: string,
  run: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  const missing = names.filter((file) => !existsSync(sharedPath(file)));
  if (missing.length === 0) test(name, run, timeoutMs);
  else test.skip(`${name} (skipped: no ../shared/data/${missing[0]})`, run);
}
