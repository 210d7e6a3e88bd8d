/**
 * The sandbox's clock, which may start at another time than the real clock, and run faster.
 *
 * @module
 */
import { Clock, Duration, Effect, Layer } from "effect";

/** Virtual time. Everything in a sandbox, simulators included, uses one of these. */
export interface SandboxClock {
  /** Virtual seconds per real second. */
  readonly speed: number;
  /** Virtual unix milliseconds, whole. */
  nowMs(): number;
  /** Returns the real milliseconds that a virtual duration takes. */
  realMs(virtualMs: number): number;
}

/** A clock's setting; omitted parts default to the real time now, and to real speed. */
export interface SandboxClockOptions {
  readonly speed?: number;
  /** Virtual unix milliseconds at the anchor. */
  readonly startMs?: number;
  /** The real unix milliseconds at which the clock showed `startMs`. */
  readonly anchorMs?: number;
}

/**
 * Makes a clock that showed `startMs` at the real time `anchorMs`.
 *
 * Processes with the same three numbers agree on the time. With an anchor but no start, the clock
 * equals the real time at the anchor.
 */
export function makeSandboxClock(options: SandboxClockOptions = {}): SandboxClock {
  const { speed = 1, anchorMs = Date.now() } = options;
  const { startMs = anchorMs } = options;
  return {
    speed,
    nowMs: () => Math.floor(startMs + (Date.now() - anchorMs) * speed),
    realMs: (virtualMs) => virtualMs / speed,
  };
}

/** Longest delay that a timer of the runtime supports, in milliseconds. */
const TIMER_MS_MAX = 2 ** 31 - 1;
const NANOS_PER_MILLI = 1_000_000;

/** Provides a sandbox clock to every Effect that reads the time or sleeps. */
export function layerClock(clock: SandboxClock): Layer.Layer<never> {
  const nowNanos = () => BigInt(clock.nowMs()) * BigInt(NANOS_PER_MILLI);
  // Monotonic time keeps the real resolution, because it measures durations.
  const monotonicNanos = () => BigInt(Math.floor(Bun.nanoseconds() * clock.speed));
  return Layer.succeed(Clock.Clock, {
    currentTimeMillisUnsafe: () => clock.nowMs(),
    currentTimeMillis: Effect.sync(() => clock.nowMs()),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: monotonicNanos,
    monotonicTimeNanos: Effect.sync(monotonicNanos),
    sleep: (duration) => sleepReal(clock.realMs(Duration.toMillis(duration))),
  });
}

function sleepReal(waitMs: number): Effect.Effect<void> {
  if (waitMs <= 0) return Effect.yieldNow;
  if (!Number.isFinite(waitMs)) return Effect.never;
  return Effect.callback<void>((resume) => {
    const rest = waitMs > TIMER_MS_MAX ? sleepReal(waitMs - TIMER_MS_MAX) : Effect.void;
    const timer = setTimeout(() => resume(rest), Math.min(waitMs, TIMER_MS_MAX));
    return Effect.sync(() => clearTimeout(timer));
  });
}
