/**
 * The terms on which the markets of games are traded: the metadata shows them, and the order book
 * holds to them.
 *
 * @module
 */
import { feeOf } from "../../venue/fee_period.ts";
import { type MarketTerms } from "../../venue/market_terms.ts";
import { type Protocol } from "../../venue/protocol.ts";
import { type GameListing } from "./game_listing.ts";
import { isSoccer } from "./game_text.ts";

/** Games are of the first protocol. */
export const GAME_PROTOCOL: Protocol = "v1";

const SIZE_MIN = 5;
/** Orders on games that would match are held for a second. */
const DELAY_SEC = 1;

/** The terms of a listing's markets, which are alike for all of them. */
export function gameTerms(listing: GameListing): MarketTerms {
  const { offer, startSec, createdSec } = listing;
  return {
    protocol: GAME_PROTOCOL,
    tick: 0.01,
    sizeMin: SIZE_MIN,
    isNegRisk: isNegRisk(listing),
    delaySec: DELAY_SEC,
    takerDelayMs: 0,
    fee: feeOf({ category: "sports" }, createdSec),
    gameStartSec: offer.lacksKickoff ? undefined : startSec,
  };
}

/** Whether orders are taken: from the deployment on, through the game, until it is closed. */
export function takesOrders(
  { deployedSec, closedSec }: Pick<GameListing, "deployedSec" | "closedSec">,
  nowSec: number,
): boolean {
  return nowSec >= deployedSec && nowSec < closedSec;
}

/** Whether one of three answers comes true. */
export function isNegRisk({ sport, part }: Pick<GameListing, "sport" | "part">): boolean {
  return part === "main" && isSoccer(sport);
}
