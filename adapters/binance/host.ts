/**
 * One host of the exchange: how much of its weight is used, and whether it will have us.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { HttpAnswer } from "../outbound/mod.ts";
import { turnedAwaySec } from "./status.ts";

/** Calls stop short of the limit: other programs behind the same address count as well. */
const WEIGHT_SHARE_MAX = 0.9;
const MINUTE_MS = 60_000;

/** A host and what we know of our standing with it. */
export interface Host {
  readonly url: string;
  /** Until when it turned us away, unix milliseconds. */
  readonly closedUntilMs: () => number;
  /** Waits until the call's weight fits into the minute. */
  readonly reserve: (weight: number) => Effect.Effect<void>;
  /** Learns from an answer's headers and status. */
  readonly learn: (answer: HttpAnswer) => Effect.Effect<void>;
}

/** A host nothing is known of yet. `url` has no slash at its end. */
export function makeHost(options: {
  readonly url: string;
  readonly weightPerMinute: number;
}): Host {
  const weightMax = options.weightPerMinute * WEIGHT_SHARE_MAX;
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

  const reserve = (weight: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis;
      enterMinute(nowMs);
      if (usedWeight + weight > weightMax) {
        yield* Effect.sleep(MINUTE_MS - nowMs % MINUTE_MS + 50);
        return yield* reserve(weight);
      }
      usedWeight += weight;
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
