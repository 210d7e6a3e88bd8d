/**
 * The filters of the list calls. Each works on the world's listings, arithmetically if possible,
 * and on the JSON of a custom or a game event.
 *
 * @module
 */
import { Result } from "effect";
import { type Listing } from "../venue/listing.ts";
import { type ListingTime, type TimeBound } from "../venue/listing_walk.ts";
import { type Track } from "../venue/track.ts";
import { gameIdOf, type GameListing, hasGameId, shownMoment } from "./game/game_listing.ts";
import { isLive } from "./game/game_state.ts";
import { easternText } from "./game/game_text.ts";
import { tagsOfSport, type VenueSport } from "./game/venue_sport.ts";
import { seriesOfTrack, tagsOfTrack } from "./listing_text.ts";
import {
  type Parsed,
  readDate,
  readFlag,
  readMany,
  readNumber,
  readWhole,
} from "./query_reader.ts";
import { secOfText, type WireObject } from "./wire_text.ts";

/** One filter. An undefined part matches everything. */
export interface ListFilter {
  readonly track?: (track: Track) => boolean;
  readonly bound?: TimeBound;
  readonly listing?: (listing: Listing) => boolean;
  /** Matches all games of a sport at once. */
  readonly sport?: (sport: VenueSport) => boolean;
  /** Matches a game's event without its JSON. */
  readonly game?: (game: GameListing) => boolean;
  /** Matches an event's JSON, or a market's JSON followed by the fields of its event. */
  readonly object: (object: WireObject) => boolean;
}

/** Matches no event of the world, and every custom one. */
export const NO_WORLD: ListFilter = {
  track: () => false,
  sport: () => false,
  object: () => true,
};

/** The world's volumes, by the name of the sum. */
export type FiguresOf = (listing: Listing, name: "volume" | "liquidity") => number;

/** The list call, as some parameter names differ between the two. */
export type ListKind = "events" | "markets";

/** Reads every filter of a query. */
export function readFilters(
  query: URLSearchParams,
  { kind, nowSec, figuresOf }: {
    readonly kind: ListKind;
    readonly nowSec: number;
    readonly figuresOf: FiguresOf;
  },
): Parsed<ReadonlyArray<ListFilter>> {
  return Result.gen(function* () {
    const filters: ListFilter[] = [];
    // By default the market list holds open markets; the event list has both kinds.
    const closed = (yield* readFlag(query, "closed")) ?? (kind === "markets" ? false : undefined);
    if (closed !== undefined) filters.push(closedFilter(closed, nowSec));
    for (const [name, ofWorld] of WORLD_FLAGS) {
      const flag = yield* readFlag(query, name);
      // The market list ignores these two.
      const isIgnored = kind === "markets" && (name === "active" || name === "archived");
      if (flag === undefined || isIgnored) continue;
      filters.push({
        track: () => flag === ofWorld,
        ...(name === "live"
          ? { game: (game) => isLive(shownMoment(game)) === flag }
          : { sport: () => flag === ofWorld }),
        object: (object) => ((object[name] ?? ofWorld) === true) === flag,
      });
    }
    for (const [name, rule] of DATES) {
      const sec = yield* readDate(query, name);
      if (sec !== undefined) filters.push(dateFilter(sec, rule));
    }
    const suffix = kind === "markets" ? "_num" : "";
    for (const name of ["volume", "liquidity"] as const) {
      const low = yield* readNumber(query, `${name}${suffix}_min`);
      const high = yield* readNumber(query, `${name}${suffix}_max`);
      if (low === undefined && high === undefined) continue;
      const isInside = (value: number) => value >= (low ?? 0) && value <= (high ?? Infinity);
      filters.push({
        listing: (listing) => isInside(figuresOf(listing, name)),
        object: (object) => isInside(Number(object[name] ?? 0)),
      });
    }
    filters.push(...yield* readTagFilters(query));
    const seriesIds = yield* readMany(query, "series_id", DIGITS);
    if (seriesIds.length > 0) {
      filters.push({
        track: (track) => seriesIds.includes(seriesOfTrack(track)?.id ?? ""),
        sport: ({ series }) => seriesIds.includes(series.id),
        object: (object) => seriesIdsOf(object).some((id) => seriesIds.includes(id)),
      });
    }
    const recurrence = query.get("recurrence");
    if (recurrence !== null) {
      filters.push({
        sport: ({ series }) => series.recurrence === recurrence,
        track: (track) => seriesOfTrack(track)?.recurrence === recurrence,
        object: ({ series }) => namesOf(series, "recurrence").includes(recurrence),
      });
    }
    filters.push(...yield* readGameFilters(query, kind));
    return filters;
  });
}

/** A staged game may name its series only in its sport fields. */
function seriesIdsOf({ series, sport }: WireObject): ReadonlyArray<string> {
  const named = typeof sport === "object" && sport !== null && "series" in sport
    ? String(sport.series).split(",")
    : [];
  return [...namesOf(series, "id"), ...named.map((id) => id.trim())];
}

