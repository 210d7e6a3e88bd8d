/**
 * Answers `GET /public-search`: events and tags by the terms in their names.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { walkListings } from "../venue/listing_walk.ts";
import { type Catalog, type EventObject, stagedEventObject } from "./catalog.ts";
import { invalid } from "./failure.ts";
import { gameTitle } from "./game/game_text.ts";
import { titleOf } from "./listing_text.ts";
import { type Parsed, readWhole } from "./query_reader.ts";
import { allTags } from "./taxonomy.ts";

const LIMIT_DEFAULT = 5;
const LIMIT_MAX = 50;

/** Searches open events, ordered per kind by their start. */
export function publicSearch(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const terms = (query.get("q") ?? "").toLowerCase().split(/\s+/).filter((term) => term !== "");
    if (terms.length === 0) return yield* Result.fail(invalid("q is invalid"));
    const asked = (yield* readWhole(query, "limit_per_type")) ?? LIMIT_DEFAULT;
    const limit = Math.min(asked, LIMIT_MAX);
    const isFound = (text: unknown) => {
      const lower = String(text).toLowerCase();
      return terms.every((term) => lower.includes(term));
    };
    const found = [...matching(catalog, isFound)];
    const body = {
      events: found.slice(0, limit).map((event) => event()),
      tags: allTags(catalog).filter(({ label }) => isFound(label)).slice(0, limit),
      profiles: [],
      pagination: { hasMore: found.length > limit, totalResults: found.length },
    };
    return { status: 200, body };
  });
}

function* matching(
  catalog: Catalog,
  isFound: (text: unknown) => boolean,
): Generator<() => EventObject> {
  const { venue, staged, nowSec } = catalog;
  for (const event of staged.all(nowSec)) {
    if (event["closed"] !== true && isFound(event["title"])) yield () => stagedEventObject(event);
  }
  const games = catalog.games?.listings(() => true, nowSec) ?? [];
  for (const game of games.toSorted((a, b) => a.startSec - b.startSec)) {
    if (game.closedSec <= nowSec || catalog.isGameHidden(game)) continue;
    if (isFound(gameTitle(game))) yield () => catalog.writeGame(game);
  }
  const open = walkListings({
    tracks: venue.tracks.values(),
    bounds: [{ time: "closedSec", fromSec: nowSec + 1 }],
    nowSec,
  }, { keyOf: ({ startSec }) => startSec, isDescending: false });
  for (const listing of open) {
    if (isFound(titleOf(listing)) && !catalog.isHidden(listing)) yield () => catalog.write(listing);
  }
}
