/**
 * Where a frame of zstd ends, without decompressing it.
 *
 * Source: RFC 8878, section 3.1.1.
 *
 * @module
 */

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
const CHECKSUM_BYTES = 4;
/** A block that repeats one byte has that alone. */
const REPEATED = 1;

/** Returns the size of the frame that bytes begin with; undefined where none is whole there. */
export function frameBytes(bytes: Uint8Array): number | undefined {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) return undefined;
  const descriptor = bytes[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingle ? 1 : CONTENT_SIZE_BYTES[sizeFlag] ?? 0;
  let at = 5 + (isSingle ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + sizeBytes;
  for (let isLast = false; !isLast;) {
    const [low, middle, high] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    if (low === undefined || middle === undefined || high === undefined) return undefined;
    isLast = (low & 1) === 1;
    const size = (low | middle << 8 | high << 16) >> 3;
    at += 3 + ((low >> 1 & 3) === REPEATED ? 1 : size);
  }
  at += (descriptor & 4) === 0 ? 0 : CHECKSUM_BYTES;
  return at <= bytes.length ? at : undefined;
}
