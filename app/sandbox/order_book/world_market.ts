/**
 * What the venue's order book knows about a market of the world.
 *
 * @module
 */
import { toDecimal } from "../venue/market_code.ts";
import { type MarketTerms, marketTerms } from "../venue/market_terms.ts";
import { tickOf } from "../venue/quote.ts";
import {
  type ListedMarket,
  marketNumber,
  outcomeNumber,
  type VenueWorld,
} from "../venue/venue_world.ts";
import { outcomesOf } from "../venue_metadata/listing_text.ts";

/** A market that has tokens. Prices and sizes are times 10^6, instants are unix seconds. */
export interface WorldMarket
  extends Pick<MarketTerms, "isNegRisk" | "delaySec" | "takerDelayMs" | "gameStartSec"> {
  readonly market: ListedMarket;
  /** `0x` and 64 hex digits. */
  readonly conditionId: string;
  /** Decimal text, in the order of the outcomes. */
  readonly tokenIds: readonly [string, string];
  /** `Up`, `Down`, or `Yes`, `No`, or two teams. */
  readonly outcomes: readonly [string, string];
  /** Smallest step of a price now. */
  readonly tickE6: bigint;
  readonly sizeMinE6: bigint;
  /** Whether orders are taken. */
  readonly isOpen: boolean;
  /** Which outcome won, once the market is closed. */
  readonly winnerIndex: 0 | 1 | undefined;
  /** What takers pay: `rate * (p * (1 - p)) ** exponent` a share. Undefined for nothing. */
  readonly fee: { readonly rate: number; readonly exponent: number } | undefined;
  readonly openedSec: number;
}

const ONE_E6 = 1_000_000;

/** Reads it. The market has been deployed by `nowSec`. */
export function worldMarket(
  venue: VenueWorld,
  { market, nowSec }: { readonly market: ListedMarket; readonly nowSec: number },
): WorldMarket {
  const { listing, marketIndex } = market;
  const terms = marketTerms(listing, nowSec);
  const fair = venue.prices.fair(listing, marketIndex, nowSec);
  const tokenId = (outcomeIndex: 0 | 1) =>
    toDecimal(venue.codes.hexOf("token", outcomeNumber({ ...market, outcomeIndex })));
  const { isNegRisk, delaySec, takerDelayMs, gameStartSec, fee } = terms;
  return {
    market: { listing, marketIndex },
    conditionId: `0x${venue.codes.hexOf("condition", marketNumber(market))}`,
    tokenIds: [tokenId(0), tokenId(1)],
    outcomes: outcomesOf(listing),
    tickE6: BigInt(Math.round(tickOf(fair, terms.tick) * ONE_E6)),
    sizeMinE6: BigInt(terms.sizeMin * ONE_E6),
    isOpen: nowSec >= listing.deployedSec && nowSec < listing.endSec,
    winnerIndex: nowSec < listing.closedSec ? undefined : fair >= 0.5 ? 0 : 1,
    isNegRisk,
    delaySec,
    takerDelayMs,
    gameStartSec,
    fee: fee === undefined ? undefined : { rate: fee.rate, exponent: fee.exponent },
    openedSec: listing.deployedSec,
  };
}
