/**
 * The paths of the metadata service.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type Catalog } from "./catalog.ts";
import { invalid, notFound } from "./failure.ts";
import { seriesObject } from "./event_object.ts";
import { listEventPages, listEvents, listEventsByKey } from "./list_events.ts";
import { listMarkets, listMarketsByKey } from "./list_markets.ts";
import { publicSearch } from "./public_search.ts";
import { type Parsed } from "./query_reader.ts";
import {
  allSeries,
  allSports,
  allTags,
  listAll,
  listSeries,
  listTeams,
  oneOf,
} from "./taxonomy.ts";
import { marketAnswer } from "./market_answer.ts";

/** A request: the variable part of the path, and the query. */
export interface Asked {
  readonly value: string;
  readonly query: URLSearchParams;
}

/** Returns an answer or a refusal; both are in the venue's format. */
export type Endpoint = (catalog: Catalog, asked: Asked) => Parsed<Answer>;

const ok = (body: unknown): Answer => ({ status: 200, body });

const SLUG = /^[\w.-]{1,255}$/;
const NUMBER = /^\d{1,18}$/;

function checked(by: "slug" | "id", value: string): Parsed<string> {
  const isRight = (by === "slug" ? SLUG : NUMBER).test(value);
  return isRight ? Result.succeed(value) : Result.fail(invalid("slug is invalid"));
}

const event = (by: "slug" | "id"): Endpoint => (catalog, { value }) =>
  Result.flatMap(checked(by, value), (name) => {
    const found = catalog.event(by, name);
    return found === undefined ? Result.fail(notFound(by)) : Result.succeed(ok(found));
  });

const market = (by: "slug" | "id"): Endpoint => (catalog, { value, query }) =>
  Result.flatMap(checked(by, value), (name) => {
    const found = catalog.market(by, name);
    if (found === undefined) return Result.fail(notFound(by));
    const includesTags = query.get("include_tag") === "true";
    return Result.succeed(ok(marketAnswer(found, { includesTags })));
  });

const list =
  (answer: (catalog: Catalog, query: URLSearchParams) => Parsed<Answer>): Endpoint =>
  (catalog, { query }) => answer(catalog, query);

const tag = (by: "slug" | "id"): Endpoint => (catalog, { value }) =>
  oneOf(allTags(catalog), by, value);

const series: Endpoint = (catalog, { value }) =>
  oneOf(allSeries(catalog).map(seriesObject), "id", value);

/** `*` marks the variable part. The first match answers. */
const ENDPOINTS: ReadonlyArray<readonly [pattern: string, endpoint: Endpoint]> = [
  ["/events", list(listEvents)],
  ["/events/keyset", list(listEventsByKey)],
  ["/events/pagination", list(listEventPages)],
  ["/events/slug/*", event("slug")],
  ["/events/*", event("id")],
  ["/markets", list(listMarkets)],
  ["/markets/keyset", list(listMarketsByKey)],
  ["/markets/slug/*", market("slug")],
  ["/markets/*", market("id")],
  ["/tags", (catalog, { query }) => listAll(allTags(catalog), query)],
  ["/tags/slug/*", tag("slug")],
  ["/tags/*", tag("id")],
  ["/series", list(listSeries)],
  ["/series/*", series],
  ["/sports", (catalog) => Result.succeed(ok(allSports(catalog)))],
  ["/teams", list(listTeams)],
  ["/public-search", list(publicSearch)],
];

/** Returns the endpoint of a path, and its variable part. */
export function findEndpoint(
  path: string,
): { readonly endpoint: Endpoint; readonly value: string } | undefined {
  const parts = path.split("/");
  for (const [pattern, endpoint] of ENDPOINTS) {
    const wanted = pattern.split("/");
    const fits = wanted.length === parts.length &&
      wanted.every((part, i) => part === parts[i] || (part === "*" && parts[i] !== ""));
    if (fits) return { endpoint, value: decoded(parts[wanted.indexOf("*")] ?? "") };
  }
  return undefined;
}

/** Text that cannot be decoded is returned unchanged; it is never a slug. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
