/**
 * The state of the venue's listing and prices, from answers and from its stream, and how long it is
 * current.
 *
 * The stream reports changes. It says nothing about the listing before a whole list was read while
 * it ran, and nothing once it is silent, lost or not understood.
 *
 * @module
 */
import type { Option } from "effect";
import type { OutcomeMids } from "../../core/port/outcome_market_list.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";
import {
  beginRequest,
  endRequest,
  listedNow,
  type ListingStep,
  midsNow,
  takeList,
  takeMids,
  takeNews,
  UNKNOWN_LISTING,
  withoutStream,
} from "./listing_state.ts";
import { makeSkippedRowLog, type SkippedRows } from "./skipped_rows.ts";
import type { StreamNews } from "./stream_frame.ts";

/** A request for the whole list that is in flight. */
export interface ListRequest {
  /** Applies the received list and returns the listed markets. */
  readonly take: (rows: ReadonlyArray<unknown>) => ReadonlyArray<OutcomeMarket>;
  /** Ends the request, with or without an answer. */
  readonly end: () => void;
}

/** Tracks the listing and the prices. */
export interface MarketState {
  /** Starts a request for the whole list. */
  readonly beginList: (nowMs: number) => ListRequest;
  /** Applies prices requested at an instant. Returns the newest prices. */
  readonly takeMids: (mids: OutcomeMids, atMs: number) => OutcomeMids;
  /** Processes a frame. Returns whether it was useful. */
  readonly receive: (news: StreamNews, nowMs: number) => boolean;
  /** The stream was lost or restarted. */
  readonly lostStream: () => void;
  /** Returns the listed markets; none if the state may be outdated. */
  readonly listedNow: (nowMs: number) => Option.Option<ReadonlyArray<OutcomeMarket>>;
  /** Returns the prices; none if the state may be outdated. */
  readonly midsNow: (nowMs: number) => Option.Option<OutcomeMids>;
  /** Returns the skipped rows that may matter, each once; `more` counts those beyond the limit. */
  readonly takeSkipped: () => SkippedRows;
}

/** Creates an empty state. */
export function makeMarketState(): MarketState {
  let state = UNKNOWN_LISTING;
  const skippedRows = makeSkippedRowLog();

  const enter = (step: ListingStep) => {
    state = step.state;
    skippedRows.add(step.skipped);
  };

  return {
    beginList: (atMs) => {
      state = beginRequest(state);
      const request = { event: state.lastEvent, atMs };
      return {
        take: (rows) => {
          enter(takeList(state, request, rows));
          return [...state.listed.values()];
        },
        end: () => void (state = endRequest(state, request)),
      };
    },
    takeMids: (mids, atMs) => {
      state = takeMids(state, mids, atMs);
      return state.mids?.prices ?? mids;
    },
    receive: (news, nowMs) => {
      enter(takeNews(state, news, nowMs));
      return news.kind === "updates" || news.kind === "mids";
    },
    lostStream: () => void (state = withoutStream(state)),
    listedNow: (nowMs) => listedNow(state, nowMs),
    midsNow: (nowMs) => midsNow(state, nowMs),
    takeSkipped: skippedRows.take,
  };
}
