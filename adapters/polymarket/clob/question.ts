/**
 * The probe's question to the order book: whether the clocks agree.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import type { ClobOptions } from "./call.ts";
import { makeClobClient } from "./client.ts";
import { clobFailed, VENUE_ORDERS } from "./http_failure.ts";

/** The largest plausible difference of clocks. The venue does not document its own limit. */
const SKEW_SEC_MAX = 30;

/** Makes the question. */
export const makeClobQuestion = Effect.fnUntraced(function* (options: ClobOptions) {
  const client = yield* makeClobClient(options);
  const ask = Effect.gen(function* () {
    const aheadSec = yield* client.timeSec.pipe(
      Effect.flatMap((sec) =>
        Effect.map(Clock.currentTimeMillis, (ms) => sec - Math.floor(ms / 1000))
      ),
    );
    if (Math.abs(aheadSec) > SKEW_SEC_MAX) {
      return yield* unreadable(`its clock is ${aheadSec} s ahead of ours`);
    }
    return `its clock is ${aheadSec} s ahead of ours`;
  });
  return {
    name: VENUE_ORDERS,
    asks: "the time, by which requests are signed",
    ask: Effect.catchTag(
      ask,
      "ClobRefusal",
      (refusal) =>
        Effect.fail(clobFailed(refusal, { reason: "refused", because: refusal.message })),
    ),
  } satisfies ProviderQuestion;
});

function unreadable(because: string): Effect.Effect<never, ProviderFailed> {
  return Effect.fail(
    clobFailed({ wanted: "the time" }, { reason: "unreadable", because }),
  );
}
