/**
 * Tags, series and sports.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { TAG_BY_SLUG } from "../venue/tag.ts";
import { type Catalog } from "./catalog.ts";
import { seriesObject, tagObject } from "./event_object.ts";
import { invalid, notFound } from "./failure.ts";
import { sportObject } from "./game/game_event.ts";
import { inTitleOrder } from "./game/game_listing.ts";
import { teamObjects } from "./game/game_team.ts";
import { SPORT_BY_LEAGUE } from "./game/venue_sport.ts";
import { seriesOfTrack, type TrackSeries } from "./listing_text.ts";
import { readPageSize } from "./page_size.ts";
import { type Parsed, readMany } from "./query_reader.ts";
import { type WireObject } from "./wire_text.ts";

/** Returns every tag: the world's, and those of staged events. Ids and slugs are unique. */
export function allTags({ staged, nowSec, games }: Catalog): ReadonlyArray<WireObject> {
  const tags = new Map<unknown, WireObject>();
  for (const tag of TAG_BY_SLUG.values()) tags.set(tag.slug, tagObject(tag));
  for (const { tags: listed } of staged.all(nowSec)) {
    if (!Array.isArray(listed)) continue;
    for (const tag of listed as ReadonlyArray<WireObject>) {
      if (!tags.has(tag["slug"])) tags.set(tag["slug"], tag);
    }
  }
  const known = new Set([...tags.values()].map(({ id }) => id));
  const ofSports = games === undefined ? [] : [...SPORT_BY_LEAGUE.values()];
  for (const { primaryTag } of ofSports) {
    if (!known.has(primaryTag.id)) tags.set(primaryTag.slug, tagObject(primaryTag));
  }
  return [...tags.values()];
}

/** Returns every series of the world. */
export function allSeries({ venue, games }: Catalog): ReadonlyArray<TrackSeries> {
  const sports = games === undefined ? [] : [...SPORT_BY_LEAGUE.values()];
  return [
    ...[...venue.tracks.values()].map(seriesOfTrack).filter((series) => series !== undefined),
    ...sports.map(({ series }) => series),
  ];
}

/** Answers `GET /tags`, `GET /series`: a bare list, by `limit` and `offset`. */
export function listAll(rows: ReadonlyArray<WireObject>, query: URLSearchParams): Parsed<Answer> {
  return Result.map(readPageSize(query), ({ limit, offset }) => ({
    status: 200,
    body: rows.slice(offset, offset + limit),
  }));
}

/** Answers `GET /series`, optionally by slug. */
export function listSeries(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const slugs = yield* readMany(query, "slug", /^[\w.-]{1,255}$/);
    const recurrence = query.get("recurrence");
    const rows = allSeries(catalog).filter((series) =>
      (slugs.length === 0 || slugs.includes(series.slug)) &&
      (recurrence === null || series.recurrence === recurrence)
    );
    return yield* listAll(rows.map(seriesObject), query);
  });
}

/** Returns one row by its id or slug; 404 and 422 as for events. */
export function oneOf(
  rows: ReadonlyArray<WireObject>,
  by: "id" | "slug",
  value: string,
): Parsed<Answer> {
  const isRight = (by === "id" ? /^\d{1,18}$/ : /^[\w.-]{1,255}$/).test(value);
  if (!isRight) return Result.fail(invalid("slug is invalid"));
  const found = rows.find((row) => row[by] === value);
  return found === undefined
    ? Result.fail(notFound(by))
    : Result.succeed({ status: 200, body: found });
}

/** Returns every sport with games, and those of staged game events. */
export function allSports({ staged, nowSec, games }: Catalog): ReadonlyArray<WireObject> {
  const sports = games === undefined ? [] : [...SPORT_BY_LEAGUE.values()].map(sportObject);
  // An event has fewer sport fields than the list.
  return distinct([...staged.all(nowSec).map(({ sport }) => sport), ...sports]);
}

/** Answers `GET /teams`: the teams of listed games, and of staged game events. */
export function listTeams(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  const { staged, nowSec, games } = catalog;
  const listed = games?.listings(() => true, nowSec)
    .flatMap((listing) => teamObjects(inTitleOrder(listing), listing.sport))
    .map(({ ordering: _, ...team }) => team) ?? [];
  const teams = staged.all(nowSec).flatMap(({ teams }) => Array.isArray(teams) ? teams : []);
  return Result.gen(function* () {
    const wanted = yield* Result.all(
      TEAM_FILTERS.map((name) =>
        Result.map(readMany(query, name, /./), (values) => ({ name, values }))
      ),
    );
    const rows = distinct([...listed, ...teams]).filter((team) =>
      wanted.every(({ name, values }) => values.length === 0 || values.includes(String(team[name])))
    );
    return yield* listAll(rows, query);
  });
}

const TEAM_FILTERS = ["league", "name", "abbreviation"] as const;

/** Returns the objects, one per id. */
function distinct(values: ReadonlyArray<unknown>): ReadonlyArray<WireObject> {
  const objects = values.filter((value) => typeof value === "object" && value !== null);
  const byId = new Map(
    objects.map((object) => [new Map(Object.entries(object)).get("id"), object]),
  );
  return [...byId.values()].map((object) => Object.fromEntries(Object.entries(object)));
}
