/**
 * A market of a game in the venue's format, without its event and its tags.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../../core/time/mod.ts";
import { MARKETS_MAX } from "../../venue/market_id.ts";
import { quoteOf, tickOf } from "../../venue/quote.ts";
import { conditionText, type IdSource, resolutionFields, tokenFields } from "../token_fields.ts";
import { feeFields, openPrices } from "../market_object.ts";
import { arrayText, dateText, microsText, spacedText, type WireObject } from "../wire_text.ts";
import { type GameMarketView } from "./game_bet.ts";
import { gameIdOf, type GameListing } from "./game_listing.ts";
import { gameFair } from "./game_price.ts";
import { gameTerms, takesOrders } from "./game_terms.ts";

/** Returns the market object, in the venue's order of fields. */
export function gameMarketObject(source: IdSource, view: GameMarketView): WireObject {
  const { listing, bet, nowSec } = view;
  const { offer, stem } = listing;
  const { isNegRisk, protocol, ...terms } = gameTerms(listing);
  const number = gameMarketNumber(view);
  const written = { number, isNegRisk, protocol };
  const isClosed = nowSec >= listing.closedSec;
  const isDeployed = nowSec >= listing.deployedSec;
  const created = microsText(listing.createdSec, number);
  return {
    $schema: "https://gamma-api.polymarket.com/schemas/Market.json",
    id: String(number),
    question: bet.question,
    ...(isDeployed ? { conditionId: conditionText(source, written) } : {}),
    slug: `${stem}${bet.slugEnd}`,
    resolutionSource: listing.sport.resolution,
    endDate: toIsoSeconds(listing.endSec),
    startDate: created,
    description: "This market is part of a simulated world and resolves by its games.",
    outcomes: arrayText(bet.outcomes),
    ...prices(source, view),
    active: true,
    closed: isClosed,
    createdAt: created,
    updatedAt: microsText(Math.min(nowSec, listing.closedSec), number),
    ...(isClosed ? { closedTime: spacedText(listing.closedSec) } : {}),
    archived: false,
    restricted: true,
    ...(bet.answer === undefined
      ? {}
      : { groupItemTitle: bet.answer, groupItemThreshold: String(view.marketIndex) }),
    ...(isDeployed ? { questionID: `0x${source.codes.hexOf("question", number)}` } : {}),
    enableOrderBook: isDeployed,
    orderPriceMinTickSize: tickOf(gameFair(source.seed, view), terms.tick),
    orderMinSize: terms.sizeMin,
    ...resolutionFields(protocol, { isDeployed, isClosed }),
    endDateIso: dateText(listing.endSec),
    startDateIso: dateText(listing.createdSec),
    ...(terms.gameStartSec === undefined ? {} : { gameStartTime: spacedText(terms.gameStartSec) }),
    secondsDelay: terms.delaySec,
    ...(isDeployed ? tokenFields(source, written) : {}),
    acceptingOrders: takesOrders(listing, nowSec),
    negRisk: isNegRisk,
    ...(isNegRisk ? { negRiskMarketID: gameNegRiskId(source, listing) } : {}),
    gameId: String(gameIdOf(offer.game)),
    sportsMarketType: bet.type,
    ...(bet.line === undefined ? {} : { line: bet.line }),
    umaResolutionStatuses: isClosed ? '["proposed"]' : "[]",
    pendingDeployment: !isDeployed,
    ...feeFields(terms.fee),
    comboStatus: "pending",
    version: protocol,
  };
}

/** Returns the id of a market, as a number. */
export function gameMarketNumber(
  { listing, marketIndex }: Pick<GameMarketView, "listing" | "marketIndex">,
): number {
  return listing.eventNumber * MARKETS_MAX + marketIndex;
}

/** Returns the id that the three markets share. */
export function gameNegRiskId({ codes }: IdSource, { eventNumber }: GameListing): string {
  return `0x${codes.hexOf("neg_risk", eventNumber)}`;
}

function prices({ seed }: IdSource, view: GameMarketView): WireObject {
  const { listing, nowSec } = view;
  const fair = gameFair(seed, view);
  if (nowSec >= listing.closedSec) {
    return { outcomePrices: arrayText([String(fair), String(1 - fair)]), lastTradePrice: fair };
  }
  return openPrices(quoteOf(fair, gameTerms(listing).tick), { listing, nowSec });
}
