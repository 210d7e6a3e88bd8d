/**
 * The request weight that a host of the exchange counts by calendar minutes.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type HttpAnswer, limitedFor } from "../outbound/mod.ts";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { EXCHANGE } from "./http_failure.ts";

/** Calls stop short of the limit: other programs behind the same address count too. */
const WEIGHT_SHARE_MAX = 0.9;
/** The share for long ranges, so that weight remains for single queries. */
const BULK_WEIGHT_SHARE_MAX = 0.6;
const MINUTE_MS = 60_000;
/** If the next minute is further away than this, the call fails with the time to wait. */
const WAIT_MS_MAX = 5_000;

/** The weight of a call, and whether it is one of many for a long range. */
export interface CallWeight {
  readonly weight: number;
  readonly isBulk: boolean;
}

/** The weight that one host has counted in this minute. */
export interface HostWeight {
  /** Waits until the call's weight fits into the minute if that is soon; else fails. */
  readonly reserve: (call: CallWeight) => Effect.Effect<void, ProviderFailed>;
  /** Updates the weight from an answer's headers. */
  readonly learn: (answer: HttpAnswer) => Effect.Effect<void>;
}

/** Creates a host's weight, with none used. */
export function makeHostWeight(weightPerMinute: number): HostWeight {
  let minute = 0;
  let usedWeight = 0;

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
      if (usedWeight + call.weight <= weightPerMinute * share) {
        usedWeight += call.weight;
        return;
      }
      const waitMs = MINUTE_MS - nowMs % MINUTE_MS + 50;
      if (waitMs > WAIT_MS_MAX) {
        const why = "the weight of this minute is used";
        return yield* limitedFor({ provider: EXCHANGE, waitMs, why });
      }
      yield* Effect.sleep(waitMs);
      return yield* reserve(call);
    });

  return {
    reserve,
    learn: (answer) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        enterMinute(nowMs);
        const reported = Number(answer.headers.get("x-mbx-used-weight-1m") ?? NaN);
        if (Number.isFinite(reported)) usedWeight = Math.max(usedWeight, reported);
      }),
  };
}
