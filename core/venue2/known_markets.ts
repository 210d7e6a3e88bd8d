/**
 * Every market that is known, in the order in which they expire.
 *
 * @module
 */
import type { OutcomeMarket } from "./outcome_market.ts";
import { isSameMarket } from "./outcome_market.ts";
import type { TradeReference } from "./trade_reference.ts";
import { isSlugOf, slugKey, tradeSlugOf } from "./trade_slug.ts";

/** Markets by what they are looked up by. Never changed: another one is made. */
export interface KnownMarkets {
  /** By expiry, then by id. */
  readonly byExpiry: ReadonlyArray<OutcomeMarket>;
  readonly byId: ReadonlyMap<number, OutcomeMarket>;
  /** By what is alike in all spellings of a slug. */
  readonly bySlug: ReadonlyMap<string, ReadonlyArray<OutcomeMarket>>;
  /** The longest window among them; 0 where there is none. */
  readonly longestSec: number;
}

/** None is known. */
export const NO_MARKETS: KnownMarkets = {
  byExpiry: [],
  byId: new Map(),
  bySlug: new Map(),
  longestSec: 0,
};

/** With these in addition; of one that was known before, what is given now holds. */
export function withMarkets(
  known: KnownMarkets,
  markets: ReadonlyArray<OutcomeMarket>,
): KnownMarkets {
  const news = newMarkets(known, markets);
  if (news.length === 0) return known;
  const byId = new Map(known.byId);
  for (const market of news) byId.set(market.outcomeId, market);
  const byExpiry = [...byId.values()].sort(inOrder);
  const bySlug = new Map<string, Array<OutcomeMarket>>();
  let longestSec = 0;
  for (const market of byExpiry) {
    const key = slugKey(tradeSlugOf(market, null));
    const alike = bySlug.get(key);
    if (alike === undefined) bySlug.set(key, [market]);
    else alike.push(market);
    longestSec = Math.max(longestSec, market.expirySec - market.startSec);
  }
  return { byExpiry, byId, bySlug, longestSec };
}

/** Those of which nothing is known, or something else. */
export function newMarkets(
  { byId }: Pick<KnownMarkets, "byId">,
  markets: ReadonlyArray<OutcomeMarket>,
): ReadonlyArray<OutcomeMarket> {
  return markets.filter((market) => {
    const before = byId.get(market.outcomeId);
    return before === undefined || !isSameMarket(before, market);
  });
}

/** The markets that a caller may mean, by expiry: a slug has no year, so there may be two. */
export function marketsOf(
  { byId, bySlug }: KnownMarkets,
  reference: TradeReference,
): ReadonlyArray<OutcomeMarket> {
  switch (reference.by) {
    case "coin": {
      const market = byId.get(reference.coin.outcomeId);
      return market === undefined ? [] : [market];
    }
    case "slug": {
      const alike = bySlug.get(slugKey(reference.slug)) ?? [];
      return alike.filter((market) => isSlugOf(market, reference.slug));
    }
    case "other":
      return [];
  }
}

function inOrder(a: OutcomeMarket, b: OutcomeMarket): number {
  return a.expirySec - b.expirySec || a.outcomeId - b.outcomeId;
}
