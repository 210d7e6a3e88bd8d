/**
 * Holds a file of the archive against its published SHA-256.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Result } from "effect";

/** What `<file>.CHECKSUM` says: 64 hex digits, two spaces, the file's name. */
const CHECKSUM = /^([0-9a-f]{64}) [ *]?(\S+)\s*$/i;

/** Fails with what is wrong: no checksum, one of another file, or another file's bytes. */
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
