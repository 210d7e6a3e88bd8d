/**
 * The limits that calls of a client keep: their paces, and the pause that a 429 begins.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { makePacer, type Pace, type Pacer } from "./pacer.ts";
import { makePause, type Pause } from "./pause.ts";

/** Clients that share a limit share its pacer or pause. */
export interface CallLimits {
  /** Each call takes a slot of every pacer, in this order. */
  readonly pacers: ReadonlyArray<Pacer>;
  readonly pause?: {
    readonly of: Pause;
    /** A call that would wait longer for the pause's end fails at once. 0: none waits. */
    readonly waitSecMax: number;
  };
}

/** Limits that no other client shares. */
export interface OwnLimits {
  readonly pace?: Pace;
  /** `secMax` is the longest pause, whatever the provider asks. */
  readonly pause?: { readonly secMax: number; readonly isAwaited: boolean };
}

/** Makes limits for one client, without any history. */
export function makeCallLimits(provider: string, { pace, pause }: OwnLimits): CallLimits {
  const pacers = pace === undefined ? [] : [makePacer({ name: provider, ...pace })];
  if (pause === undefined) return { pacers };
  const { secMax, isAwaited } = pause;
  return {
    pacers,
    pause: { of: makePause({ provider, secMax }), waitSecMax: isAwaited ? secMax : 0 },
  };
}

/** Waits until a call may start; fails if the pause is too long. */
export function passLimits({ pacers, pause }: CallLimits): Effect.Effect<void, ProviderFailed> {
  const gate = pause?.of.pass(pause.waitSecMax) ?? Effect.succeed(false);
  return Effect.andThen(gate, Effect.forEach(pacers, ({ take }) => take(gate), { discard: true }));
}
