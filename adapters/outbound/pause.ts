/**
 * The pause that a provider asks for.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { limitedFor } from "./status_failure.ts";

/** The pause of one provider. Clients that share a limit share its pause. */
export interface Pause {
  /**
   * Waits for the end, and returns whether there was one to wait for; fails at once if that is more
   * than `waitSecMax` away.
   */
  readonly pass: (waitSecMax: number) => Effect.Effect<boolean, ProviderFailed>;
  /** Begins or extends the pause; never shortens it. */
  readonly begin: (sec: number) => Effect.Effect<void>;
}

/** Creates a pause that has not begun. It lasts at most `secMax`, whatever the provider asks. */
export function makePause(
  { provider, secMax }: { readonly provider: string; readonly secMax: number },
): Pause {
  let untilMs = 0;
  const pass = (waitSecMax: number): Effect.Effect<boolean, ProviderFailed> =>
    Effect.gen(function* () {
      const waitMs = untilMs - (yield* Clock.currentTimeMillis);
      if (waitMs <= 0) return false;
      if (waitMs > waitSecMax * 1_000) {
        return yield* limitedFor({ provider, waitMs, why: "the provider asked us to wait" });
      }
      yield* Effect.sleep(waitMs);
      yield* pass(waitSecMax);
      return true;
    });
  return {
    pass,
    begin: (sec) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        // A fraction of a millisecond that is left of a sum of floats is no time to sleep for.
        untilMs = Math.max(untilMs, nowMs + Math.round(Math.min(sec, secMax) * 1_000));
      }),
  };
}
