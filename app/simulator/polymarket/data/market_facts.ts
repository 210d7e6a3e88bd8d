/**
 * What the data service says of a market: its catalog's texts, and its resolution.
 *
 * @module
 */
import { type Fields, fieldsOf, parseJson } from "../../kit/json.ts";
import { type Catalog, type MarketInEvent, marketsOf } from "../gamma/catalog.ts";
import { MARKETS_MAX, readConditionId } from "../venue/market_id.ts";
import { type ResolutionOverrides, WHOLE_PAYOUT } from "./resolution_overrides.ts";
import { resolutionAt } from "./resolutions.ts";

/** Null for what is unknown. Prices and payouts are USDC a share, by outcome. */
export interface MarketFacts {
  readonly title: string | null;
  readonly slug: string | null;
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly endDate: string | null;
  readonly isArchived: boolean;
  readonly prices: readonly [number, number] | undefined;
  /** Undefined until it is resolved. */
  readonly payouts: readonly [number, number] | undefined;
}

/** `0x` and 64 hex digits, under either protocol. */
const CONDITION_LENGTH = 66;

/** Returns the facts of a condition, of 64 digits, at the instant of the catalog. */
export function factsOf(
  { catalog, overrides }: { readonly catalog: Catalog; readonly overrides: ResolutionOverrides },
  conditionId: string,
): MarketFacts {
  const condition = conditionId.toLowerCase();
  const found = marketIn(catalog, condition);
  const [market, event] = [fieldsOf(found?.market), fieldsOf(found?.event)];
  const resolution = resolutionAt({ venue: catalog.venue, overrides }, condition, catalog.nowSec);
  const [first, second] = resolution?.payouts ?? [];
  return {
    title: textIn(market, "question") ?? textIn(event, "title"),
    slug: textIn(market, "slug"),
    eventId: textIn(event, "id"),
    eventSlug: textIn(event, "slug"),
    endDate: textIn(market, "endDate"),
    isArchived: market.get("archived") === true,
    prices: pricesIn(market.get("outcomePrices")),
    payouts: first === undefined || second === undefined
      ? undefined
      : [first / WHOLE_PAYOUT, second / WHOLE_PAYOUT],
  };
}

function marketIn(catalog: Catalog, condition: string): MarketInEvent | undefined {
  const { staged, venue, games, nowSec } = catalog;
  const put = staged.market(
    ({ conditionId }) =>
      typeof conditionId === "string" &&
      conditionId.toLowerCase().padEnd(CONDITION_LENGTH, "0") === condition,
    nowSec,
  );
  if (put !== undefined) return put;
  const number = readConditionId(venue.codes, condition);
  if (number === undefined) return undefined;
  const listed = venue.marketByConditionId(condition, nowSec);
  const game = games?.byNumber(Math.floor(number / MARKETS_MAX), nowSec);
  const event = listed !== undefined
    ? catalog.write(listed.listing)
    : game && catalog.writeGame(game);
  const market = event && marketsOf(event)[number % MARKETS_MAX];
  return event === undefined || market === undefined ? undefined : { market, event };
}

function textIn(fields: Fields, name: string): string | null {
  const value = fields.get(name);
  return typeof value === "string" && value !== "" ? value : null;
}

function pricesIn(value: unknown): MarketFacts["prices"] {
  const list = typeof value === "string" ? parseJson(value) : value;
  const [first, second] = Array.isArray(list) ? list.map(Number) : [];
  return first === undefined || second === undefined || Number.isNaN(first + second)
    ? undefined
    : [first, second];
}
