/**
 * An immutable index of all known markets, in order of expiry.
 *
 * @module
 */
import { HashMap, Option } from "effect";
import { isSameMarket, type OutcomeMarket } from "./outcome_market.ts";
import type { TradeReference } from "./trade_reference.ts";
import { isSlugOf, slugKey, tradeSlugOf } from "./trade_slug.ts";

/** Markets, indexed by each lookup key. Immutable: an update returns another index. */
export interface KnownMarkets {
  /** By expiry, then by id. */
  readonly byExpiry: ReadonlyArray<OutcomeMarket>;
  readonly byId: HashMap.HashMap<number, OutcomeMarket>;
  /** By the {@linkcode slugKey} of their slugs, each list in order of expiry. */
  readonly bySlug: HashMap.HashMap<string, ReadonlyArray<OutcomeMarket>>;
  /** The length of the longest window, in seconds; 0 if there are no markets. */
  readonly longestSec: number;
}

/** The empty index. */
export const NO_MARKETS: KnownMarkets = {
  byExpiry: [],
  byId: HashMap.empty(),
  bySlug: HashMap.empty(),
  longestSec: 0,
};

/**
 * Returns the index with these markets added. A given market replaces the known one with its id; if
 * an id is given twice, the last one is used.
 */
export function withMarkets(
  known: KnownMarkets,
  markets: ReadonlyArray<OutcomeMarket>,
): KnownMarkets {
  const changed = newMarkets(known, markets);
  if (changed.length === 0) return known;
  const added = new Map(changed.map((market) => [market.outcomeId, market]));
  if (changed.every(({ outcomeId }) => !HashMap.has(known.byId, outcomeId))) {
    return addedTo(known, [...added.values()]);
  }
  // Facts change so rarely that rebuilding everything is acceptable.
  const kept = known.byExpiry.filter(({ outcomeId }) => !added.has(outcomeId));
  return addedTo(NO_MARKETS, [...kept, ...added.values()]);
}

/** Adds markets that are not known yet, and copies as little as possible. */
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

/** Merges two sorted lists. New markets usually expire last. */
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

/** Returns the markets that are unknown, or known with other facts. */
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

/** Returns the markets that match a reference, by expiry: a slug has no year, so several may. */
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
