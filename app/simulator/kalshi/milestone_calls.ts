/**
 * Kalshi's milestones, and the teams that they and markets refer to.
 *
 * @module
 */
import { Result } from "effect";
import { NOT_FOUND } from "./failure.ts";
import { type Listing } from "./listing.ts";
import { pageOf } from "./page.ts";
import { type Parsed, readDateMs, readLimit, readText } from "./query_reader.ts";
import { type WireRow } from "./wire_text.ts";

/** This call requires the limit. */
const MILESTONE_LIMIT = { max: 500, fallback: undefined } as const;
const TARGET_LIMIT = { max: 2_000, fallback: 100 } as const;

/** Answers `GET /milestones`. */
export function listMilestones(listing: Listing, query: URLSearchParams): Parsed<WireRow> {
  return Result.gen(function* () {
    const limit = yield* readLimit(query, "limit", MILESTONE_LIMIT);
    const minStartMs = (yield* readDateMs(query, "minimum_start_date")) ?? -Infinity;
    const ticker = readText(query, "related_event_ticker");
    const filters = ["category", "competition", "type"] as const;
    const found = listing.milestones(ticker?.split("-")[0])
      .filter(({ startMs }) => startMs >= minStartMs)
      .filter(({ tickers }) => ticker === undefined || tickers.has(ticker))
      .filter((entry) =>
        filters.every((name) => [undefined, entry[name]].includes(readText(query, name)))
      );
    const { rows, cursor } = yield* pageOf(found, { limit, query });
    return { milestones: rows.map((entry) => entry.row()), cursor };
  });
}

/** Answers `GET /milestones/{id}`. */
export function oneMilestone(listing: Listing, id: string): Parsed<WireRow> {
  const entry = listing.milestones(undefined).find((milestone) => milestone.id === id);
  return entry === undefined ? Result.fail(NOT_FOUND) : Result.succeed({ milestone: entry.row() });
}

/** Answers `GET /structured_targets`. */
export function listTargets(listing: Listing, query: URLSearchParams): Parsed<WireRow> {
  return Result.gen(function* () {
    const limit = yield* readLimit(query, "page_size", TARGET_LIMIT);
    const ids = query.getAll("ids");
    const found = listing.targets()
      .filter(({ key }) => ids.length === 0 || ids.includes(key))
      .filter((entry) =>
        (["type", "competition"] as const)
          .every((name) => [undefined, entry[name]].includes(readText(query, name)))
      );
    const { rows, cursor } = yield* pageOf(found, { limit, query });
    return { structured_targets: rows.map(({ row }) => row), cursor };
  });
}

/** Answers `GET /structured_targets/{id}`. */
export function oneTarget(listing: Listing, id: string): Parsed<WireRow> {
  const entry = listing.targets().find(({ key }) => key === id);
  return entry === undefined
    ? Result.fail(NOT_FOUND)
    : Result.succeed({ structured_target: entry.row });
}
