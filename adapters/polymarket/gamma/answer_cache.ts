/**
 * Caches answers and shares concurrent requests for the same one.
 *
 * @module
 */
import { Cache, Clock, Duration, Effect, Exit, Option } from "effect";
import type { CatalogAnswer } from "../../../core/port/mod.ts";

/** How to request, and how much to keep. */
export interface AnswerMemoryOptions<Key, A, E> {
  readonly ask: (key: Key) => Effect.Effect<A, E>;
  /** Other keys under which the same answer is cached. */
  readonly otherKeys: (key: Key, value: A) => ReadonlyArray<Key>;
  /** The most recently used answers are kept. */
  readonly answersMax: number;
}

/** Answers from the cache or with a request. */
export interface AnswerCache<Key, A, E> {
  /** `isFresh` decides by the answer's age in milliseconds, counted from the request. */
  readonly recall: (
    key: Key,
    isFresh: (value: A, ageMs: number) => boolean,
  ) => Effect.Effect<CatalogAnswer<A>, E>;
}

/** An answer and when it was requested. */
interface Cached<A> {
  readonly value: A;
  readonly askedAtMs: number;
}

/**
 * Creates the cache. Concurrent equal requests share one call, which runs as long as a caller
 * waits. Failures reach all waiting callers and are not cached.
 */
export const makeAnswerCache = Effect.fnUntraced(function* <Key, A, E>(
  { ask, otherKeys, answersMax }: AnswerMemoryOptions<Key, A, E>,
) {
  const cache: Cache.Cache<Key, Cached<A>, E> = yield* Cache.makeWith(
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

  const recall: AnswerCache<Key, A, E>["recall"] = Effect.fnUntraced(function* (key, isFresh) {
    const known = yield* Cache.getSuccess(cache, key);
    if (Option.isSome(known)) {
      const { value, askedAtMs } = known.value;
      const ageMs = (yield* Clock.currentTimeMillis) - askedAtMs;
      if (isFresh(value, ageMs)) return { value, isCached: true };
      // Another caller may already have replaced the stale answer, so only the stale one is
      // removed.
      yield* Cache.invalidateWhen(cache, key, (told) => told === known.value);
    }
    const { value } = yield* Cache.get(cache, key);
    return { value, isCached: false };
  });

  return { recall } satisfies AnswerCache<Key, A, E>;
});
