/**
 * The filters of the list of events. Each works on the world's listings arithmetically, and on the
 * JSON of a custom event.
 *
 * @module
 */
import { Result } from "effect";
import { type ListingTime, type TimeBound } from "../venue/listing_walk.ts";
import { type Track } from "../venue/track.ts";
import { type GameListing } from "./game/game_listing.ts";
import { type VenueSport } from "./game/venue_sport.ts";
import { seriesOfTrack } from "./listing_text.ts";
import { type Parsed, readDate, readFlag, readMany } from "./query_reader.ts";
import { secOfText, type WireObject } from "./wire_text.ts";

/** One filter. An undefined part matches everything. */
export interface ListFilter {
  readonly track?: (track: Track) => boolean;
  readonly bound?: TimeBound;
  /** Matches all games of a sport at once. */
  readonly sport?: (sport: VenueSport) => boolean;
  readonly game?: (game: GameListing) => boolean;
  /** Matches the JSON of a staged event. */
  readonly object: (object: WireObject) => boolean;
}

interface DateRule {
  readonly field: string;
  readonly time: ListingTime;
  readonly isMin: boolean;
}

const DATES: ReadonlyArray<readonly [name: string, rule: DateRule]> = [
  ["end_date_min", { field: "endDate", time: "endSec", isMin: true }],
  ["end_date_max", { field: "endDate", time: "endSec", isMin: false }],
  ["start_time_min", { field: "startTime", time: "startSec", isMin: true }],
  ["start_time_max", { field: "startTime", time: "startSec", isMin: false }],
];

/** The parameters that filter. */
export const FILTER_NAMES = ["closed", "series_id", "series_id[]", ...DATES.map(([name]) => name)];

/** Reads every filter of a query. */
export function readFilters(
  query: URLSearchParams,
  nowSec: number,
): Parsed<ReadonlyArray<ListFilter>> {
  return Result.gen(function* () {
    const filters: ListFilter[] = [];
    const closed = yield* readFlag(query, "closed");
    if (closed !== undefined) filters.push(closedFilter(closed, nowSec));
    for (const [name, rule] of DATES) {
      const sec = yield* readDate(query, name);
      if (sec !== undefined) filters.push(dateFilter(sec, rule));
    }
    const seriesIds = yield* readMany(query, "series_id", /^\d{1,15}$/);
    if (seriesIds.length > 0) {
      filters.push({
        track: (track) => seriesIds.includes(seriesOfTrack(track)?.id ?? ""),
        sport: ({ series }) => seriesIds.includes(series.id),
        object: (object) => seriesIdsOf(object).some((id) => seriesIds.includes(id)),
      });
    }
    return filters;
  });
}

/** A staged game may name its series only in its sport fields. */
function seriesIdsOf({ series, sport }: WireObject): ReadonlyArray<string> {
  const own = Array.isArray(series) ? series.map(({ id }: WireObject) => String(id)) : [];
  const named = typeof sport === "object" && sport !== null && "series" in sport
    ? String(sport.series).split(",")
    : [];
  return [...own, ...named.map((id) => id.trim())];
}

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
