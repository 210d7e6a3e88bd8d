/**
 * What another venue publishes of its own market on a window, and how two readings of it become
 * one.
 *
 * A list may lag behind, lack a field that it had, or be read twice. What is known of a market only
 * grows: it goes back to no earlier stage, and a target that was seen stays. Where a decided market
 * says something else later, both versions are kept.
 *
 * @module
 */
import type { Asset, Interval } from "../market/mod.ts";
import type { UnixSec } from "../time/mod.ts";

/** The venues, beside the primary one, whose windows are read. */
export const LEG_VENUES = ["kalshi"] as const;

/** One of {@linkcode LEG_VENUES}. */
export type LegVenueCode = (typeof LEG_VENUES)[number];

/**
 * The stages of a market, in order.
 *
 * - `final`: its result stands. `amended`: the venue has replaced a result by this one.
 * - `void`: it ended without a winner.
 */
export const MARKET_STAGES = ["announced", "open", "closed", "final", "amended", "void"] as const;

/** One of {@linkcode MARKET_STAGES}. */
export type MarketStage = (typeof MARKET_STAGES)[number];

/** A market. Numbers are the venue's own decimal text; what is not published is null. */
export interface LegMarket {
  readonly id: string;
  readonly url: string;
  readonly stage: MarketStage;
  /** In US dollars, with the market's own number of decimals. */
  readonly target: string | null;
  readonly result: "up" | "down" | null;
  /** The number that settled it, in US dollars. */
  readonly settled: string | null;
  /** The decimals to which its numbers are rounded. */
  readonly digits: number | null;
}

/** One window at a venue. */
export interface LegId {
  readonly venue: LegVenueCode;
  readonly asset: Asset;
  readonly interval: Interval;
  readonly startSec: UnixSec;
  /** The first second after the window. */
  readonly endSec: UnixSec;
}

/** What is known of one window at a venue. */
export interface LegRecord extends LegId {
  /** Null: the venue lists none. */
  readonly market: LegMarket | null;
  /** When this was first read so, unix milliseconds; that there is none: first after the end. */
  readonly seenMs: number;
  /** What a decided market said before it was changed, oldest first. */
  readonly earlier: ReadonlyArray<LegMarket>;
}

/** A market that changes again and again keeps its first versions. */
const EARLIER_MAX = 8;

const DECIDED: ReadonlySet<MarketStage> = new Set(["final", "amended", "void"]);

/** A market that has ended for good, but for amendments. */
type DecidedMarket = LegMarket & { readonly stage: "final" | "amended" | "void" };

/** Whether a market has ended for good, but for amendments. */
export function isDecided(market: LegMarket | null | undefined): market is DecidedMarket {
  return market != null && DECIDED.has(market.stage);
}

/** Returns the unique key of a window at a venue. */
export function legKey({ venue, asset, interval, startSec }: Omit<LegId, "endSec">): string {
  return `${venue}:${asset}:${interval}:${startSec}`;
}

/** Returns what is known after a reading: the same object if that says nothing new. */
export function mergeLeg(known: LegRecord | undefined, seen: LegRecord): LegRecord {
  if (known === undefined) return seen;
  // Another replica's clock may be behind.
  const seenMs = Math.max(known.seenMs, seen.seenMs);
  if (seen.market === null) {
    // A market does not vanish: a list may lack it. That there was none is known after the end.
    const isOverNow = known.market === null && !wasReadOver(known) && wasReadOver(seen);
    return isOverNow ? { ...known, seenMs } : known;
  }
  if (known.market === null) return { ...seen, seenMs, earlier: known.earlier };
  const market = mergeMarkets(known.market, seen.market);
  if (isSame(market, known.market)) return known;
  const isKept = isDecided(known.market) && isReplaced(known.market, market);
  const earlier = isKept && known.earlier.length < EARLIER_MAX
    ? [...known.earlier, known.market]
    : known.earlier;
  return { ...known, market, seenMs, earlier };
}

/** Whether a window was read after its end. */
export function wasReadOver({ endSec, seenMs }: LegRecord): boolean {
  return seenMs >= endSec * 1000;
}

function mergeMarkets(known: LegMarket, seen: LegMarket): LegMarket {
  const target = seen.target ?? known.target;
  if (isDecided(known)) {
    if (!isDecided(seen)) return { ...known, target: known.target ?? seen.target };
    // A reading may lack a number that another one had: that replaces nothing.
    const settled = seen.result === known.result ? seen.settled ?? known.settled : seen.settled;
    const next = { ...seen, target, settled };
    const isAmended = isReplaced(known, next) ||
      [known, seen].some(({ stage }) => stage === "amended");
    return isAmended && seen.stage !== "void" ? { ...next, stage: "amended" } : next;
  }
  const isBehind = MARKET_STAGES.indexOf(seen.stage) < MARKET_STAGES.indexOf(known.stage);
  if (isBehind) return { ...known, target: known.target ?? seen.target };
  return { ...seen, target, settled: seen.settled ?? known.settled };
}

/** Whether a decided market says something else. A settlement that was missing is nothing else. */
function isReplaced(known: LegMarket, next: LegMarket): boolean {
  return known.result !== next.result || known.target !== next.target ||
    (known.settled !== null && known.settled !== next.settled);
}

function isSame(a: LegMarket, b: LegMarket): boolean {
  return a.id === b.id && a.url === b.url && a.stage === b.stage && a.target === b.target &&
    a.result === b.result && a.settled === b.settled && a.digits === b.digits;
}
