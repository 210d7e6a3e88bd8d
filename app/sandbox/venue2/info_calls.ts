/**
 * The questions of `/info`: what each weighs, and what is answered to it.
 *
 * @module
 */
import { type Season } from "../season/season.ts";
import { type World } from "../world/world.ts";
import { bookAround, type BookGrouping } from "./book.ts";
import { candleInterval } from "./candle_interval.ts";
import { candlesOf } from "./candles.ts";
import { makeFairPrice } from "./fair_price.ts";
import { fieldsOf } from "./listed_outcome.ts";
import { type ListingBoard, makeListingBoard } from "./listing_board.ts";
import { OUTCOME_TEMPLATES } from "./outcome_templates.ts";
import { makePriceBoard, type PriceBoard } from "./price_board.ts";
import { makeFindTrack } from "./price_track.ts";
import { recentTrades } from "./recent_trades.ts";
import { makeRecurringMarkets } from "./recurring.ts";
import { perpMeta, spotMeta } from "./venue_meta.ts";
import { makeWorldListing } from "./world_listing.ts";

/** An answer, and what it counts for. */
export interface InfoAnswer {
  readonly weight: number;
  readonly data: unknown;
}

/** Everything that the venue knows. */
export interface InfoDesk {
  readonly board: ListingBoard;
  readonly prices: PriceBoard;
  /** Prices of all coins, as `allMids` answers them. */
  mids(nowMs: number): object;
  /** The book of a coin; null for one that has none. */
  book(coin: string, grouping: BookGrouping, nowMs: number): object | null;
  /** Undefined for a body of another shape, or of a type that does not exist. */
  ask(body: unknown, nowMs: number): InfoAnswer | undefined;
}

/** A body's fields, and the instant at which it came. */
interface Question {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly nowMs: number;
}

/** Answers with JSON; undefined refuses the body. */
type Call = (question: Question) => InfoAnswer | undefined;

const LIGHT = 2;
const HEAVY = 20;
/** Lists count 1 more for so many items. */
const CANDLES_A_WEIGHT = 60;
const TRADES_A_WEIGHT = 20;

/** What is known of a world, with nothing put. */
export function makeInfoDesk(
  { world, season }: { readonly world: World; readonly season: Season },
): InfoDesk {
  const recurring = makeRecurringMarkets(world);
  const listWorld = makeWorldListing({ season, recurring });
  const board = makeListingBoard({ world, recurring, listWorld });
  const prices = makePriceBoard(world, makeFairPrice(world));
  const findTrack = makeFindTrack({ world, recurring, board, prices });
  const secOf = (nowMs: number) => Math.floor(nowMs / 1000);
  const mids: InfoDesk["mids"] = (nowMs) =>
    Object.fromEntries(prices.mids(board.served(nowMs), secOf(nowMs)));
  const book: InfoDesk["book"] = (coin, grouping, nowMs) => {
    const mid = prices.mid(coin, board.served(nowMs), secOf(nowMs));
    return mid === undefined ? null : bookAround({ coin, mid, nowMs, grouping });
  };
  const calls: ReadonlyMap<unknown, Call> = new Map<unknown, Call>([
    ["outcomeMeta", ({ nowMs }) => heavy(board.served(nowMs).listing)],
    ["outcomeTemplates", () => heavy(OUTCOME_TEMPLATES)],
    ["meta", ({ fields }) => isMainExchange(fields) ? heavy(perpMeta()) : undefined],
    ["spotMeta", () => heavy(spotMeta())],
    ["settledOutcome", ({ fields, nowMs }) => {
      const outcome = wholeOf(fields.get("outcome"));
      return outcome === undefined ? undefined : heavy(board.settled(outcome, nowMs));
    }],
    [
      "allMids",
      ({ fields, nowMs }) =>
        isMainExchange(fields) ? { weight: LIGHT, data: mids(nowMs) } : undefined,
    ],
    ["l2Book", ({ fields, nowMs }) => {
      const coin = fields.get("coin");
      const grouping = readGrouping(fields);
      if (typeof coin !== "string" || grouping === undefined) return undefined;
      return { weight: LIGHT, data: book(coin, grouping, nowMs) };
    }],
    ["recentTrades", ({ fields, nowMs }) => {
      const coin = fields.get("coin");
      if (typeof coin !== "string") return undefined;
      const track = findTrack(coin, nowMs);
      const trades = track === undefined ? [] : recentTrades(track);
      return { weight: HEAVY + Math.floor(trades.length / TRADES_A_WEIGHT), data: trades };
    }],
    ["candleSnapshot", ({ fields, nowMs }) => {
      const span = readSpan(fieldsOf(fields.get("req")), nowMs);
      if (span === undefined) return undefined;
      const track = findTrack(span.coin, nowMs);
      const candles = track === undefined ? [] : candlesOf(track, span);
      return { weight: HEAVY + Math.floor(candles.length / CANDLES_A_WEIGHT), data: candles };
    }],
  ]);
  return {
    board,
    prices,
    mids,
    book,
    ask(body, nowMs) {
      const fields = fieldsOf(body);
      return calls.get(fields.get("type"))?.({ fields, nowMs });
    },
  };
}

function heavy(data: unknown): InfoAnswer {
  return { weight: HEAVY, data };
}

/** Whether a body means the main exchange, not one that a builder has deployed: we have none. */
export function isMainExchange(fields: ReadonlyMap<string, unknown>): boolean {
  return (fields.get("dex") ?? "") === "";
}

/** How a body asks for prices to be grouped; undefined where it asks for what there is not. */
export function readGrouping(fields: ReadonlyMap<string, unknown>): BookGrouping | undefined {
  const nSigFigs = fields.get("nSigFigs") ?? undefined;
  const mantissa = fields.get("mantissa") ?? undefined;
  if (nSigFigs === undefined) {
    return mantissa === undefined ? { nSigFigs: undefined, mantissa: 1 } : undefined;
  }
  if (typeof nSigFigs !== "number" || ![2, 3, 4, 5].includes(nSigFigs)) return undefined;
  if (mantissa === undefined) return { nSigFigs, mantissa: 1 };
  const isRight = nSigFigs === 5 && (mantissa === 1 || mantissa === 2 || mantissa === 5);
  return isRight ? { nSigFigs, mantissa } : undefined;
}

function readSpan(fields: ReadonlyMap<string, unknown>, nowMs: number) {
  const coin = fields.get("coin");
  const interval = candleInterval(fields.get("interval"));
  const startMs = wholeOf(fields.get("startTime"));
  const endMs = wholeOf(fields.get("endTime") ?? nowMs);
  if (typeof coin !== "string" || interval === undefined) return undefined;
  if (startMs === undefined || endMs === undefined) return undefined;
  return { coin, interval, startMs, endMs };
}

function wholeOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
