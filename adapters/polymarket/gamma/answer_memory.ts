/**
 * Remembers answers, and asks once however many want the same one.
 *
 * @module
 */
import { Cache, Clock, Duration, Effect, Exit, Option } from "effect";
import type { CatalogAnswer } from "../../../core/port/mod.ts";

/** How to ask, and how much to keep. */
export interface AnswerMemoryOptions<Key, A, E> {
  readonly ask: (key: Key) => Effect.Effect<A, E>;
  /** Other keys under which the same answer is found, once it is there. */
  readonly otherKeys: (key: Key, value: A) => ReadonlyArray<Key>;
  /** The answers that were wanted last are kept. */
  readonly answersMax: number;
}

/** Answers from memory, or by asking. */
export interface AnswerMemory<Key, A, E> {
  /** `isFresh` judges an answer by its age in milliseconds, counted from when it was asked for. */
  readonly recall: (
    key: Key,
    isFresh: (value: A, ageMs: number) => boolean,
  ) => Effect.Effect<CatalogAnswer<A>, E>;
}

/** An answer, and when it was asked for. */
interface Told<A> {
  readonly value: A;
  readonly askedAtMs: number;
}

/**
 * Makes the memory. Equal questions at once share one asking, which goes on as long as one of them
 * still waits. Failures are told to all who wait and then forgotten.
 */
export const makeAnswerMemory = Effect.fnUntraced(function* <Key, A, E>(
  { ask, otherKeys, answersMax }: AnswerMemoryOptions<Key, A, E>,
) {
  const cache: Cache.Cache<Key, Told<A>, E> = yield* Cache.makeWith(
    Effect.fnUntraced(function* (key: Key) {
      const askedAtMs = yield* Clock.currentTimeMillis;
      const told = { value: yield* ask(key), askedAtMs };
      yield* Effect.forEach(otherKeys(key, told.value), (other) => Cache.set(cache, other, told));
      return told;
    }),
    {
      capacity: answersMax,
      timeToLive: (exit) => Exit.isSuccess(exit) ? Duration.infinity : Duration.zero,
    },
  );

  const recall: AnswerMemory<Key, A, E>["recall"] = Effect.fnUntraced(function* (key, isFresh) {
    const known = yield* Cache.getSuccess(cache, key);
    if (Option.isSome(known)) {
      const { value, askedAtMs } = known.value;
      const ageMs = (yield* Clock.currentTimeMillis) - askedAtMs;
      if (isFresh(value, ageMs)) return { value, isCached: true };
      // Whoever found the same one too old may have asked already: only the old one goes.
      yield* Cache.invalidateWhen(cache, key, (told) => told === known.value);
    }
    const { value } = yield* Cache.get(cache, key);
    return { value, isCached: false };
  });

  return { recall } satisfies AnswerMemory<Key, A, E>;
});
