/**
 * The calls of `/info`: their weights and answers.
 *
 * @module
 */
import { fieldsOf } from "../kit/json.ts";
import { type Season } from "../season/season.ts";
import { type World } from "../world/world.ts";
import { bookAround, type BookGrouping } from "./book.ts";
import { candleInterval } from "./candle_interval.ts";
import { candlesOf } from "./candles.ts";
import { makeFairPrice } from "./fair_price.ts";
import { type ListingState, makeListingState } from "./listing_state.ts";
import { OUTCOME_TEMPLATES } from "./outcome_templates.ts";
import { makeMidPrices, type MidPrices } from "./mid_prices.ts";
import { makeFindTrack } from "./price_track.ts";
import { recentTrades } from "./recent_trades.ts";
import { makeRecurringMarkets } from "./recurring.ts";
import { perpMeta, spotMeta } from "./venue_meta.ts";
import { makeWorldListing } from "./world_listing.ts";

/** An answer and its weight. */
export interface InfoAnswer {
  readonly weight: number;
  readonly data: unknown;
}

/** The state of the venue that calls read. */
export interface InfoState {
  readonly listings: ListingState;
  readonly prices: MidPrices;
  /** Returns the prices of all coins, as `allMids` answers them. */
  mids(nowMs: number): object;
  /** Returns the book of a coin; null for a coin without one. */
  book(coin: string, grouping: BookGrouping, nowMs: number): object | null;
  /** Returns undefined for a body of another shape, or of an unknown type. */
  ask(body: unknown, nowMs: number): InfoAnswer | undefined;
}

/** A body's fields, and the instant at which it arrived. */
interface Question {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly nowMs: number;
}

/** Answers with JSON; undefined refuses the body. */
type Call = (question: Question) => InfoAnswer | undefined;

const LIGHT = 2;
const HEAVY = 20;
/** Lists weigh 1 more per this many items. */
const CANDLES_A_WEIGHT = 60;
const TRADES_A_WEIGHT = 20;

/** Makes the state of a world, with nothing overridden. */
export function makeInfoState(
  { world, season }: { readonly world: World; readonly season: Season },
): InfoState {
  const recurring = makeRecurringMarkets(world);
  const listWorld = makeWorldListing({ season, recurring });
  const listings = makeListingState({ world, recurring, listWorld });
  const prices = makeMidPrices(world, makeFairPrice(world));
  const findTrack = makeFindTrack({ world, recurring, listings, prices });
  const secOf = (nowMs: number) => Math.floor(nowMs / 1000);
  const mids: InfoState["mids"] = (nowMs) =>
    Object.fromEntries(prices.mids(listings.served(nowMs), secOf(nowMs)));
  const book: InfoState["book"] = (coin, grouping, nowMs) => {
    const mid = prices.mid(coin, listings.served(nowMs), secOf(nowMs));
    return mid === undefined ? null : bookAround({ coin, mid, nowMs, grouping });
  };
  const calls: ReadonlyMap<unknown, Call> = new Map<unknown, Call>([
    ["outcomeMeta", ({ nowMs }) => heavy(listings.served(nowMs).listing)],
    ["outcomeTemplates", () => heavy(OUTCOME_TEMPLATES)],
    ["meta", ({ fields }) => isMainExchange(fields) ? heavy(perpMeta()) : undefined],
    ["spotMeta", () => heavy(spotMeta())],
    ["settledOutcome", ({ fields, nowMs }) => {
      const outcome = wholeOf(fields.get("outcome"));
      return outcome === undefined ? undefined : heavy(listings.settled(outcome, nowMs));
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
    listings,
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

/**
 * Returns whether a body addresses the main exchange, not a builder-deployed one: none is
 * simulated.
 */
export function isMainExchange(fields: ReadonlyMap<string, unknown>): boolean {
  return (fields.get("dex") ?? "") === "";
}

/** Reads the requested price grouping; undefined for an unsupported one. */
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
