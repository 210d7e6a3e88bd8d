/**
 * Loads the windows of a market: the latest when it is chosen and as windows open, older ones on
 * demand. Never often: an address has 120 requests a minute, and in a quick sandbox a window opens
 * every few seconds.
 *
 * @module
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Action, useAction } from "../part/action.tsx";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { serviceNowMs } from "../service/service_time.ts";
import { latestTarget } from "../service/stream_feed.ts";
import { askWindows } from "./history_request.ts";
import type { MarketProps } from "./live_window.tsx";
import { type WindowList, withPage, withTarget } from "./window_list.ts";

/** At least as many windows as the chart shows. */
const PAGE = 24;
/** Ten pages: what goes further back is for the API. */
const WINDOWS_MAX = 10 * PAGE;

/** Outcomes become final some time after a window's end. */
const LOADED_EVERY_MS = 60_000;
const LOADED_EVERY_MS_MIN = 15_000;

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
  const loadedMs = useRef(-Infinity);
  const load = async (endSec: number, signal?: AbortSignal) =>
    await askWindows({ asset, interval, endSec, count: PAGE, hasOutcomes: true, signal });

  const loaded = useLoaded((signal) => {
    loadedMs.current = performance.now();
    return load(Math.floor(serviceNowMs() / 1000) + 1, signal);
  }, { by: [asset, interval], everyMs: LOADED_EVERY_MS });

  const { value, reload } = loaded;
  useEffect(() => {
    if (value !== undefined) setList((list) => withPage(list, value, count));
  }, [value]);

  const target = latestTarget(asset, interval).value?.event;
  useEffect(() => {
    if (target === undefined) return;
    setList((list) => withTarget(list, target).slice(0, count));
    // The window before it has ended: its outcome is known now.
    const waitMs = loadedMs.current + LOADED_EVERY_MS_MIN - performance.now();
    const timer = setTimeout(reload, Math.max(1_000, waitMs));
    return () => clearTimeout(timer);
  }, [target, value === undefined]);

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