/** Flags with one value for every listing of the world; games vary. */
const WORLD_FLAGS: ReadonlyArray<readonly [name: string, ofWorld: boolean]> = [
  ["active", true],
  ["archived", false],
  ["featured", false],
  ["cyom", false],
  ["live", false],
];

interface DateRule {
  readonly field: string;
  readonly time: ListingTime;
  readonly isMin: boolean;
}

const DATES: ReadonlyArray<readonly [name: string, rule: DateRule]> = [
  ["start_date_min", { field: "startDate", time: "createdSec", isMin: true }],
  ["start_date_max", { field: "startDate", time: "createdSec", isMin: false }],
  ["end_date_min", { field: "endDate", time: "endSec", isMin: true }],
  ["end_date_max", { field: "endDate", time: "endSec", isMin: false }],
  ["start_time_min", { field: "startTime", time: "startSec", isMin: true }],
  ["start_time_max", { field: "startTime", time: "startSec", isMin: false }],
];

const DIGITS = /^\d{1,15}$/;

function closedFilter(isClosed: boolean, nowSec: number): ListFilter {
  const bound = isClosed ? { toSec: nowSec + 1 } : { fromSec: nowSec + 1 };
  return {
    bound: { time: "closedSec", ...bound },
    object: ({ closed }) => (closed === true) === isClosed,
  };
}

/** Only markets decided by the prices of a window state its start. */
function saysStart({ subject }: Track): boolean {
  return subject.kind === "up_down" || subject.topic.asset !== undefined;
}

/** Both ends are inclusive. Times are whole seconds. */
function dateFilter(sec: number, { field, time, isMin }: DateRule): ListFilter {
  return {
    ...(field === "startTime"
      ? { track: saysStart, game: ({ offer }: GameListing) => !offer.lacksKickoff }
      : {}),
    bound: { time, ...(isMin ? { fromSec: Math.ceil(sec) } : { toSec: Math.floor(sec) + 1 }) },
    object: (object) => {
      const atSec = secOfText(object[field]) ?? NaN;
      return isMin ? atSec >= sec : atSec <= sec;
    },
  };
}

/**
 * Tags select whole tracks of the world. Slugs are case-sensitive here: whether the real service
 * accepts `5m` for `5M` was not observed.
 */
function readTagFilters(query: URLSearchParams): Parsed<ReadonlyArray<ListFilter>> {
  return Result.gen(function* () {
    const by = (field: "id" | "slug", value: string, isWanted: boolean): ListFilter => {
      const isSame = (other: string) => other === value;
      return {
        track: (track) => tagsOfTrack(track).some((tag) => isSame(tag[field])) === isWanted,
        sport: (sport) => tagsOfSport(sport).some((tag) => isSame(tag[field])) === isWanted,
        object: ({ tags }) => namesOf(tags, field).some(isSame) === isWanted,
      };
    };
    const ids = yield* readMany(query, "tag_id", DIGITS);
    const excluded = yield* readMany(query, "exclude_tag_id", DIGITS);
    const slug = query.get("tag_slug");
    return [
      ...ids.map((id) => by("id", id, true)),
      ...excluded.map((id) => by("id", id, false)),
      ...(slug === null ? [] : [by("slug", slug, true)]),
    ];
  });
}

/** Games are staged events, or come from a season: topics of the world are never games. */
function readGameFilters(
  query: URLSearchParams,
  kind: ListKind,
): Parsed<ReadonlyArray<ListFilter>> {
  return Result.gen(function* () {
    const filters: ListFilter[] = [];
    const eventDate = query.get("event_date");
    if (eventDate !== null && kind === "events") {
      filters.push({
        track: () => false,
        game: ({ offer, startSec }) => !offer.lacksKickoff && easternText(startSec) === eventDate,
        object: (object) => object["eventDate"] === eventDate,
      });
    }
    const gameId = yield* readWhole(query, "game_id");
    if (gameId !== undefined) {
      filters.push({
        track: () => false,
        // Each market has the number, even if its event has none.
        game: (game) =>
          gameIdOf(game.offer.game) === gameId && (kind === "markets" || hasGameId(game)),
        object: (object) => Number(object["gameId"]) === gameId,
      });
    }
    const types = yield* readMany(query, "sports_market_types", /^\w+$/);
    if (types.length > 0) {
      filters.push({
        track: ({ subject }) =>
          subject.kind === "topic" && types.includes(subject.topic.sportsMarketType ?? ""),
        object: (object) => types.includes(String(object["sportsMarketType"])),
      });
    }
    return filters;
  });
}

/** Returns one field of every object in a list. */
function namesOf(list: unknown, field: string): ReadonlyArray<string> {
  if (!Array.isArray(list)) return [];
  return list.map((item: WireObject) => String(item[field]));
}
