/**
 * Files of their owner alone, such as those with keys.
 *
 * @module
 */
import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";

/** Writes a new file, which is there after a power cut too. Throws if there is one. */
export function writePrivateFile(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
