/**
 * The paths of the metadata service, as far as the service asks them.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type Catalog, type MarketInEvent } from "./catalog.ts";
import { invalid, notFound } from "./failure.ts";
import { sportObject } from "./game/game_event.ts";
import { SPORT_BY_LEAGUE } from "./game/venue_sport.ts";
import { listEventsByKey } from "./list_events.ts";
import { type Parsed } from "./query_reader.ts";
import { type WireObject } from "./wire_text.ts";

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

function found<T>(
  by: "slug" | "id",
  { value, find }: { readonly value: string; readonly find: (name: string) => T | undefined },
): Parsed<T> {
  const isRight = (by === "slug" ? SLUG : NUMBER).test(value);
  if (!isRight) return Result.fail(invalid("slug is invalid"));
  const one = find(value);
  return one === undefined ? Result.fail(notFound(by)) : Result.succeed(one);
}

const event = (by: "slug" | "id"): Endpoint => (catalog, { value }) =>
  Result.map(found(by, { value, find: (name) => catalog.event(by, name) }), ok);

const market: Endpoint = ({ market }, { value, query }) =>
  Result.map(
    found("slug", { value, find: market }),
    (entry) => ok(marketAnswer(entry, { includesTags: query.get("include_tag") === "true" })),
  );

/** Nests the event without its markets and tags; a market has its tags only on request. */
function marketAnswer(
  { market, event }: MarketInEvent,
  { includesTags }: { readonly includesTags: boolean },
): WireObject {
  const { markets: _, tags, ...rest } = event;
  return { ...market, events: [rest], ...(includesTags ? { tags: tags ?? [] } : {}) };
}

/** Lists markets by their conditions. What is closed is left out, and what is unknown. */
const markets: Endpoint = ({ marketOfCondition }, { query }) => {
  const found = query.getAll("condition_ids").flatMap((id) => marketOfCondition(id) ?? []);
  const open = found.filter(({ market }) => market["closed"] !== true);
  return Result.succeed(ok(open.map((entry) => marketAnswer(entry, { includesTags: false }))));
};

/** Every sport with games, and those of staged game events, which have fewer fields. */
const sports: Endpoint = ({ staged, nowSec, games }) => {
  const own = games === undefined ? [] : [...SPORT_BY_LEAGUE.values()].map(sportObject);
  const all = [...staged.all(nowSec).map(({ sport }) => sport), ...own]
    .filter((sport): sport is WireObject => typeof sport === "object" && sport !== null);
  return Result.succeed(ok([...new Map(all.map((sport) => [sport["id"], sport])).values()]));
};

/** `*` marks the variable part. The first match answers. */
export const ENDPOINTS: ReadonlyArray<readonly [pattern: string, endpoint: Endpoint]> = [
  ["/events/keyset", (catalog, { query }) => listEventsByKey(catalog, query)],
  ["/events/slug/*", event("slug")],
  ["/events/*", event("id")],
  ["/markets/slug/*", market],
  ["/markets", markets],
  ["/sports", sports],
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
