/**
 * The oracle's catalogue call, with its filters.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { oracleFailed } from "./authentication.ts";
import { catalogueEntry, ORACLE_FEEDS } from "./feed.ts";

/** The entry field that each parameter filters by. Other parameters are ignored. */
const FIELD_BY_PARAMETER: ReadonlyArray<readonly [parameter: string, field: string]> = [
  ["base_asset", "baseAsset"],
  ["quote_asset", "quoteAsset"],
  ["asset_class", "assetClass"],
  ["feed_type", "feedType"],
  ["attribute_type", "attributeType"],
  ["status", "status"],
  ["network_type", "networkType"],
  ["schema_version", "schemaVersion"],
];

/** Answers the feeds that pass every filter; several values of one filter are alternatives. */
export function discover(query: URLSearchParams): Answer {
  const afterMs = dateOf(query, "created_after", -Infinity);
  const beforeMs = dateOf(query, "created_before", Infinity);
  if (afterMs === undefined || beforeMs === undefined) return oracleFailed(400, "invalid date");
  const filters = FIELD_BY_PARAMETER.flatMap(([parameter, field]) => {
    const text = query.get(parameter) ?? "";
    const values = text.toLowerCase().split(",").map((value) => value.trim()).filter(Boolean);
    return values.length === 0 ? [] : [{ field, values }];
  });
  const feeds = [...ORACLE_FEEDS.values()].map(catalogueEntry).filter((entry) => {
    const createdMs = Date.parse(String(entry["createdAt"]));
    return createdMs > afterMs && createdMs < beforeMs &&
      filters.every(({ field, values }) => values.includes(String(entry[field]).toLowerCase()));
  });
  return { status: 200, body: { feeds } };
}

/** Returns the milliseconds of an ISO date; undefined for invalid text. */
function dateOf(query: URLSearchParams, name: string, fallback: number): number | undefined {
  const text = query.get(name);
  if (text === null) return fallback;
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
