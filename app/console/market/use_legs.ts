/**
 * The windows of a market at other venues: the latest are loaded, and go on as the stream says.
 *
 * @module
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { historyApi } from "../service/api.ts";
import { followLegs, streamTurn, useStream } from "../service/stream_feed.ts";
import type { MarketProps } from "./live_window.tsx";
import { type LegsByStart, type WindowNews, withLegs } from "./leg_list.ts";
import { otherVenues } from "./market_name.ts";

/** As many windows as the page has at first. */
const PAGE = 24;

/** A result may be amended after the stream has said all of its window. */
const LOADED_EVERY_MS = 60_000;

/** The windows. */
export interface Legs {
  /** The other venues. Of a market without any, nothing is asked. */
  readonly venues: ReadonlyArray<string>;
  readonly known: LegsByStart;
  /** The latest page. */
  readonly loaded: Loaded<ReadonlyArray<WindowNews>>;
}

/** Follows the windows of a market at other venues. */
export function useLegs({ asset, interval }: MarketProps): Legs {
  useStream();
  const venues = otherVenues({ asset, interval });
  const isAsked = venues.length > 0;
  const [known, setKnown] = useState<LegsByStart>(new Map());
  /** What the stream has said since the page was asked for: that is the newer account. */
  const told = useRef(new Set<number>());

  const turn = streamTurn.value;
  useEffect(() => {
    // A stream that was opened just now has another turn, which comes next.
    if (!isAsked || turn !== streamTurn.peek()) return;
    const aborter = new AbortController();
    void followLegs({ asset, interval }, {
      signal: aborter.signal,
      onWindow: (window) => {
        told.current.add(window.start);
        setKnown((known) => withLegs(known, [window]));
      },
    });
    return () => aborter.abort();
  }, [asset, interval, isAsked, turn]);

  const loaded = useLoaded(async (signal): Promise<ReadonlyArray<WindowNews>> => {
    if (!isAsked) return [];
    told.current.clear();
    const asked = { asset, interval, limit: PAGE, include: "legs" } as const;
    const { data } = await historyApi.windows.list(asked, { signal });
    return data.filter(({ start }) => !told.current.has(start));
  }, { by: [asset, interval, isAsked], ...(isAsked ? { everyMs: LOADED_EVERY_MS } : {}) });
  const { value } = loaded;
  useEffect(() => {
    if (value !== undefined) setKnown((known) => withLegs(known, value));
  }, [value]);

  return { venues, known, loaded };
}
