/**
 * A clock that jumps: days between two sessions of a service pass at once.
 *
 * A process has it by the settings of its start, so that it must not live through a jump.
 *
 * @module
 */
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import type { Settings } from "../../app/environment.ts";

/** A sandbox's clock; instants are unix milliseconds. */
export interface JumpingClock extends SandboxClock {
  /** Jumps to an instant, and runs on from there. Throws for one that is past. */
  jumpTo(toMs: number): void;
  /** The settings of a process that is to have this time until the next jump. */
  settings(): Settings;
}

/** Makes one that shows `startMs` now. */
export function makeJumpingClock(
  { speed, startMs }: { readonly speed: number; readonly startMs: number },
): JumpingClock {
  let origin = { startMs, anchorMs: Date.now() };
  const nowMs = () => Math.floor(origin.startMs + (Date.now() - origin.anchorMs) * speed);
  return {
    speed,
    nowMs,
    realMs: (virtualMs) => virtualMs / speed,
    jumpTo(toMs) {
      if (toMs < nowMs()) throw new Error(`Cannot jump back to ${new Date(toMs).toISOString()}`);
      origin = { startMs: toMs, anchorMs: Date.now() };
    },
    settings: () => ({
      SANDBOX_SPEED: String(speed),
      SANDBOX_START: new Date(origin.startMs).toISOString(),
      SANDBOX_ANCHOR: String(origin.anchorMs),
    }),
  };
}
