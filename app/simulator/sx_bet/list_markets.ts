/**
 * The list of active markets: filters and pages.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { failed, succeeded } from "./failure.ts";
import { type Fixture } from "./fixture.ts";

/** Larger sizes are reduced to this. */
const PAGE_SIZE_MAX = 100;
const PAGE_SIZE = 50;

/** Answers `GET /markets/active`. */
export function listMarkets(fixtures: ReadonlyArray<Fixture>, query: URLSearchParams): Answer {
  const wrong = [query.get("leagueId"), query.get("pageSize")]
    .find((text) => text !== null && !/^\d{1,9}$/.test(text));
  if (wrong !== undefined) return failed(400, `"${wrong}" must be a number`);
  const afterKey = query.get("paginationKey") ?? "";
  if (!/^([0-9a-f]{24})?$/.test(afterKey)) return failed(400, "paginationKey is invalid");
  const pageSize = Number(query.get("pageSize") ?? PAGE_SIZE);
  if (pageSize < 1) return failed(400, "pageSize must be at least 1");
  const leagueId = query.get("leagueId");
  const rest = fixtures
    .flatMap(({ markets }) => markets)
    .filter(({ key, market }) =>
      key > afterKey && (leagueId === null || String(market["leagueId"]) === leagueId)
    )
    .toSorted((a, b) => a.key < b.key ? -1 : 1);
  const page = rest.slice(0, Math.min(pageSize, PAGE_SIZE_MAX));
  // The key is the last returned market's, so that later ones may change.
  const nextKey = rest.length > page.length ? page.at(-1)?.key : undefined;
  return succeeded({
    markets: page.map(({ market }) => market),
    ...(nextKey === undefined ? {} : { nextKey }),
  });
}
