/**
 * Extracts the one text file of an archive zip, within size limits.
 *
 * @module
 */
import { Result } from "effect";
import { type UnzipFileInfo, unzipSync } from "fflate";

/** A day of minutes has 70 KB packed and 200 KB unpacked, far below these limits. */
export const PACKED_BYTES_MAX = 1024 * 1024;
const UNPACKED_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Returns the text of the entry `name`. Fails before unpacking if the zip has another entry, or one
 * that declares too large a size; an entry larger than declared is cut off there.
 */
export function unpack(bytes: Uint8Array, name: string): Result.Result<string, string> {
  let entries = 0;
  const filter = (entry: UnzipFileInfo) => {
    entries += 1;
    if (entries > 1 || entry.name !== name) throw new Error(`the zip has an entry besides ${name}`);
    if (entry.originalSize <= UNPACKED_BYTES_MAX) return true;
    throw new Error(
      `${name} is ${entry.originalSize} bytes, at most ${UNPACKED_BYTES_MAX} are read`,
    );
  };
  return Result.flatMap(
    Result.try({ try: () => unzipSync(bytes, { filter })[name], catch: String }),
    (entry) =>
      entry === undefined
        ? Result.fail(`the zip has no entry ${name}`)
        : Result.succeed(new TextDecoder().decode(entry)),
  );
}
