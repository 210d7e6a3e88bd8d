/**
 * Time that stands still until everybody waits, and then jumps: a run that repeats to the step.
 *
 * @module
 */
import { Clock, Duration, Effect, Scheduler } from "effect";

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** One line of time. Fibers run in the order in which they became ready; nothing is parallel. */
export class VirtualTime {
  #nowMs: number;
  /** By when they wake, and those of one instant as they came. */
  readonly #sleepers: Sleeper[] = [];
  readonly #ready: Array<() => void> = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Runs to the end, without waiting for anything real. Throws where nobody is left to go on. */
  run<A, E>(effect: Effect.Effect<A, E>): A {
    const scheduler = new Scheduler.MixedScheduler("async", (task) => {
      let isCancelled = false;
      this.#ready.push(() => isCancelled || task());
      return () => void (isCancelled = true);
    });
    const fiber = Effect.runFork(Effect.provideService(effect, Clock.Clock, this.#clock()), {
      scheduler,
    });
    for (;;) {
      this.#runReady();
      const exit = fiber.pollUnsafe();
      if (exit !== undefined) return Effect.runSync(exit);
      const next = this.#sleepers.shift();
      if (next === undefined) throw new Error("Cannot go on: everybody waits for somebody else");
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
    }
  }

  #runReady(): void {
    for (let task = this.#ready.shift(); task !== undefined; task = this.#ready.shift()) task();
  }

  #clock(): Clock.Clock {
    const nowMs = () => this.#nowMs;
    const nowNanos = () => BigInt(Math.round(this.#nowMs * 1_000)) * 1_000n;
    return {
      currentTimeMillisUnsafe: nowMs,
      currentTimeMillis: Effect.sync(nowMs),
      currentTimeNanosUnsafe: nowNanos,
      currentTimeNanos: Effect.sync(nowNanos),
      monotonicTimeNanosUnsafe: nowNanos,
      monotonicTimeNanos: Effect.sync(nowNanos),
      sleep: (duration) => this.#sleep(Duration.toMillis(duration)),
    };
  }

  #sleep(ms: number): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const sleeper = { atMs: this.#nowMs + Math.max(0, ms), wake: () => resume(Effect.void) };
      const at = this.#sleepers.findIndex(({ atMs }) => atMs > sleeper.atMs);
      this.#sleepers.splice(at === -1 ? this.#sleepers.length : at, 0, sleeper);
      return Effect.sync(() => {
        const found = this.#sleepers.indexOf(sleeper);
        if (found !== -1) this.#sleepers.splice(found, 1);
      });
    });
  }
}
