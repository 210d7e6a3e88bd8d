/** Time that stops until every fiber waits, and then jumps: a run repeats to the step. @module */
import { Clock, Duration, Effect, type Fiber, Scheduler } from "effect";

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Does a piece of work now, later, or never. */
export type Enter = (work: () => void) => void;

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
    const fiber = this.fork(effect, (work) => work());
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

  /** Starts an effect. All that it does passes `enter`, which may delay or forget it. */
  fork<A, E>(effect: Effect.Effect<A, E>, enter: Enter): Fiber.Fiber<A, E> {
    const scheduler = new Scheduler.MixedScheduler("async", (task) => {
      let isCancelled = false;
      this.#ready.push(() => enter(() => isCancelled || task()));
      return () => void (isCancelled = true);
    });
    const clocked = Effect.provideService(effect, Clock.Clock, this.clock(enter));
    return Effect.runFork(clocked, { scheduler });
  }

  /** Lets time pass: runs what is ready, and what wakes until then. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      this.#runReady();
      const [next] = this.#sleepers;
      if (next === undefined || next.atMs > untilMs) break;
      this.#sleepers.shift();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
    }
    this.#nowMs = untilMs;
  }

  /**
   * Lets time pass likewise, while promises are at work besides: it goes on when they rest. They do
   * if `atRest` returns nothing, or once what it returns is over.
   */
  async advanceWith(ms: number, atRest: () => Promise<void> | undefined): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      this.#runReady();
      const resting = atRest();
      if (resting !== undefined) {
        await resting;
        continue;
      }
      const [next] = this.#sleepers;
      if (next === undefined || next.atMs > untilMs) break;
      this.#sleepers.shift();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
    }
    this.#nowMs = untilMs;
  }

  /** Calls `wake` once, after this time. Returns a function that prevents it. */
  after(ms: number, wake: () => void): () => void {
    const sleeper = { atMs: this.#nowMs + Math.max(0, ms), wake };
    const at = this.#sleepers.findLastIndex(({ atMs }) => atMs <= sleeper.atMs);
    this.#sleepers.splice(at + 1, 0, sleeper);
    return () => {
      const found = this.#sleepers.indexOf(sleeper);
      if (found !== -1) this.#sleepers.splice(found, 1);
    };
  }

  #runReady(): void {
    for (let task = this.#ready.shift(); task !== undefined; task = this.#ready.shift()) task();
  }

  /** A clock of this time that runs slower by a factor. */
  clock(enter: Enter, factor = 1): Clock.Clock {
    const nowMs = () => this.#nowMs / factor;
    const nowNanos = () => BigInt(Math.round(nowMs() * 1_000)) * 1_000n;
    return {
      currentTimeMillisUnsafe: nowMs,
      currentTimeMillis: Effect.sync(nowMs),
      currentTimeNanosUnsafe: nowNanos,
      currentTimeNanos: Effect.sync(nowNanos),
      monotonicTimeNanosUnsafe: nowNanos,
      monotonicTimeNanos: Effect.sync(nowNanos),
      sleep: (duration) => this.#wait(Duration.toMillis(duration) * factor, enter),
    };
  }

  #wait(ms: number, enter: Enter): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const prevent = this.after(ms, () => enter(() => resume(Effect.void)));
      return Effect.sync(prevent);
    });
  }
}
