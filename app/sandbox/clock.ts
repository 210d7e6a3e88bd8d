/**
 * The sandbox's clock: it may start at another time than the machine's, and run faster.
 *
 * @module
 */
import { Clock, Duration, Effect, Layer } from "effect";

/** Virtual time. Everything in a sandbox, simulators included, lives on one of these. */
export interface SandboxClock {
  /** Virtual seconds that pass in one second of the machine. */
  readonly speed: number;
  /** Virtual unix milliseconds, whole. */
  nowMs(): number;
  /** How many milliseconds of the machine a virtual duration takes. */
  realMs(virtualMs: number): number;
}

/** Where a clock stands; what is omitted is the machine's now, and real speed. */
export interface SandboxClockOptions {
  readonly speed?: number;
  /** Virtual unix milliseconds at the anchor. */
  readonly startMs?: number;
  /** The machine's unix milliseconds at which the clock stood at `startMs`. */
  readonly anchorMs?: number;
}

/**
 * A clock that stood at `startMs` when the machine's stood at `anchorMs`.
 *
 * Processes that are given the same three numbers agree on the time. An anchor without a start
 * means that the clock ran at the machine's time until then.
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

/** Longest wait that a timer of the runtime holds, in milliseconds. */
const TIMER_MS_MAX = 2 ** 31 - 1;
const NANOS_PER_MILLI = 1_000_000;

/** Puts every Effect that asks the time, or sleeps, onto a sandbox clock. */
export function layerClock(clock: SandboxClock): Layer.Layer<never> {
  const nowNanos = () => BigInt(clock.nowMs()) * BigInt(NANOS_PER_MILLI);
  // Monotonic time keeps the machine's resolution: durations are what it is read for.
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
