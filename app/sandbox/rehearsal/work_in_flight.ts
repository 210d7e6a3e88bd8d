/**
 * What a replay's clock waits for: work of this instant that is not done yet.
 *
 * @module
 */
import { Layer, Scheduler } from "effect";
import type { Run } from "../../../adapters/http/edge/run.ts";
import { StatementsWaiting } from "../../../adapters/postgres/engine/sql_watch.ts";

/** After so many turns of the event loop without work, what promises still had to do is done. */
const CALM_TURNS = 3;
/** The same while a request waits, which may wait for what is not counted. */
const CALM_TURNS_OPEN = 50;

/** Counts work. */
export class WorkInFlight {
  #tasks = 0;
  #statements = 0;
  #requests = 0;
  /** Of the requests, how many have run to where they wait. */
  #running = 0;
  #changed = Promise.withResolvers<void>();

  /** Whether a request is open. */
  get isAsked(): boolean {
    return this.#requests > 0;
  }

  /** Whether every open request waits in an effect: then it waits for time, once all is calm. */
  get isAskedForTime(): boolean {
    return this.#requests > 0 && this.#running >= this.#requests;
  }

  /** Ends with the next request or answer, or the next call of `change`. */
  get untilChanged(): Promise<void> {
    return this.#changed.promise;
  }

  /** Something has come from outside, or has gone there. */
  readonly change = (): void => {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  };

  /** Ends when nothing can happen any more without something from outside, or time. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < (this.isAsked ? CALM_TURNS_OPEN : CALM_TURNS);) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      calm = this.#tasks > 0 || this.#statements > 0 ? 0 : calm + 1;
    }
  }

  /** Counts a request until it is answered. */
  async attend(answer: () => unknown): Promise<unknown> {
    this.#requests += 1;
    this.change();
    try {
      return await answer();
    } finally {
      this.#requests -= 1;
      this.change();
    }
  }

  /** Counts what requests run. */
  counted<Ports>(run: Run<Ports>): Run<Ports> {
    return (effect) => {
      const exit = run(effect);
      if (!(exit instanceof Promise)) return exit;
      this.#running += 1;
      this.change();
      return exit.finally(() => {
        this.#running -= 1;
        this.change();
      });
    };
  }

  /** Provides what counts fibers that are ready, and statements of the store. */
  readonly layer: Layer.Layer<never> = Layer.merge(
    Layer.sync(Scheduler.Scheduler, () =>
      new Scheduler.MixedScheduler("async", (task) => {
        this.#tasks += 1;
        const immediate = setImmediate(() => {
          this.#tasks -= 1;
          task();
        });
        return () => {
          this.#tasks -= 1;
          clearImmediate(immediate);
        };
      })),
    Layer.succeed(StatementsWaiting, (count: number) => void (this.#statements = count)),
  );
}
