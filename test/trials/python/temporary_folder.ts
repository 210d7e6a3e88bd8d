/**
 * A folder of its own, for programs that are no tests too.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, and how to remove it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "strikeline-python-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
