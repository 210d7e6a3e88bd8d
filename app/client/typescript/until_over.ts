/**
 * Asks for a claim, a split or a merge again, with its key, until it is over.
 *
 * @module
 */
import { ApiError } from "./failure.ts";
import { sleep } from "./sleep.ts";
import { clockMs, retryDelayMs } from "./stream/timing.ts";

/** How an answer is asked for. */
export interface Asking {
  /** Whether it was asked for before. */
  readonly isAgain: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The longest delay between two questions: the service waits itself before it says `sent`. */
const RETRY_MS_MAX = 5_000;

/**
 * Returns the answer of `ask` once nothing of it is `sent` any more; after so many milliseconds, or
 * when the signal ends, the last one that there was. The first one is waited for in any case, and
 * throws what `ask` throws.
 */
export async function untilOver<Answer>(
  ask: (asking: Asking) => Promise<Answer>,
  { timeoutMs, firstRetryMs, signal }: {
    readonly timeoutMs: number;
    readonly firstRetryMs: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Answer> {
  const endMs = clockMs() + timeoutMs;
  let answer = await ask({ isAgain: false, signal });
  for (let asked = 0; isUnderWay(answer); asked++) {
    const delays = { firstRetryMs, retryMsMax: RETRY_MS_MAX };
    const waitMs = retryDelayMs(asked, delays, Math.random());
    if (clockMs() + waitMs >= endMs) break;
    await sleep(waitMs, signal);
    if (signal?.aborted) break;
    const late = AbortSignal.timeout(Math.max(1, Math.ceil(endMs - clockMs())));
    try {
      answer = await ask({ isAgain: true, signal: AbortSignal.any([late, signal ?? []].flat()) });
    } catch (error) {
      // It goes on all the same: while nobody says how, the last answer stays.
      if (error instanceof ApiError) break;
    }
  }
  return answer;
}

/** Whether anything of an answer is still on its way. */
function isUnderWay(answer: unknown): boolean {
  return Object.values(answer as object).flat()
    .some((one: { readonly state?: unknown } | null) => one?.state === "sent");
}
