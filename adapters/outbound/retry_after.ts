/**
 * Reads how long a provider asks us to wait.
 *
 * @module
 */

/**
 * Returns the seconds of a `Retry-After` header; the fallback if it is absent or not a whole
 * number.
 */
export function retryAfterSec(headers: Headers, fallbackSec: number): number {
  const text = headers.get("retry-after") ?? "";
  return /^\d{1,7}$/.test(text) ? Number(text) : fallbackSec;
}
