/**
 * What is known of the venue's list and prices, from answers and from its stream, and until when
 * that may be relied on.
 *
 * The stream tells what changes. So it says nothing of what is listed before a whole list was read
 * while it ran, and nothing any more from the moment on that it is quiet, gone or not understood.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { OutcomeMids } from "../../core/port/mod.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";
import { readMarketRow, type RowSkipped } from "./listed_market.ts";
import { type ListUpdate, type StreamNews } from "./stream_frame.ts";

/** What was read or heard within so long is current; on the service's clock, as all here. */
export const CURRENT_MS = 2_000;
/** However well the stream runs, a list that is older is read anew. */
const LIST_AGE_MS_MAX = 60_000;
/** The stream of changes, by the venue's name. */
export const CHANGES = "outcomeMetaUpdates";

/** A whole list that is on its way. */
export interface Look {
  /** It is there. Gives what is listed. */
  readonly take: (rows: ReadonlyArray<unknown>) => ReadonlyArray<OutcomeMarket>;
  /** It is there, or will not come. */
  readonly end: () => void;
}

/** Keeps it. */
export interface MarketDesk {
  /** A whole list is asked for. */
  readonly lookBegins: (nowMs: number) => Look;
  /** Prices that were asked for at an instant. Gives the newest there are. */
  readonly takeMids: (mids: OutcomeMids, atMs: number) => OutcomeMids;
  /** A frame came. Says whether it was of use. */
  readonly hear: (news: StreamNews, nowMs: number) => boolean;
  /** The stream has gone, or runs anew. */
  readonly lostStream: () => void;
  /** What is listed; none where that is not certain any more. */
  readonly listedNow: (nowMs: number) => Option.Option<ReadonlyArray<OutcomeMarket>>;
  /** Likewise. */
  readonly midsNow: (nowMs: number) => Option.Option<OutcomeMids>;
  /** The rows that were passed over and might be missed, each once; `more` were too many. */
  readonly takeSkipped: () => { readonly rows: ReadonlyArray<RowSkipped>; readonly more: number };
}

/** Anybody may deploy markets, and any number: so many rows are told at once, and remembered. */
const SKIPPED_MAX = 10;
const COMPLAINED_MAX = 1_000;

/** Nothing is known yet. */
export function makeMarketDesk(): MarketDesk {
  let listed: ReadonlyMap<number, OutcomeMarket> = new Map();
  let lookedMs = -Infinity;
  /** Places in the order of all that happens, which the clock is too coarse to tell. */
  let happened = 0;
  let lookedAt = 0;
  /** Since when changes are told without a gap. */
  let toldSince = Infinity;
  let heardMs = -Infinity;
  let mids: { readonly prices: OutcomeMids; readonly atMs: number } | undefined;
  /** What was told while a list was on its way: that may be older. */
  const underway = new Set<Array<ListUpdate>>();
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
        // Whatever it was, it is no market of ours any more.
        after.delete(Number(reading.failure.id));
        skip(reading.failure);
      }
    }
    return after;
  };

  return {
    lookBegins: (nowMs) => {
      const told: Array<ListUpdate> = [];
      const at = ++happened;
      underway.add(told);
      return {
        take: (rows) => {
          // A list that was asked for later may have come sooner.
          if (at > lookedAt) {
            [lookedAt, lookedMs] = [at, nowMs];
            const created = rows.map((row): ListUpdate => ({ kind: "created", row }));
            listed = withUpdates(new Map(), [...created, ...told]);
          }
          return [...listed.values()];
        },
        end: () => void underway.delete(told),
      };
    },
    takeMids: (prices, atMs) => {
      // The stream may have told newer ones meanwhile.
      if (mids === undefined || mids.atMs <= atMs) mids = { prices, atMs };
      return mids.prices;
    },
    hear: (news, nowMs) => {
      if (news.kind !== "unreadable" && news.kind !== "refused") heardMs = nowMs;
      switch (news.kind) {
        case "updates":
          for (const told of underway) told.push(...news.updates);
          listed = withUpdates(listed, news.updates);
          return true;
        case "mids":
          // One without a single side is of other coins, and says nothing of these.
          if (news.mids.size > 0) mids = { prices: news.mids, atMs: nowMs };
          return true;
        case "subscribed":
          if (news.type === CHANGES) toldSince = ++happened;
          return false;
        case "unreadable":
          // It may have been a change: a list that is asked for from now on has it.
          if (toldSince !== Infinity) toldSince = ++happened;
          return false;
        default:
          return false;
      }
    },
    lostStream: () => void (toldSince = Infinity),
    listedNow: (nowMs) => {
      const isJustRead = nowMs - lookedMs <= CURRENT_MS;
      const isTold = toldSince < lookedAt && nowMs - heardMs <= CURRENT_MS &&
        nowMs - lookedMs <= LIST_AGE_MS_MAX;
      return isJustRead || isTold ? Option.some([...listed.values()]) : Option.none();
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
