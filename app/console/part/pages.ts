/**
 * Lists that come in pages, of which the reader asks for one more at a time.
 *
 * @module
 */
import { useCallback, useRef } from "preact/hooks";
import { type Loaded, useLoaded } from "./loaded.ts";

/** Whoever needs more asks the API itself: every page is asked for again at each refresh. */
const PAGES_MAX = 20;

/** Pages that are loaded again and again, all that are shown each time, so that none is stale. */
export function usePages<Shown extends { readonly hasMore: boolean }>(
  load: (pages: number, signal: AbortSignal) => Promise<Shown>,
  { by, everyMs }: { readonly by: ReadonlyArray<unknown>; readonly everyMs: number },
): { readonly list: Loaded<Shown>; readonly more: (() => void) | undefined } {
  const shown = useRef({ by, pages: 1 });
  if (by.some((value, index) => value !== shown.current.by[index])) {
    shown.current = { by, pages: 1 };
  }
  const list = useLoaded((signal) => load(shown.current.pages, signal), { by, everyMs });
  const more = useCallback(() => {
    shown.current.pages++;
    list.reload();
  }, [list.reload]);
  const mayGoOn = list.value?.hasMore === true && shown.current.pages < PAGES_MAX;
  return { list, more: mayGoOn ? more : undefined };
}
