/**
 * What the status codes of a provider mean for us.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/mod.ts";
import type { HttpAnswer } from "./http_call.ts";
import { retryAfterSec } from "./retry_after.ts";

/** How a provider's answers become failures. */
export interface StatusFailures {
  /** The failure a status amounts to, or undefined for an answer that says something. */
  readonly failureOf: (answer: HttpAnswer) => ProviderFailed | undefined;
  /** The failure of an answer that says something that cannot be used. */
  readonly unreadable: (why: string) => ProviderFailed;
}

/** Characters of an answer that the log gets to see. */
const QUOTED_CHARS_MAX = 200;

/**
 * Of a provider that answers 200 to whatever it answers. `waitSecOf` has the statuses that turn us
 * away, with how long to stay away where the provider does not say so itself.
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

/** Whether the same question may find an answer a moment later. */
export function isTransient({ reason }: ProviderFailed): boolean {
  return reason === "unreachable" || reason === "timeout";
}

/** The same failure, with what was asked for, such as `event slug "x"`. */
export function wanting(
  { provider, reason, retryAfterSec: waitSec, cause }: ProviderFailed,
  wanted: string,
): ProviderFailed {
  const told = waitSec === undefined ? {} : { retryAfterSec: waitSec };
  return new ProviderFailed({ provider, reason, wanted, ...told, cause });
}
