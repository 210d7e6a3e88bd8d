/** Folders for programs that tests make and run. @module */
import { afterAll } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";

/**
 * Makes a folder that other users may enter, gone after the tests. Not in the folder for temporary
 * files, which may be memory that no program may be run from, as in containers.
 */
export function makeProgramFolder(): string {
  const folder = mkdtempSync("/tmp/strikeline-program-");
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
