/**
 * Caches answers and shares concurrent requests for the same one.
 *
 * @module
 */
import { Cache, Clock, Duration, Effect } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { DatedAnswer } from "../../../core/port/event_catalog.ts";

/** How to request, and how much to keep. */
export interface AnswerMemoryOptions<Key extends string, A, E> {
  readonly ask: (key: Key) => Effect.Effect<A, E>;
  /** Other keys under which the same answer is cached. */
  readonly otherKeys: (key: Key, value: A) => ReadonlyArray<Key>;
  /** The most recently used answers are kept. */
  readonly answersMax: number;
}

/** Answers from the cache or with a request. */
export interface AnswerCache<Key extends string, A, E> {
  /** `isFresh` decides by the answer's age in milliseconds, counted from the request. */
  readonly recall: (
    key: Key,
    isFresh: (value: A, ageMs: number) => boolean,
  ) => Effect.Effect<DatedAnswer<A>, E>;
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
export const makeAnswerCache = Effect.fnUntraced(function* <Key extends string, A, E>(
  { ask, otherKeys, answersMax }: AnswerMemoryOptions<Key, A, E>,
) {
  const answers = new BoundedMap<Key, Cached<A>>(answersMax);
  /**
   * The calls that run now. Answers are kept above instead: an entry here keeps the fiber of its
   * call, and with it all of the request that came first, 4 kB apart from the answer.
   */
  const running = yield* Cache.makeWith(
    Effect.fnUntraced(function* (key: Key) {
      const askedAtMs = yield* Clock.currentTimeMillis;
      const found = { value: yield* ask(key), askedAtMs };
      for (const each of [key, ...otherKeys(key, found.value)]) answers.setNewest(each, found);
      return found;
    }),
    { capacity: Infinity, timeToLive: () => Duration.zero },
  );

  const recall: AnswerCache<Key, A, E>["recall"] = Effect.fnUntraced(function* (key, isFresh) {
    const nowMs = yield* Clock.currentTimeMillis;
    const known = answers.get(key);
    if (known !== undefined && isFresh(known.value, nowMs - known.askedAtMs)) {
      answers.setNewest(key, known);
      return { ...known, isCached: true };
    }
    answers.delete(key);
    return { ...(yield* Cache.get(running, key)), isCached: false };
  });

  return { recall } satisfies AnswerCache<Key, A, E>;
});
