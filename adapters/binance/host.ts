/**
 * One host of the exchange: how much of its weight is used, and whether it will have us.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { HttpAnswer } from "../outbound/mod.ts";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { limited, turnedAwaySec } from "./status.ts";

/** Calls stop short of the limit: other programs behind the same address count as well. */
const WEIGHT_SHARE_MAX = 0.9;
/** What long ranges may use, so that there is always weight left for a single question. */
const BULK_WEIGHT_SHARE_MAX = 0.6;
const MINUTE_MS = 60_000;
/** Longer than this nobody waits for the next minute: who asked is told how long it takes. */
const WAIT_MS_MAX = 5_000;

/** What a call costs, and whether it is one of many for a long range. */
export interface CallWeight {
  readonly weight: number;
  readonly isBulk: boolean;
}

/** A host and what we know of our standing with it. */
export interface Host {
  readonly url: string;
  /** Until when it turned us away, unix milliseconds. */
  readonly closedUntilMs: () => number;
  /** Waits until the call's weight fits into the minute, if that is soon; else refuses. */
  readonly reserve: (call: CallWeight) => Effect.Effect<void, ProviderFailed>;
  /** Learns from an answer's headers and status. */
  readonly learn: (answer: HttpAnswer) => Effect.Effect<void>;
}

/** A host nothing is known of yet. `url` has no slash at its end. */
export function makeHost(options: {
  readonly url: string;
  readonly weightPerMinute: number;
}): Host {
  let closedUntilMs = 0;
  let minute = 0;
  let usedWeight = 0;

  /** The exchange counts by the minutes of the clock. */
  const enterMinute = (nowMs: number) => {
    const current = Math.floor(nowMs / MINUTE_MS);
    if (current === minute) return;
    minute = current;
    usedWeight = 0;
  };

  const reserve = (call: CallWeight): Effect.Effect<void, ProviderFailed> =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis;
      enterMinute(nowMs);
      const share = call.isBulk ? BULK_WEIGHT_SHARE_MAX : WEIGHT_SHARE_MAX;
      if (usedWeight + call.weight <= options.weightPerMinute * share) {
        usedWeight += call.weight;
        return;
      }
      const waitMs = MINUTE_MS - nowMs % MINUTE_MS + 50;
      if (waitMs > WAIT_MS_MAX) return yield* limited(waitMs, "the weight of this minute is used");
      yield* Effect.sleep(waitMs);
      return yield* reserve(call);
    });

  return {
    url: options.url,
    closedUntilMs: () => closedUntilMs,
    reserve,
    learn: (answer) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        enterMinute(nowMs);
        const told = Number(answer.headers.get("x-mbx-used-weight-1m") ?? NaN);
        if (Number.isFinite(told)) usedWeight = Math.max(usedWeight, told);
        const waitSec = turnedAwaySec(answer);
        if (waitSec !== undefined) closedUntilMs = nowMs + waitSec * 1000;
      }),
  };
}
