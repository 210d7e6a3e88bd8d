/**
 * Requests each book at most once per quarter of a second, or as long as is said, however many
 * callers want it.
 *
 * @module
 */
import { Cache, Duration, Effect, Exit } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";

/** How old an answer may be by default, in machine time, counted from its request. */
const AGE_MS_MAX = 250;
const BOOKS_MAX = 200;

/** How books are requested. */
export interface FreshBooksOptions<A, E> {
  readonly book: (tokenId: string) => Effect.Effect<A, E>;
  readonly ageMsMax?: number;
  /** The machine's time by default. */
  readonly nowMs?: () => number;
}

/**
 * Makes the books. Callers share a request that began lately, finished or not. It continues as long
 * as one of them waits. A failure reaches the callers that wait, and is not cached.
 */
export const makeFreshBooks = Effect.fnUntraced(function* <A, E>(
  { book, ageMsMax = AGE_MS_MAX, nowMs = () => performance.now() }: FreshBooksOptions<A, E>,
) {
  /** The last request of each token, the oldest first. */
  const lastRequest = new BoundedMap<
    string,
    { readonly key: string; readonly atMs: number }
  >(BOOKS_MAX);
  let requests = 0;
  const answers = yield* Cache.makeWith(
    (key: string) => book(key.slice(key.indexOf(" ") + 1)),
    {
      capacity: BOOKS_MAX,
      timeToLive: (exit) => Exit.isSuccess(exit) ? Duration.infinity : Duration.zero,
    },
  );

  /** Whether a caller would share a request of another one. */
  const isShared = (tokenId: string) => {
    const last = lastRequest.get(tokenId);
    return last !== undefined && nowMs() - last.atMs <= ageMsMax;
  };

  return {
    isShared,
    book: (tokenId: string): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const last = lastRequest.get(tokenId);
        if (last !== undefined && isShared(tokenId)) return Cache.get(answers, last.key);
        const key = `${requests} ${tokenId}`;
        requests += 1;
        lastRequest.setNewest(tokenId, { key, atMs: nowMs() });
        return Cache.get(answers, key);
      }),
    /** Makes every later caller request its book again. */
    forget: Effect.sync(() => lastRequest.clear()),
  };
});
