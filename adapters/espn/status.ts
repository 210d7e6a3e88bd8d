/**
 * What the status codes of the provider mean for us.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../outbound/mod.ts";

/** The name under which the provider's failures and calls are known. */
export const SCHEDULE = "schedule";

/** 403 is a host's firewall, 429 asks to slow down, 451 is a region. No key was ever needed. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 429, 451]);

/** The failure a status amounts to, or undefined for an answer that can be read. */
export function failureOf({ status, headers, text }: HttpAnswer): ProviderFailed | undefined {
  if (status === 200) return undefined;
  const isTurnedAway = TURNED_AWAY.has(status);
  const waitSec = isTurnedAway ? retryAfterSec(headers, 0) : 0;
  return new ProviderFailed({
    provider: SCHEDULE,
    reason: isTurnedAway ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(waitSec === 0 ? {} : { retryAfterSec: waitSec }),
    cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
  });
}

/** The failure of an answer that says something that cannot be used. */
export function unreadable(why: string): ProviderFailed {
  return new ProviderFailed({ provider: SCHEDULE, reason: "unreadable", cause: new Error(why) });
}
