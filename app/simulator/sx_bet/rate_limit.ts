/**
 * The rate limit: calls per client and minute of the clock.
 *
 * Source: docs.sx.bet: 500 in a minute for most endpoints.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { failureOfStatus } from "./failure.ts";

const CALLS_A_MINUTE = 500;
const MINUTE_MS = 60_000;

/** Counts the calls of every client; returns the refusal of those above the limit. */
export function makeRateLimit(): (client: string, nowMs: number) => Answer | undefined {
  let minute = -1;
  let counts = new Map<string, number>();
  return (client, nowMs) => {
    const current = Math.floor(nowMs / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    if (count <= CALLS_A_MINUTE) return undefined;
    const waitSec = Math.ceil((MINUTE_MS - nowMs % MINUTE_MS) / 1000);
    return { ...failureOfStatus(429), headers: { "retry-after": String(waitSec) } };
  };
}
