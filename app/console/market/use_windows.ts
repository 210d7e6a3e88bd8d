/**
 * The windows of a market: the latest are loaded, and go on as the stream says; older ones come on
 * demand.
 *
 * @module
 */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LiveWindow } from "../../client/typescript/mod.ts";
import { type Action, useAction } from "../part/action.tsx";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { serviceNowMs } from "../service/service_time.ts";
import { closedWindow, latestWindow } from "../service/stream_feed.ts";
import { askWindows } from "./history_request.ts";
import type { MarketProps } from "./live_window.tsx";
import { type WindowList, withPage, withWindow } from "./window_list.ts";

/** At least as many windows as the chart shows. */
const PAGE = 24;
/** Ten pages: what goes further back is for the API. */
const WINDOWS_MAX = 10 * PAGE;

/** What the stream said while the page was hidden is in the history too. */
const LOADED_EVERY_MS = 60_000;

/** The windows. */
export interface Windows {
  readonly list: WindowList;
  /** The latest page. */
  readonly loaded: Loaded<WindowList>;
  readonly more: Action<void>;
  readonly hasMore: boolean;
}

/** Loads the windows of a market. */
export function useWindows({ asset, interval }: MarketProps): Windows {
  const [list, setList] = useState<WindowList>([]);
  const [count, setCount] = useState(PAGE);
  const load = async (endSec: number, signal?: AbortSignal) =>
    await askWindows({ asset, interval, endSec, count: PAGE, hasOutcomes: true, signal });

  const loaded = useLoaded(
    (signal) => load(Math.floor(serviceNowMs() / 1000) + 1, signal),
    { by: [asset, interval], everyMs: LOADED_EVERY_MS },
  );

  const { value } = loaded;
  /** What was taken from the stream last: its prices change often, and are not in the list. */
  const taken = useRef("");
  const take = (news: LiveWindow | undefined) => {
    if (news !== undefined) setList((list) => withWindow(list, news).slice(0, count));
  };
  useEffect(() => {
    if (value === undefined) return;
    setList((list) => withPage(list, value, count));
    take(closedWindow(asset, interval).peek());
    take(latestWindow(asset, interval).peek());
  }, [value]);
  useSignalEffect(() => {
    const window = latestWindow(asset, interval).value;
    const known = JSON.stringify([window?.start, window?.target]);
    if (known === taken.current) return;
    taken.current = known;
    take(window);
  });
  useSignalEffect(() => take(closedWindow(asset, interval).value));

  const more = useAction(async () => {
    const oldest = list.at(-1);
    if (oldest === undefined) return;
    const page = await load(oldest.timestamp_start);
    // The list may have become shorter: windows that do not join it are forgotten.
    const wanted = Math.min(WINDOWS_MAX, list.length + PAGE);
    setCount(wanted);
    setList((list) => withPage(list, page, wanted));
  });
  return { list, loaded, more, hasMore: list.length > 0 && list.length < WINDOWS_MAX };
}
