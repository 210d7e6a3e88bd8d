/**
 * The venue's listing and prices as known so far, and how long they are current.
 *
 * An immutable state and its transitions, without a clock; times are in milliseconds of the
 * service's clock.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { OutcomeMids } from "../../core/port/outcome_market_list.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";
import { readMarketRow, type RowSkipped } from "./listed_market.ts";
import type { ListUpdate, StreamNews } from "./stream_frame.ts";

/** How long data is current, in milliseconds. */
export const CURRENT_MS = 2_000;
/** An older list is read again, even if the stream works. */
const LIST_AGE_MS_MAX = 60_000;
/** The venue's name for the stream of changes. */
export const CHANGES = "outcomeMetaUpdates";

/** The state. Events have numbers, because the clock is too coarse to order them. */
export interface ListingState {
  readonly listed: ReadonlyMap<number, OutcomeMarket>;
  readonly listedAtMs: number;
  readonly lastEvent: number;
  /** The event of the request whose list was applied last. */
  readonly listEvent: number;
  /** The event since which changes are received without a gap. */
  readonly changesSince: number;
  readonly receivedMs: number;
  readonly mids: { readonly prices: OutcomeMids; readonly atMs: number } | undefined;
  /**
   * The list requests in flight, by their event, and the changes received meanwhile, which may be
   * newer than the answer.
   */
  readonly inFlight: ReadonlyMap<number, ReadonlyArray<ListUpdate>>;
}

/** The state before anything is known. */
export const UNKNOWN_LISTING: ListingState = {
  listed: new Map(),
  listedAtMs: -Infinity,
  lastEvent: 0,
  listEvent: 0,
  changesSince: Infinity,
  receivedMs: -Infinity,
  mids: undefined,
  inFlight: new Map(),
};

/** The state after a transition, and the rows that could not be read. */
export interface ListingStep {
  readonly state: ListingState;
  readonly skipped: ReadonlyArray<RowSkipped>;
}

/** A request for the whole list, by its event, and when it began. */
export interface ListRequestId {
  readonly event: number;
  readonly atMs: number;
}

/** Starts a request for the whole list, whose event is now the last one. */
export function beginRequest(state: ListingState): ListingState {
  const lastEvent = state.lastEvent + 1;
  return { ...state, lastEvent, inFlight: new Map(state.inFlight).set(lastEvent, []) };
}

/** Applies a received list, unless a later request was answered earlier. */
export function takeList(
  state: ListingState,
  { event, atMs }: ListRequestId,
  rows: ReadonlyArray<unknown>,
): ListingStep {
  if (event <= state.listEvent) return { state, skipped: [] };
  const created = rows.map((row): ListUpdate => ({ kind: "created", row }));
  const updates = [...created, ...state.inFlight.get(event) ?? []];
  const { listed, skipped } = withUpdates(new Map(), updates);
  return { state: { ...state, listed, listEvent: event, listedAtMs: atMs }, skipped };
}

/** Ends a request, with or without an answer. */
export function endRequest(state: ListingState, { event }: ListRequestId): ListingState {
  const inFlight = new Map(state.inFlight);
  inFlight.delete(event);
  return { ...state, inFlight };
}

/** Applies prices requested at an instant, unless the stream has delivered newer ones. */
export function takeMids(state: ListingState, prices: OutcomeMids, atMs: number): ListingState {
  const isNewer = state.mids === undefined || state.mids.atMs <= atMs;
  return isNewer ? { ...state, mids: { prices, atMs } } : state;
}

/** Applies news of the stream, which shows that it works unless it cannot be read. */
export function takeNews(before: ListingState, news: StreamNews, nowMs: number): ListingStep {
  const isUsable = news.kind !== "unreadable" && news.kind !== "refused";
  const state = isUsable ? { ...before, receivedMs: nowMs } : before;
  switch (news.kind) {
    case "updates": {
      const inFlight = new Map(
        [...state.inFlight].map(([event, updates]) => [event, [...updates, ...news.updates]]),
      );
      const { listed, skipped } = withUpdates(state.listed, news.updates);
      return { state: { ...state, listed, inFlight }, skipped };
    }
    case "mids": {
      // A frame without any outcome side is about other coins.
      const mids = news.mids.size > 0 ? { prices: news.mids, atMs: nowMs } : state.mids;
      return { state: { ...state, mids }, skipped: [] };
    }
    case "subscribed":
      return { state: news.type === CHANGES ? changesFromNow(state) : state, skipped: [] };
    case "unreadable": {
      // It may have been a change, which a list requested from now on includes.
      const isStreamed = state.changesSince !== Infinity;
      return { state: isStreamed ? changesFromNow(state) : state, skipped: [] };
    }
    default:
      return { state, skipped: [] };
  }
}

/** The stream was lost or restarted. */
export function withoutStream(state: ListingState): ListingState {
  return { ...state, changesSince: Infinity };
}

/** Returns the listed markets; none if the state may be outdated. */
export function listedNow(
  { listed, listedAtMs, listEvent, changesSince, receivedMs }: ListingState,
  nowMs: number,
): Option.Option<ReadonlyArray<OutcomeMarket>> {
  const isJustRead = nowMs - listedAtMs <= CURRENT_MS;
  const isStreamed = changesSince < listEvent && nowMs - receivedMs <= CURRENT_MS &&
    nowMs - listedAtMs <= LIST_AGE_MS_MAX;
  return isJustRead || isStreamed ? Option.some([...listed.values()]) : Option.none();
}

/** Returns the prices; none if the state may be outdated. */
export function midsNow({ mids }: ListingState, nowMs: number): Option.Option<OutcomeMids> {
  return mids !== undefined && nowMs - mids.atMs <= CURRENT_MS
    ? Option.some(mids.prices)
    : Option.none();
}

function changesFromNow(state: ListingState): ListingState {
  const lastEvent = state.lastEvent + 1;
  return { ...state, lastEvent, changesSince: lastEvent };
}

function withUpdates(
  before: ReadonlyMap<number, OutcomeMarket>,
  updates: ReadonlyArray<ListUpdate>,
): Pick<ListingState, "listed"> & Pick<ListingStep, "skipped"> {
  const listed = new Map(before);
  const skipped: Array<RowSkipped> = [];
  for (const update of updates) {
    if (update.kind === "settled") {
      listed.delete(update.outcomeId);
      continue;
    }
    const reading = readMarketRow(update.row);
    if (Result.isSuccess(reading)) listed.set(reading.success.outcomeId, reading.success);
    else {
      // Whatever changed, it is no longer a recurring market.
      listed.delete(Number(reading.failure.id));
      skipped.push(reading.failure);
    }
  }
  return { listed, skipped };
}
