/**
 * Verifies a file of the archive against its published SHA-256.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Result } from "effect";

/** The content of `<file>.CHECKSUM`: 64 hex digits, two spaces, the file's name. */
const CHECKSUM = /^([0-9a-f]{64}) [ *]?(\S+)\s*$/i;

/** Verifies the bytes. Fails with a description: no checksum, another file's, or a mismatch. */
export function verifyChecksum(
  bytes: Uint8Array,
  { checksum, fileName }: { readonly checksum: string; readonly fileName: string },
): Result.Result<void, string> {
  const [, expected = "", name] = CHECKSUM.exec(checksum) ?? [];
  if (name !== fileName) {
    return Result.fail(`no checksum of ${fileName}: ${checksum.slice(0, 100)}`);
  }
  const actual = createHash("sha256").update(bytes).digest("hex");
  return actual === expected.toLowerCase()
    ? Result.void
    : Result.fail(`its SHA-256 is ${actual} and should be ${expected}`);
}
