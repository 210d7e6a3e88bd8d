/**
 * The oracle's catalogue call, with its filters.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { catalogueEntry, ORACLE_FEEDS } from "./feed.ts";

/** The entry field that each parameter filters by. Other parameters are ignored. */
const FIELD_BY_PARAMETER = [["base_asset", "baseAsset"], ["quote_asset", "quoteAsset"]] as const;

/** Answers the feeds that pass every filter, without regard to case. */
export function discover(query: URLSearchParams): Answer {
  const feeds = [...ORACLE_FEEDS.values()].map(catalogueEntry).filter((entry) =>
    FIELD_BY_PARAMETER.every(([parameter, field]) => {
      const value = query.get(parameter)?.toUpperCase();
      return value === undefined || value === entry[field];
    })
  );
  return { status: 200, body: { feeds } };
}
