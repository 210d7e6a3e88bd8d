/**
 * One host of the exchange: its used weight and any ban.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { HttpAnswer } from "../outbound/mod.ts";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { banSec, limited } from "./http_failure.ts";

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

/** A host and the state of our access to it. */
export interface Host {
  readonly url: string;
  /** Returns until when the host refuses us, in unix milliseconds. */
  readonly closedUntilMs: () => number;
  /** Waits until the call's weight fits into the minute if that is soon; else fails. */
  readonly reserve: (call: CallWeight) => Effect.Effect<void, ProviderFailed>;
  /** Updates weight and ban from an answer's headers and status. */
  readonly learn: (answer: HttpAnswer) => Effect.Effect<void>;
}

/** Creates a host with an empty state. `url` has no trailing slash. */
export function makeHost(options: {
  readonly url: string;
  readonly weightPerMinute: number;
}): Host {
  let closedUntilMs = 0;
  let minute = 0;
  let usedWeight = 0;

  /** The exchange counts by calendar minutes. */
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
        const reported = Number(answer.headers.get("x-mbx-used-weight-1m") ?? NaN);
        if (Number.isFinite(reported)) usedWeight = Math.max(usedWeight, reported);
        const waitSec = banSec(answer);
        if (waitSec !== undefined) closedUntilMs = nowMs + waitSec * 1000;
      }),
  };
}
