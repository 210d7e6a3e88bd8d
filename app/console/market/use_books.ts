/**
 * The order books of the window of a market that is open. They are asked for again once a best
 * price or its size has moved, but not often: an address has 120 requests a minute.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { latestWindow } from "../service/stream_feed.ts";
import type { OrderBook } from "../../client/typescript/wire/book.ts";
import { askBooks } from "./book_request.ts";
import type { MarketProps } from "./live_window.tsx";

/** Two requests each time: a page has at most 40 a minute. */
const EVERY_MS_MIN = 3_000;
/** Levels behind the best one move without it. */
const EVERY_MS_MAX = 15_000;

/** Loads the books of both outcomes while they are shown. */
export function useBooks(
  { asset, interval, slug }: MarketProps & { readonly slug: string },
): Loaded<ReadonlyArray<OrderBook>> {
  const latest = latestWindow(asset, interval);
  const best =
    useComputed(() =>
      latest.value?.market?.outcomes.map(({ at: _, ...quoted }) => Object.values(quoted)).join()
    ).value;
  const asked = useRef({ best, atMs: -Infinity });
  const books = useLoaded((signal) => {
    asked.current = { best, atMs: performance.now() };
    return askBooks(slug, signal);
  }, { by: [slug], everyMs: EVERY_MS_MAX });
  const { isLoading, failure, reload } = books;
  useEffect(() => {
    // What fails is repeated at its own pace.
    if (isLoading || failure !== undefined || asked.current.best === best) return;
    const waitMs = asked.current.atMs + EVERY_MS_MIN - performance.now();
    const timer = setTimeout(reload, Math.max(0, waitMs));
    return () => clearTimeout(timer);
  }, [best, isLoading, failure]);
  return books;
}
