/**
 * What the exchange's status codes mean for us.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../outbound/mod.ts";

/** The name under which the exchange's failures and calls are known. */
export const EXCHANGE = "exchange";

/** 429 asks to slow down, 418 is a ban, 403 its firewall, 451 a region it does not serve. */
const TURNED_AWAY = new Set([429, 418, 403, 451]);

/** A region does not change and a ban takes minutes; asking again sooner makes a ban longer. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([
  [429, 10],
  [418, 120],
  [403, 60],
  [451, 600],
]);

/** How long a host will not have us, in seconds; undefined while it does. */
export function turnedAwaySec({ status, headers }: HttpAnswer): number | undefined {
  if (!TURNED_AWAY.has(status)) return undefined;
  return retryAfterSec(headers, FALLBACK_WAIT_SEC.get(status) ?? 60);
}

/** The failure of a call that is not made, because the exchange would not have it now. */
export function limited(waitMs: number, why: string): ProviderFailed {
  return new ProviderFailed({
    provider: EXCHANGE,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error(why),
  });
}

/** The failure an answer amounts to, or undefined for one that can be read. */
export function failureOf(answer: HttpAnswer): ProviderFailed | undefined {
  const { status, text } = answer;
  if (status === 200) return undefined;
  const waitSec = turnedAwaySec(answer);
  return new ProviderFailed({
    provider: EXCHANGE,
    reason: waitSec !== undefined ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(waitSec === undefined ? {} : { retryAfterSec: waitSec }),
    cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
  });
}
