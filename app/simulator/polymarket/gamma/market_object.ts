/**
 * A market of the world in the venue's format, without its event and its tags.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { type Listing } from "../venue/listing.ts";
import { type MarketTerms, marketTerms } from "../venue/market_terms.ts";
import { windowOf } from "../venue/outcome_price.ts";
import { lastTradeTicks, type Quote, quoteOf, tickOf } from "../venue/quote.ts";
import {
  type ListedMarket,
  marketNumber,
  marketSlug,
  type VenueWorld,
} from "../venue/venue_world.ts";
import { outcomesOf, questionOf } from "./listing_text.ts";
import { conditionText, resolutionFields, tokenFields } from "./token_fields.ts";
import {
  arrayText,
  dateText,
  microsText,
  priceText,
  spacedText,
  type WireObject,
} from "./wire_text.ts";

/** A market and the instant of its JSON. */
export interface MarketView {
  readonly market: ListedMarket;
  readonly nowSec: number;
}

/** The nominal rate of markets with fees, which differs from their actual rate. */
const LEGACY_BASE_FEE = 1000;

/** Returns the market object, in the venue's order of fields. */
export function marketObject(venue: VenueWorld, view: MarketView): WireObject {
  const { market, nowSec } = view;
  const { listing } = market;
  const { topic } = topicOf(listing);
  const number = marketNumber(market);
  const isClosed = nowSec >= listing.closedSec;
  const isDeployed = nowSec >= listing.deployedSec;
  const { isNegRisk, protocol, ...terms } = marketTerms(listing, nowSec);
  const written = { number, isNegRisk, protocol };
  const created = microsText(listing.createdSec, number);
  const answer = topic?.markets[market.marketIndex]?.answer;
  const window = windowOf(listing);
  return {
    $schema: "https://gamma-api.polymarket.com/schemas/Market.json",
    id: String(number),
    question: questionOf(listing, market.marketIndex),
    ...(isDeployed ? { conditionId: conditionText(venue, written) } : {}),
    slug: marketSlug(venue.profile, market),
    resolutionSource: "",
    endDate: toIsoSeconds(listing.endSec),
    startDate: created,
    description: "This market is part of a simulated world and resolves by its prices.",
    outcomes: JSON.stringify(outcomesOf(listing)).replace(",", ", "),
    ...prices(venue, view),
    active: true,
    closed: isClosed,
    marketMakerAddress: "",
    createdAt: created,
    updatedAt: microsText(Math.min(nowSec, listing.closedSec), number),
    ...(isClosed ? { closedTime: spacedText(listing.closedSec) } : {}),
    new: false,
    featured: false,
    archived: false,
    restricted: true,
    ...(answer === undefined
      ? {}
      : { groupItemTitle: answer, groupItemThreshold: String(market.marketIndex) }),
    ...(isDeployed ? { questionID: `0x${venue.codes.hexOf("question", number)}` } : {}),
    enableOrderBook: isDeployed,
    orderPriceMinTickSize: tickOf(fairOf(venue, view), terms.tick),
    orderMinSize: terms.sizeMin,
    ...resolutionFields(protocol, { isDeployed, isClosed }),
    endDateIso: dateText(listing.endSec),
    startDateIso: dateText(listing.createdSec),
    hasReviewedDates: true,
    ...(isDeployed ? tokenFields(venue, written) : {}),
    acceptingOrders: isDeployed && nowSec < listing.endSec,
    negRisk: isNegRisk,
    ...(isNegRisk ? { negRiskMarketID: negRiskId(venue, listing) } : {}),
    ready: false,
    funded: false,
    ...(isDeployed ? { acceptingOrdersTimestamp: toIsoSeconds(listing.deployedSec) } : {}),
    cyom: false,
    pagerDutyNotificationEnabled: false,
    approved: true,
    automaticallyActive: true,
    clearBookOnStart: topic === undefined,
    manualActivation: false,
    negRiskOther: false,
    umaResolutionStatuses: isClosed && topic !== undefined ? '["proposed"]' : "[]",
    pendingDeployment: !isDeployed,
    deploying: false,
    rfqEnabled: false,
    holdingRewardsEnabled: false,
    ...feeFields(terms.fee),
    requiresTranslation: false,
    ...(topic?.sportsMarketType === undefined ? {} : {
      sportsMarketType: topic.sportsMarketType,
      gameStartTime: spacedText(terms.gameStartSec ?? listing.endSec),
      secondsDelay: terms.delaySec,
    }),
    ...(window === undefined ? {} : { eventStartTime: toIsoSeconds(listing.startSec) }),
    comboStatus: "pending",
    version: protocol,
  };
}

/** Returns the id that the markets of one neg-risk event share. */
export function negRiskId(venue: VenueWorld, listing: Listing): string {
  return `0x${venue.codes.hexOf("neg_risk", listing.eventNumber)}`;
}

function topicOf({ track: { subject } }: Listing) {
  return { topic: subject.kind === "topic" ? subject.topic : undefined };
}

function fairOf(venue: VenueWorld, { market, nowSec }: MarketView): number {
  return venue.prices.fair(market.listing, market.marketIndex, nowSec);
}

function prices(venue: VenueWorld, view: MarketView): WireObject {
  const { market: { listing }, nowSec } = view;
  const fair = fairOf(venue, view);
  if (nowSec >= listing.closedSec) {
    const settled = fair >= 0.5 ? ["1", "0"] : ["0", "1"];
    return { outcomePrices: arrayText(settled), lastTradePrice: Number(settled[0]) };
  }
  return openPrices(
    quoteOf(fair, marketTerms(listing, nowSec).tick),
    { listing, nowSec },
  );
}

/** Returns the prices of an open market. It has no bids until its deployment. */
export function openPrices(
  quote: Quote,
  { listing, nowSec }: {
    readonly listing: Pick<Listing, "eventNumber" | "deployedSec">;
    readonly nowSec: number;
  },
): WireObject {
  const { bidTicks, askTicks, ticksPerUnit } = quote;
  const middle = (bidTicks + askTicks) / 2;
  return {
    outcomePrices: arrayText([
      priceText(middle, ticksPerUnit),
      priceText(ticksPerUnit - middle, ticksPerUnit),
    ]),
    ...(nowSec >= listing.deployedSec
      ? quoteFields(quote, lastTradeTicks(quote, { listing, nowSec }))
      : {}),
  };
}

function quoteFields({ bidTicks, askTicks, ticksPerUnit }: Quote, lastTicks: number): WireObject {
  return {
    spread: 1 / ticksPerUnit,
    lastTradePrice: lastTicks / ticksPerUnit,
    bestBid: bidTicks / ticksPerUnit,
    bestAsk: askTicks / ticksPerUnit,
  };
}

/** Returns a market's fee fields. */
export function feeFields(fee: MarketTerms["fee"]): WireObject {
  // The only null that the venue sends.
  if (fee === undefined) return { feesEnabled: false, feeType: null };
  const { type, exponent, rate, rebateRate } = fee;
  return {
    makerBaseFee: LEGACY_BASE_FEE,
    takerBaseFee: LEGACY_BASE_FEE,
    feesEnabled: true,
    feeType: type,
    feeSchedule: { exponent, rate, takerOnly: true, rebateRate },
  };
}
