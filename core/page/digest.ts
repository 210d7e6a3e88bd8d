/**
 * A short text that stands for a long one.
 *
 * @module
 */

/** FNV-1a of 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_PRIME = 0x01000193;

/** Two starts, for twice the bits. The first is the algorithm's own. */
const FNV_STARTS = [0x811c9dc5, 0x9747b28c] as const;

/**
 * Sixteen hex digits. Other texts have others, but for an accident: whoever wants to can find two
 * texts with one digest.
 */
export function digestOf(text: string): string {
  return FNV_STARTS.map((start) => fnv1a(text, start).toString(16).padStart(8, "0")).join("");
}

function fnv1a(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), FNV_PRIME);
    hash = Math.imul(hash ^ (unit >>> 8), FNV_PRIME);
  }
  return hash >>> 0;
}
