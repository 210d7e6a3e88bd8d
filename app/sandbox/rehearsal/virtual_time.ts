/**
 * Time that stands until it is moved: the clock of a replay, and the timers of its network.
 *
 * @module
 */
import { Clock, Duration, Effect, Layer } from "effect";
import { ClockSpeed } from "../../../core/use_case/time/mod.ts";
import { type DatedTimers, MachineTimers } from "../../../adapters/outbound/mod.ts";

/** A timer that is set, at a whole or broken unix millisecond. */
interface Timer {
  readonly atMs: number;
  /** Of two timers of one instant the one that was set first is first. */
  readonly number: number;
  act: (() => void) | undefined;
}

const NANOS_PER_MILLI = 1_000_000;

/** Time in unix milliseconds. */
export class VirtualTime {
  #nowMs: number;
  #set = 0;
  /** A heap: none is later than the two at twice its place. */
  readonly #timers: Array<Timer> = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** When the next timer is due; Infinity without any. */
  get nextMs(): number {
    this.#dropForgotten();
    return this.#timers[0]?.atMs ?? Infinity;
  }

  /** Calls `act` once, so many milliseconds later. Returns a function that prevents it. */
  after(ms: number, act: () => void): () => void {
    const timer: Timer = { atMs: this.#nowMs + Math.max(0, ms), number: this.#set++, act };
    if (Number.isFinite(timer.atMs)) this.#push(timer);
    return () => void (timer.act = undefined);
  }

  /** Moves the time to an instant that is not before now. Fires nothing. */
  move(toMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, toMs);
  }

  /** Fires what is due now and was set before, in the order of its instants. */
  fireDue(): void {
    const before = this.#set;
    for (;;) {
      this.#dropForgotten();
      const [timer] = this.#timers;
      if (timer === undefined || timer.atMs > this.#nowMs || timer.number >= before) return;
      this.#pop();
      timer.act?.();
    }
  }

  #dropForgotten(): void {
    while (this.#timers.length > 0 && this.#timers[0]?.act === undefined) this.#pop();
  }

  #push(timer: Timer): void {
    const timers = this.#timers;
    let at = timers.push(timer) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = timers[above];
      if (other === undefined || isBefore(other, timer)) break;
      timers[at] = other;
      at = above;
    }
    timers[at] = timer;
  }

  #pop(): void {
    const timers = this.#timers;
    const last = timers.pop();
    if (last === undefined || timers.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [timers[below], timers[below + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) below += 1;
      const other = timers[below];
      if (other === undefined || isBefore(last, other)) break;
      timers[at] = other;
      at = below;
    }
    timers[at] = last;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number);
}

/**
 * Provides virtual time as the clock, and as the machine's time, of which `speed` seconds of the
 * clock make one.
 */
export function layerVirtualTime(time: VirtualTime, speed: number): Layer.Layer<never> {
  const startMs = time.nowMs;
  const nowNanos = () => BigInt(Math.floor(time.nowMs)) * BigInt(NANOS_PER_MILLI);
  const machineMs = () => (time.nowMs - startMs) / speed;
  const timers: DatedTimers = {
    nowMs: machineMs,
    unixMs: () => startMs + machineMs(),
    after: (ms, act) => time.after(ms * speed, act),
  };
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => Math.floor(time.nowMs),
    currentTimeMillis: Effect.sync(() => Math.floor(time.nowMs)),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: nowNanos,
    monotonicTimeNanos: Effect.sync(nowNanos),
    sleep: (duration) => sleepVirtually(time, Duration.toMillis(duration)),
  };
  return Layer.mergeAll(
    Layer.succeed(Clock.Clock, clock),
    Layer.succeed(ClockSpeed, speed),
    Layer.succeed(MachineTimers, timers),
  );
}

function sleepVirtually(time: VirtualTime, ms: number): Effect.Effect<void> {
  if (ms <= 0) return Effect.yieldNow;
  return Effect.callback<void>((resume) => {
    const forget = time.after(ms, () => resume(Effect.void));
    return Effect.sync(forget);
  });
}
