/**
 * Reads how long a provider asks us to wait.
 *
 * @module
 */
import { httpDateMs } from "./http_date.ts";

/**
 * Returns the seconds of a `Retry-After` header, which may be the date of the end; the fallback if
 * it is absent or neither.
 */
export function retryAfterSec(headers: Headers, fallbackSec: number): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,7}(\.\d{1,3})?$/.test(text)) return Number(text);
  const untilMs = httpDateMs(text);
  // Without the provider's own time, its clock is taken to agree with the machine's.
  const nowMs = httpDateMs(headers.get("date"));
  const waitMs = untilMs - (Number.isNaN(nowMs) ? Date.now() : nowMs);
  return Number.isNaN(waitMs) ? fallbackSec : Math.max(0, Math.ceil(waitMs / 1000));
}
