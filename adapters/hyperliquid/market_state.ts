/**
 * The state of the venue's listing and prices, from answers and from its stream, and how long it is
 * current.
 *
 * The stream reports changes. It says nothing about the listing before a whole list was read while
 * it ran, and nothing once it is silent, lost or not understood.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { OutcomeMids } from "../../core/port/mod.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";
import { readMarketRow, type RowSkipped } from "./listed_market.ts";
import { type ListUpdate, type StreamNews } from "./stream_frame.ts";

/** How long data is current, in milliseconds of the service's clock, as all times here. */
export const CURRENT_MS = 2_000;
/** An older list is read again, even if the stream works. */
const LIST_AGE_MS_MAX = 60_000;
/** The venue's name for the stream of changes. */
export const CHANGES = "outcomeMetaUpdates";

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
  readonly takeSkipped: () => { readonly rows: ReadonlyArray<RowSkipped>; readonly more: number };
}

/** Anyone may deploy any number of markets, so logged and remembered rows are limited. */
const SKIPPED_MAX = 10;
const COMPLAINED_MAX = 1_000;

/** Creates an empty state. */
export function makeMarketState(): MarketState {
  let listed: ReadonlyMap<number, OutcomeMarket> = new Map();
  let listedAtMs = -Infinity;
  /** Event numbers, because the clock is too coarse to order events. */
  let lastEvent = 0;
  let listEvent = 0;
  /** The event since which changes are received without a gap. */
  let changesSince = Infinity;
  let heardMs = -Infinity;
  let mids: { readonly prices: OutcomeMids; readonly atMs: number } | undefined;
  /** Changes received while a list request is in flight, which may be newer than its answer. */
  const inFlight = new Set<Array<ListUpdate>>();
  const complained = new Set<string>();
  let skipped: { readonly rows: Array<RowSkipped>; more: number } = { rows: [], more: 0 };

  const skip = (row: RowSkipped) => {
    const key = `${row.id} ${row.why}`;
    if (row.isNoise || complained.has(key)) return;
    if (complained.size >= COMPLAINED_MAX) complained.clear();
    complained.add(key);
    if (skipped.rows.length < SKIPPED_MAX) skipped.rows.push(row);
    else skipped.more++;
  };

  const withUpdates = (
    before: ReadonlyMap<number, OutcomeMarket>,
    updates: ReadonlyArray<ListUpdate>,
  ) => {
    const after = new Map(before);
    for (const update of updates) {
      if (update.kind === "settled") {
        after.delete(update.outcomeId);
        continue;
      }
      const reading = readMarketRow(update.row);
      if (Result.isSuccess(reading)) after.set(reading.success.outcomeId, reading.success);
      else {
        // Whatever changed, it is no longer a recurring market.
        after.delete(Number(reading.failure.id));
        skip(reading.failure);
      }
    }
    return after;
  };

  return {
    beginList: (nowMs) => {
      const updates: Array<ListUpdate> = [];
      const at = ++lastEvent;
      inFlight.add(updates);
      return {
        take: (rows) => {
          // A later request may have been answered earlier.
          if (at > listEvent) {
            [listEvent, listedAtMs] = [at, nowMs];
            const created = rows.map((row): ListUpdate => ({ kind: "created", row }));
            listed = withUpdates(new Map(), [...created, ...updates]);
          }
          return [...listed.values()];
        },
        end: () => void inFlight.delete(updates),
      };
    },
    takeMids: (prices, atMs) => {
      // The stream may have delivered newer prices meanwhile.
      if (mids === undefined || mids.atMs <= atMs) mids = { prices, atMs };
      return mids.prices;
    },
    receive: (news, nowMs) => {
      if (news.kind !== "unreadable" && news.kind !== "refused") heardMs = nowMs;
      switch (news.kind) {
        case "updates":
          for (const updates of inFlight) updates.push(...news.updates);
          listed = withUpdates(listed, news.updates);
          return true;
        case "mids":
          // A frame without any outcome side is about other coins.
          if (news.mids.size > 0) mids = { prices: news.mids, atMs: nowMs };
          return true;
        case "subscribed":
          if (news.type === CHANGES) changesSince = ++lastEvent;
          return false;
        case "unreadable":
          // It may have been a change, which a list requested from now on includes.
          if (changesSince !== Infinity) changesSince = ++lastEvent;
          return false;
        default:
          return false;
      }
    },
    lostStream: () => void (changesSince = Infinity),
    listedNow: (nowMs) => {
      const isJustRead = nowMs - listedAtMs <= CURRENT_MS;
      const isStreamed = changesSince < listEvent && nowMs - heardMs <= CURRENT_MS &&
        nowMs - listedAtMs <= LIST_AGE_MS_MAX;
      return isJustRead || isStreamed ? Option.some([...listed.values()]) : Option.none();
    },
    midsNow: (nowMs) =>
      Option.map(
        Option.filter(Option.fromUndefinedOr(mids), ({ atMs }) => nowMs - atMs <= CURRENT_MS),
        ({ prices }) => prices,
      ),
    takeSkipped: () => {
      const taken = skipped;
      skipped = { rows: [], more: 0 };
      return taken;
    },
  };
}
