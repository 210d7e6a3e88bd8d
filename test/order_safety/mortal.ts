/**
 * One life of a service: all its external calls end when it is killed.
 *
 * @module
 */
import { Deferred, Effect, Exit, Option } from "effect";
import type { Chance } from "./chance.ts";

/** A call's conditions on the way to its target and back. */
export interface Trip<E> {
  readonly thereMs: number;
  readonly backMs: number;
  /** `before`: it was not executed. `after`: it was, but the caller gets a failure. */
  readonly fails: Option.Option<{ readonly when: "before" | "after"; readonly failure: E }>;
}

/** Decides when lives end. */
export interface Reaper {
  /** Returns whether this step ends a life. Called at every step. */
  readonly isLast: () => boolean;
  /** Called once per life, after its death. */
  readonly onDeath: Effect.Effect<void>;
}

/** One life of a process. After its death no call of it returns or begins. */
export class Mortal {
  readonly died: Deferred.Deferred<void> = Deferred.makeUnsafe();
  readonly #chance: Chance;
  readonly #reaper: Reaper;
  #isDead = false;

  constructor(chance: Chance, reaper: Reaper) {
    this.#chance = chance;
    this.#reaper = reaper;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Continues only while it lives. */
  readonly alive: Effect.Effect<void> = Effect.suspend(() =>
    this.#isDead ? Effect.never : Effect.void
  );

  /**
   * Runs an external effect. A random draw decides whether a call in flight at its death still
   * executes. Only the living get the result.
   */
  through<A, E>(work: Effect.Effect<A, E>, { thereMs, backMs, fails }: Trip<E>) {
    return Effect.gen({ self: this }, function* () {
      yield* this.#step;
      const outlives = this.#chance.is(0.5);
      const answer = yield* Deferred.make<A, E>();
      const trip = Effect.gen({ self: this }, function* () {
        yield* Effect.sleep(thereMs);
        if (this.#isDead && !outlives) return;
        const failure = Option.getOrUndefined(fails);
        const exit = failure?.when === "before"
          ? Exit.fail(failure.failure)
          : yield* Effect.exit(work);
        if (this.#isDead) return;
        if (this.#reaper.isLast()) return yield* this.#die;
        yield* Effect.sleep(backMs);
        if (this.#isDead) return;
        yield* Deferred.done(answer, failure === undefined ? exit : Exit.fail(failure.failure));
      });
      yield* Effect.forkDetach(trip);
      return yield* Deferred.await(answer);
    });
  }

  get #step(): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (!this.#isDead && this.#reaper.isLast()) return Effect.andThen(this.#die, Effect.never);
      return this.alive;
    });
  }

  get #die(): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#isDead) return Effect.void;
      this.#isDead = true;
      Deferred.doneUnsafe(this.died, Effect.void);
      return Effect.asVoid(Effect.forkDetach(this.#reaper.onDeath));
    });
  }
}
