/**
 * Finds a market of a game by its ids and slugs.
 *
 * @module
 */
import { type MarketCodes } from "../../venue/market_code.ts";
import { MARKETS_MAX, readConditionId, readTokenId } from "../../venue/market_id.ts";
import { type MarketName } from "../market_name.ts";
import { type WireObject } from "../wire_text.ts";
import { type GameListing } from "./game_listing.ts";
import { type GameWorld } from "./game_world.ts";

/** The games to search, and the event formatter, which returns undefined for a replaced event. */
export interface GameLookup {
  readonly games: GameWorld;
  readonly codes: MarketCodes;
  readonly nowSec: number;
  readonly gameEvent: (listing: GameListing | undefined) => WireObject | undefined;
}

/** Returns the market and its event. Tokens and conditions are found after their deployment. */
export function findGameMarket(
  { games, codes, nowSec, gameEvent }: GameLookup,
  { by, value }: { readonly by: MarketName; readonly value: string },
): { readonly market: WireObject; readonly event: WireObject } | undefined {
  if (by === "slug") {
    return games.byMarketSlug(value, nowSec)
      .map((listing) => marketIn(gameEvent(listing), (market) => market["slug"] === value))
      .find((found) => found !== undefined);
  }
  const number = numberOf(codes, by, value);
  if (number === undefined) return undefined;
  const event = gameEvent(games.byId(String(Math.floor(number / MARKETS_MAX)), nowSec));
  const isDeployed = (market: WireObject) => by === "id" || market["conditionId"] !== undefined;
  return marketIn(event, (market) => market["id"] === String(number) && isDeployed(market));
}

function marketIn(event: WireObject | undefined, isWanted: (market: WireObject) => boolean) {
  const markets: ReadonlyArray<WireObject> = Array.isArray(event?.["markets"])
    ? event["markets"]
    : [];
  const market = markets.find(isWanted);
  return event === undefined || market === undefined ? undefined : { market, event };
}

/** Returns a market's number from any of its ids that encode it. */
function numberOf(codes: MarketCodes, by: MarketName, value: string): number | undefined {
  switch (by) {
    case "id":
      return /^[1-9]\d{0,15}$/.test(value) ? Number(value) : undefined;
    case "conditionId":
      return readConditionId(codes, value);
    case "questionID":
      return codes.numberOf("question", value.replace(/^0x/, "").toLowerCase());
    case "clobTokenId":
      return readTokenId(codes, value)?.number;
    case "slug":
      return undefined;
  }
}
