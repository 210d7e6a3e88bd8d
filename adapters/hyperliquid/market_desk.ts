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
  readonly takeMids: (mids: OutcomeMids, nowMs: number) => void;
  /** A frame came. Says whether it was of use. */
  readonly hear: (news: StreamNews, nowMs: number) => boolean;
  /** The stream has gone, or runs anew. */
  readonly lostStream: () => void;
  /** Prices are to be asked for anew. */
  readonly forgetMids: () => void;
  /** What is listed; none where that is not certain any more. */
  readonly listedNow: (nowMs: number) => Option.Option<ReadonlyArray<OutcomeMarket>>;
  /** Likewise. */
  readonly midsNow: (nowMs: number) => Option.Option<OutcomeMids>;
  /** The rows that were passed over and might be missed, each once. */
  readonly takeSkipped: () => ReadonlyArray<RowSkipped>;
}

/** Nothing is known yet. */
export function makeMarketDesk(): MarketDesk {
  let listed: ReadonlyMap<number, OutcomeMarket> = new Map();
  let lookedMs = -Infinity;
  /** Since when changes are told without a gap; undefined: they are not. */
  let toldSinceMs: number | undefined;
  let heardMs = -Infinity;
  let mids: { readonly prices: OutcomeMids; readonly atMs: number } | undefined;
  /** What was told while a list was on its way: that may be older. */
  const underway = new Set<Array<ListUpdate>>();
  const complained = new Set<string>();
  let skipped: Array<RowSkipped> = [];

  const skip = (row: RowSkipped) => {
    const key = `${row.id} ${row.why}`;
    if (row.isNoise || complained.has(key)) return;
    complained.add(key);
    skipped.push(row);
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
      else skip(reading.failure);
    }
    return after;
  };

  const doubt = () => void (toldSinceMs = undefined);

  return {
    lookBegins: (nowMs) => {
      const told: Array<ListUpdate> = [];
      underway.add(told);
      return {
        take: (rows) => {
          // A list that was asked for later may have come sooner.
          if (nowMs >= lookedMs) {
            lookedMs = nowMs;
            const created = rows.map((row): ListUpdate => ({ kind: "created", row }));
            listed = withUpdates(new Map(), [...created, ...told]);
          }
          return [...listed.values()];
        },
        end: () => void underway.delete(told),
      };
    },
    takeMids: (prices, atMs) => void (mids = { prices, atMs }),
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
          if (news.type === CHANGES) toldSinceMs = nowMs;
          return false;
        case "unreadable":
          doubt();
          return false;
        default:
          return false;
      }
    },
    lostStream: doubt,
    forgetMids: () => void (mids = undefined),
    listedNow: (nowMs) => {
      const isJustRead = nowMs - lookedMs <= CURRENT_MS;
      const isTold = toldSinceMs !== undefined && toldSinceMs <= lookedMs &&
        nowMs - heardMs <= CURRENT_MS && nowMs - lookedMs <= LIST_AGE_MS_MAX;
      return isJustRead || isTold ? Option.some([...listed.values()]) : Option.none();
    },
    midsNow: (nowMs) =>
      Option.map(
        Option.filter(Option.fromUndefinedOr(mids), ({ atMs }) => nowMs - atMs <= CURRENT_MS),
        ({ prices }) => prices,
      ),
    takeSkipped: () => {
      const rows = skipped;
      skipped = [];
      return rows;
    },
  };
}
