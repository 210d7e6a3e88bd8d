/**
 * Time that stops until every fiber waits, and then jumps: a run repeats to the step.
 *
 * @module
 */
import { Clock, Duration, Effect, Scheduler } from "effect";

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** One timeline. Fibers run in the order in which they became ready; nothing is parallel. */
export class VirtualTime {
  #nowMs: number;
  /** Ordered by wake-up time, and for equal times by arrival. */
  readonly #sleepers: Sleeper[] = [];
  readonly #ready: Array<() => void> = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Runs to the end without any real waiting. Throws if no fiber can continue. */
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
      if (next === undefined) throw new Error("Deadlock: every fiber waits for another one");
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
