/**
 * Takes the one text out of a zip of the archive, within bounds.
 *
 * @module
 */
import { Result } from "effect";
import { type UnzipFileInfo, unzipSync } from "fflate";

/** A day of minutes has 70 KB packed and 200 KB unpacked; nothing here is near these. */
export const PACKED_BYTES_MAX = 1024 * 1024;
const UNPACKED_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The text of the entry `name`. Fails, before it unpacks anything, where the zip has another entry
 * or one that says it is too large; an entry that is larger than it says is cut off there.
 */
export function unpack(bytes: Uint8Array, name: string): Result.Result<string, string> {
  let entries = 0;
  const filter = (entry: UnzipFileInfo) => {
    entries += 1;
    if (entries > 1 || entry.name !== name) throw new Error(`it has an entry besides ${name}`);
    if (entry.originalSize <= UNPACKED_BYTES_MAX) return true;
    throw new Error(
      `${name} is ${entry.originalSize} bytes, at most ${UNPACKED_BYTES_MAX} are read`,
    );
  };
  return Result.flatMap(
    Result.try({ try: () => unzipSync(bytes, { filter })[name], catch: String }),
    (entry) =>
      entry === undefined
        ? Result.fail(`it has no entry ${name}`)
        : Result.succeed(new TextDecoder().decode(entry)),
  );
}
