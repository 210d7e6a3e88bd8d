/**
 * Makes the keys by which the service knows a repeated order.
 *
 * @module
 */

let lastMs = 0;
let count = 0;

/**
 * Returns a UUID of version 7 (RFC 9562, section 5.7). It begins with the unix time in
 * milliseconds; those of one millisecond ascend by a counter.
 */
export function makeIdempotencyKey(nowMs = Date.now()): string {
  count = nowMs > lastMs ? 0 : count + 1;
  // More than 4,096 in a millisecond, or after a clock was set back, borrow from the next one.
  lastMs = Math.max(lastMs, nowMs) + (count >> 12);
  count &= 0xfff;
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  const hex = lastMs.toString(16).padStart(12, "0") + (0x7000 | count).toString(16) +
    // The variant: its first two bits are 10.
    (random >> 2n | 1n << 63n).toString(16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
