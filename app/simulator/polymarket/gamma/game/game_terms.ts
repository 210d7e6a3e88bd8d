/**
 * The terms of game markets: the metadata shows them, and the order book enforces them.
 *
 * @module
 */
import { feeOf } from "../../venue/fee_period.ts";
import { type MarketTerms } from "../../venue/market_terms.ts";
import { type Protocol } from "../../venue/protocol.ts";
import { type GameListing } from "./game_listing.ts";
import { isSoccer } from "./game_text.ts";

/** Games use the first protocol. */
export const GAME_PROTOCOL: Protocol = "v1";

const SIZE_MIN = 5;
/** Matching orders on games are delayed for a second. */
const DELAY_SEC = 1;

/** Returns the terms of a listing's markets, which are the same for all of them. */
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

/** Returns whether orders are accepted: from the deployment, through the game, until the close. */
export function takesOrders(
  { deployedSec, closedSec }: Pick<GameListing, "deployedSec" | "closedSec">,
  nowSec: number,
): boolean {
  return nowSec >= deployedSec && nowSec < closedSec;
}

/** Returns whether exactly one of three answers comes true. */
export function isNegRisk({ sport, part }: Pick<GameListing, "sport" | "part">): boolean {
  return part === "main" && isSoccer(sport);
}
