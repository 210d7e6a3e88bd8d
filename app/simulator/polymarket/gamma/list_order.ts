/**
 * The sort orders of the list calls.
 *
 * @module
 */
import { Result } from "effect";
import { type Listing, startSecOfNumber } from "../venue/listing.ts";
import { type ListingTime } from "../venue/listing_walk.ts";
import { type Catalog } from "./catalog.ts";
import { invalid } from "./failure.ts";
import { type GameListing, NOT_CLOSED_SEC } from "./game/game_listing.ts";
import { type Parsed, readFlag } from "./query_reader.ts";
import { listingFigures } from "./trading_figures.ts";
import { secOfText, type WireObject } from "./wire_text.ts";

/** A sort order: by a number, and for equal numbers by the event's id. */
export interface ListOrder {
  readonly keyOf: (listing: Listing) => number;
  readonly keyOfGame: (game: GameListing) => number;
  readonly keyOfObject: (event: WireObject) => number;
  readonly isDescending: boolean;
  /**
   * The instant that the number follows along a track, and the time of a number. Undefined for
   * numbers that follow none, such as volumes.
   */
  readonly time?: { readonly name: ListingTime; readonly secOf: (key: number) => number };
}

type Order = Omit<ListOrder, "isDescending">;

/** Rows without the field come last in ascending order. */
const NEVER_SEC = NOT_CLOSED_SEC;

const byTime = (name: ListingTime, field: string): Order => ({
  keyOf: (listing) => listing[name],
  keyOfGame: (game) => name === "startSec" && game.offer.lacksKickoff ? NEVER_SEC : game[name],
  keyOfObject: (event) => {
    const sec = secOfText(event[field]) ?? NEVER_SEC;
    return Math.floor(sec);
  },
  time: { name, secOf: (key) => key },
});

/** Ids grow with the start of the event. */
const BY_ID: Order = {
  keyOf: ({ eventNumber }) => eventNumber,
  keyOfGame: ({ eventNumber }) => eventNumber,
  keyOfObject: ({ id }) => Number(id),
  time: { name: "startSec", secOf: startSecOfNumber },
};

/** A sortable row. */
type Ordered = Pick<Catalog, "venue" | "nowSec" | "writeGame">;

/** Field names match without case and underscores, as both spellings are in use. */
function orderOf(field: string, { venue, nowSec, writeGame }: Ordered): Order | undefined {
  const byFigure = (name: "volume" | "volume24hr" | "liquidity"): Order => ({
    keyOf: (listing) => listingFigures(venue, listing, nowSec)[name],
    keyOfGame: (game) => Number(writeGame(game)[name]),
    keyOfObject: (event) => Number(event[name] ?? 0),
  });
  switch (field.toLowerCase().replaceAll("_", "")) {
    case "id":
      return BY_ID;
    case "createdat":
    case "creationdate":
    case "startdate":
      return byTime("createdSec", "startDate");
    case "starttime":
    case "eventstarttime":
      return byTime("startSec", "startTime");
    case "enddate":
      return byTime("endSec", "endDate");
    case "closedtime":
      return byTime("closedSec", "closedTime");
    case "volume":
    case "volumenum":
      return byFigure("volume");
    case "volume24hr":
      return byFigure("volume24hr");
    case "liquidity":
    case "liquiditynum":
      return byFigure("liquidity");
    default:
      return undefined;
  }
}

/** Reads `order`, whose first field counts, and `ascending`. The default is by id. */
export function readOrder(
  query: URLSearchParams,
  catalog: Ordered,
): Parsed<ListOrder> {
  return Result.gen(function* () {
    const ascending = yield* readFlag(query, "ascending");
    const [field = ""] = (query.get("order") ?? "id").split(",");
    const order = orderOf(field, catalog);
    if (order === undefined) return yield* Result.fail(invalid("order is invalid"));
    return { ...order, isDescending: ascending === false };
  });
}
