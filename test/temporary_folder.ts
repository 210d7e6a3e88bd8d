/** Folders that tests write to. @module */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, and how to remove it. */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), "strikeline-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
