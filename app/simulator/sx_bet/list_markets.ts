/**
 * The list of active markets: filters and pages.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { failed, succeeded } from "./failure.ts";
import { betGroupOf, type Fixture, type Market } from "./fixture.ts";

/** Larger sizes are reduced to this. */
const PAGE_SIZE_MAX = 100;
const PAGE_SIZE = 50;

/** Answers `GET /markets/active`. */
export function listMarkets(fixtures: ReadonlyArray<Fixture>, query: URLSearchParams): Answer {
  const answer = Result.map(readQuery(query), ({ isWanted, pageSize, afterKey }): Answer => {
    const rest = fixtures
      .filter(({ isLive }) => query.get("liveOnly") !== "true" || isLive)
      .flatMap(({ markets }) => markets)
      .filter(({ key, market }) => key > afterKey && isWanted(market))
      .toSorted((a, b) => a.key < b.key ? -1 : 1);
    const page = rest.slice(0, pageSize);
    // The key is the last returned market's, so that later ones may change.
    const nextKey = rest.length > page.length ? page.at(-1)?.key : undefined;
    return succeeded({
      markets: page.map(({ market }) => market),
      ...(nextKey === undefined ? {} : { nextKey }),
    });
  });
  return Result.merge(answer);
}

interface Asked {
  readonly isWanted: (market: Market) => boolean;
  readonly pageSize: number;
  readonly afterKey: string;
}

function readQuery(query: URLSearchParams): Result.Result<Asked, Answer> {
  const numbers = [query.get("leagueId"), query.get("pageSize"), ...listOf(query, "sportIds")];
  const wrong = [...numbers, query.get("sportId"), ...listOf(query, "type")]
    .find((text) => text !== null && !/^\d{1,9}$/.test(text));
  if (wrong !== undefined) return refuse(`"${wrong}" must be a number`);
  if (query.has("type") && query.has("betGroup")) {
    return refuse("Only one of type and betGroup can be present");
  }
  const afterKey = query.get("paginationKey") ?? "";
  if (!/^([0-9a-f]{24})?$/.test(afterKey)) return refuse("paginationKey is invalid");
  const pageSize = Number(query.get("pageSize") ?? PAGE_SIZE);
  if (pageSize < 1) return refuse("pageSize must be at least 1");
  const isWanted = (market: Market) => fits(market, query);
  return Result.succeed({ isWanted, pageSize: Math.min(pageSize, PAGE_SIZE_MAX), afterKey });
}

function refuse(message: string): Result.Result<never, Answer> {
  return Result.fail(failed(400, message));
}

function fits(market: Market, query: URLSearchParams): boolean {
  const isOneOf = (name: string, values: ReadonlyArray<string>) =>
    values.length === 0 || values.includes(String(market[name]));
  const eventId = market["sportXeventId"] ?? market["sportXEventId"];
  const betGroup = query.get("betGroup");
  return isOneOf("leagueId", listOf(query, "leagueId")) &&
    isOneOf("sportId", [...listOf(query, "sportIds"), ...listOf(query, "sportId")]) &&
    isOneOf("type", listOf(query, "type")) &&
    (!query.has("eventId") || eventId === query.get("eventId")) &&
    (betGroup === null || betGroupOf(market) === betGroup) &&
    (query.get("onlyMainLine") !== "true" || market["mainLine"] !== false);
}

/** Reads comma-separated values. */
function listOf(query: URLSearchParams, name: string): ReadonlyArray<string> {
  return (query.get(name) ?? "").split(",").filter((text) => text !== "");
}
