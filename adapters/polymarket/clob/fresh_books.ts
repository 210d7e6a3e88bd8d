/**
 * Requests each book at most once per 250 ms, however many callers want it.
 *
 * @module
 */
import { Cache, Duration, Effect, Exit } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { ClobMarket } from "./market.ts";

/** How old an answer may be, in machine time, counted from its request. */
const AGE_MS_MAX = 250;
const BOOKS_MAX = 200;

/**
 * Makes the books. Callers share a request that began within the last 250 ms, finished or not. It
 * continues as long as one of them waits. A failure reaches the callers that wait, and is not
 * cached. `nowMs` is the machine's time by default.
 */
export const makeFreshBooks = Effect.fnUntraced(function* (
  { book, nowMs = () => performance.now() }: Pick<ClobMarket, "book"> & {
    readonly nowMs?: () => number;
  },
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

  return {
    book: (tokenId: string): ReturnType<ClobMarket["book"]> =>
      Effect.suspend(() => {
        const last = lastRequest.get(tokenId);
        const atMs = nowMs();
        const isRecent = last !== undefined && atMs - last.atMs <= AGE_MS_MAX;
        if (isRecent) return Cache.get(answers, last.key);
        const key = `${requests} ${tokenId}`;
        requests += 1;
        lastRequest.setNewest(tokenId, { key, atMs });
        return Cache.get(answers, key);
      }),
    /** Makes every later caller request its book again. */
    forget: Effect.sync(() => lastRequest.clear()),
  };
});
