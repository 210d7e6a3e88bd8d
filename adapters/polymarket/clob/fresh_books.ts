/**
 * Asks for each book once in a quarter of a second, however many want it.
 *
 * @module
 */
import { Cache, Duration, Effect, Exit } from "effect";
import type { ClobMarket } from "./market.ts";

/** How old an answer may be, in machine time, counted from when it was asked for. */
const AGE_MS_MAX = 250;
const BOOKS_MAX = 200;

/**
 * Makes the books. Whoever wants one shares an asking that began within the last quarter of a
 * second, done or not; it goes on as long as one of them still waits. Failures are told to those
 * who wait and then forgotten.
 */
export const makeFreshBooks = Effect.fnUntraced(function* ({ book }: Pick<ClobMarket, "book">) {
  /** When each token was last asked for, the one asked for longest ago first. */
  const lastAsking = new Map<string, { readonly key: string; readonly atMs: number }>();
  let askings = 0;
  const answers = yield* Cache.makeWith(
    (key: string) => book(key.slice(key.indexOf(" ") + 1)),
    {
      capacity: BOOKS_MAX,
      timeToLive: (exit) => Exit.isSuccess(exit) ? Duration.infinity : Duration.zero,
    },
  );

  return {
    book: (tokenId: string): ReturnType<ClobMarket["book"]> =>
      Effect.suspend(() => {
        const last = lastAsking.get(tokenId);
        const atMs = performance.now();
        const isRecent = last !== undefined && atMs - last.atMs <= AGE_MS_MAX;
        if (isRecent) return Cache.get(answers, last.key);
        const key = `${askings} ${tokenId}`;
        askings += 1;
        lastAsking.delete(tokenId);
        lastAsking.set(tokenId, { key, atMs });
        const [oldest] = lastAsking.keys();
        if (lastAsking.size > BOOKS_MAX && oldest !== undefined) lastAsking.delete(oldest);
        return Cache.get(answers, key);
      }),
    /** Whoever wants a book from now on asks for it anew. */
    forget: Effect.sync(() => lastAsking.clear()),
  };
});
