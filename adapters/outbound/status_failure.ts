/**
 * Maps a provider's status codes to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { HttpAnswer } from "./http_call.ts";
import { retryAfterSec } from "./retry_after.ts";

/** Classifies a provider's answers. */
export interface StatusFailures {
  /** Returns the failure that a status stands for, or undefined for a usable answer. */
  readonly failureOf: (answer: HttpAnswer) => ProviderFailed | undefined;
  /** Returns the failure for an answer with unusable content. */
  readonly unreadable: (why: string) => ProviderFailed;
}

/** The number of characters of an answer that are logged. */
const QUOTED_CHARS_MAX = 200;

/**
 * For a provider that answers 200 on success. `waitSecOf` maps the statuses of a rate limit or ban
 * to the seconds to wait if the provider does not say.
 */
export function makeStatusFailures(
  { provider, waitSecOf }: {
    readonly provider: string;
    readonly waitSecOf: ReadonlyMap<number, number>;
  },
): StatusFailures {
  const unreadable = (why: string) =>
    new ProviderFailed({ provider, reason: "unreadable", cause: new Error(why) });
  return {
    unreadable,
    failureOf: ({ status, headers, text }) => {
      if (status === 200) return undefined;
      const why = `status ${status}: ${text.slice(0, QUOTED_CHARS_MAX)}`;
      if (status < 400) return unreadable(why);
      const waitSec = waitSecOf.get(status);
      return new ProviderFailed({
        provider,
        reason: waitSec !== undefined ? "limited" : status >= 500 ? "unreachable" : "refused",
        ...(waitSec === undefined ? {} : { retryAfterSec: retryAfterSec(headers, waitSec) }),
        cause: new Error(why),
      });
    },
  };
}

/** Returns the failure of a call that is not sent, because the provider would refuse it now. */
export function limitedFor(
  { provider, waitMs, why }: {
    readonly provider: string;
    readonly waitMs: number;
    readonly why: string;
  },
): ProviderFailed {
  return new ProviderFailed({
    provider,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error(why),
  });
}

/** Whether a retry may succeed a moment later. */
export function isTransient({ reason }: ProviderFailed): boolean {
  return reason === "unreachable" || reason === "timeout";
}

/** Returns the same failure with the requested item, such as `event slug "x"`. */
export function wanting(
  { provider, reason, retryAfterSec: waitSec, cause }: ProviderFailed,
  wanted: string,
): ProviderFailed {
  const retryAfter = waitSec === undefined ? {} : { retryAfterSec: waitSec };
  return new ProviderFailed({ provider, reason, wanted, ...retryAfter, cause });
}
