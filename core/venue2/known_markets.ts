/**
 * Every market that is known, in the order in which they expire.
 *
 * @module
 */
import { HashMap, Option } from "effect";
import { isSameMarket, type OutcomeMarket } from "./outcome_market.ts";
import type { TradeReference } from "./trade_reference.ts";
import { isSlugOf, slugKey, tradeSlugOf } from "./trade_slug.ts";

/** Markets by what they are looked up by. Never changed: another one is made. */
export interface KnownMarkets {
  /** By expiry, then by id. */
  readonly byExpiry: ReadonlyArray<OutcomeMarket>;
  readonly byId: HashMap.HashMap<number, OutcomeMarket>;
  /** By what is alike in all spellings of a slug; in the order of their expiries. */
  readonly bySlug: HashMap.HashMap<string, ReadonlyArray<OutcomeMarket>>;
  /** The longest window among them; 0 where there is none. */
  readonly longestSec: number;
}

/** None is known. */
export const NO_MARKETS: KnownMarkets = {
  byExpiry: [],
  byId: HashMap.empty(),
  bySlug: HashMap.empty(),
  longestSec: 0,
};

/**
 * With these in addition; of one that was known before, what is given now holds, and of one that is
 * given twice, what is given last.
 */
export function withMarkets(
  known: KnownMarkets,
  markets: ReadonlyArray<OutcomeMarket>,
): KnownMarkets {
  const news = newMarkets(known, markets);
  if (news.length === 0) return known;
  const added = new Map(news.map((market) => [market.outcomeId, market]));
  if (news.every(({ outcomeId }) => !HashMap.has(known.byId, outcomeId))) {
    return addedTo(known, [...added.values()]);
  }
  // Facts that change are so rare that everything may be made anew.
  const kept = known.byExpiry.filter(({ outcomeId }) => !added.has(outcomeId));
  return addedTo(NO_MARKETS, [...kept, ...added.values()]);
}

/** With markets that are not known yet. What there is already is copied as little as possible. */
function addedTo(
  { byExpiry, byId, bySlug, longestSec }: KnownMarkets,
  added: ReadonlyArray<OutcomeMarket>,
): KnownMarkets {
  const sorted = added.toSorted(inOrder);
  return {
    byExpiry: merged(byExpiry, sorted),
    byId: HashMap.mutate(byId, (draft) => {
      for (const market of sorted) HashMap.set(draft, market.outcomeId, market);
    }),
    bySlug: HashMap.mutate(bySlug, (draft) => {
      for (const market of sorted) {
        const key = slugKey(tradeSlugOf(market, null));
        const alike = Option.getOrElse(HashMap.get(draft, key), () => []);
        HashMap.set(draft, key, merged(alike, [market]));
      }
    }),
    longestSec: sorted.reduce(
      (longestSec, { startSec, expirySec }) => Math.max(longestSec, expirySec - startSec),
      longestSec,
    ),
  };
}

/** Both in order. What is new usually expires last. */
function merged(
  before: ReadonlyArray<OutcomeMarket>,
  added: ReadonlyArray<OutcomeMarket>,
): ReadonlyArray<OutcomeMarket> {
  const [last, first] = [before.at(-1), added[0]];
  const all = [...before, ...added];
  return last === undefined || first === undefined || inOrder(last, first) < 0
    ? all
    : all.sort(inOrder);
}

/** Those of which nothing is known, or something else. */
export function newMarkets(
  { byId }: Pick<KnownMarkets, "byId">,
  markets: ReadonlyArray<OutcomeMarket>,
): ReadonlyArray<OutcomeMarket> {
  return markets.filter((market) =>
    !Option.exists(
      HashMap.get(byId, market.outcomeId),
      (before) => isSameMarket(before, market),
    )
  );
}

/** The markets that a caller may mean, by expiry: a slug has no year, so there may be two. */
export function marketsOf(
  { byId, bySlug }: KnownMarkets,
  reference: TradeReference,
): ReadonlyArray<OutcomeMarket> {
  switch (reference.by) {
    case "coin":
      return Option.toArray(HashMap.get(byId, reference.coin.outcomeId));
    case "slug": {
      const alike = Option.getOrElse(HashMap.get(bySlug, slugKey(reference.slug)), () => []);
      return alike.filter((market) => isSlugOf(market, reference.slug));
    }
    case "other":
      return [];
  }
}

function inOrder(a: OutcomeMarket, b: OutcomeMarket): number {
  return a.expirySec - b.expirySec || a.outcomeId - b.outcomeId;
}
