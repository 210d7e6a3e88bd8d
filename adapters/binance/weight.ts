/**
 * The request weight that a host of the exchange counts by calendar minutes.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { CallProgress, FleetCalls, type HttpAnswer, limitedFor } from "../outbound/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
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

/** A host's name, which the replicas of a fleet have in common, and what it grants. */
export interface HostWeightOptions {
  readonly name: string;
  readonly weightPerMinute: number;
}

/** Creates a host's weight, with none used. The replicas of a fleet use it together. */
export function makeHostWeight({ name, weightPerMinute }: HostWeightOptions): HostWeight {
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
      const { weight, isBulk } = call;
      const weightMax = weightPerMinute * (isBulk ? BULK_WEIGHT_SHARE_MAX : WEIGHT_SHARE_MAX);
      if (usedWeight + weight <= weightMax) {
        usedWeight += weight;
        const { addWeight } = yield* FleetCalls;
        const asked = minute;
        if (yield* addWeight({ name, minute: asked, weight, weightMax })) return;
        // The next minute may have begun meanwhile: then there is room again.
        enterMinute(yield* Clock.currentTimeMillis);
        if (minute !== asked) return yield* reserve(call);
        usedWeight = Math.max(usedWeight, weightMax);
      }
      const waitMs = MINUTE_MS - nowMs % MINUTE_MS + 50;
      if (waitMs > WAIT_MS_MAX) {
        const why = "the weight of this minute is used";
        return yield* limitedFor({ provider: EXCHANGE, waitMs, why });
      }
      const tell = yield* CallProgress;
      tell("queued");
      yield* Effect.sleep(waitMs);
      tell("sent");
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
