/**
 * Events of the primary venue, their markets and their tags.
 *
 * @module
 */
import type { BigDecimal, Option } from "effect";
import type { ConditionId } from "./condition_id.ts";
import type { MarketFee } from "./fee_schedule.ts";
import type { ToldProtocol } from "./protocol.ts";

/** How a caller names an event. Both are the venue's own words. */
export type EventReference =
  | { readonly by: "slug"; readonly slug: string }
  | { readonly by: "id"; readonly id: string };

/** `slug "btc-updown-5m-1766160000"`, `id "260654"`: for a sentence about the event. */
export function describeEvent(reference: EventReference): string {
  return reference.by === "slug" ? `slug "${reference.slug}"` : `id "${reference.id}"`;
}

/** A tag as the venue writes it: slugs come in any case, such as `5M`. */
export interface VenueTag {
  readonly slug: string;
  readonly label: string;
}

/**
 * One side of a market. The token exists once the market is deployed; of a market whose protocol is
 * not known, nobody can say which of its ids it is.
 */
export interface VenueOutcome {
  readonly name: string;
  readonly tokenId: Option.Option<string>;
}

/** A market with one order book an outcome. */
export interface VenueMarket extends MarketFee {
  readonly id: string;
  readonly slug: string;
  readonly question: string;
  /** By what it is traded, in the catalog's words. */
  readonly protocol: ToldProtocol;
  /** None until the market is deployed. */
  readonly conditionId: Option.Option<ConditionId>;
  /** In the venue's order, which is also that of its tokens. */
  readonly outcomes: ReadonlyArray<VenueOutcome>;
  readonly isNegRisk: boolean;
  /** Smallest step of a price, in USDC. The order book's own word goes before this one. */
  readonly tickSize: Option.Option<BigDecimal.BigDecimal>;
  /** Smallest order, in shares. */
  readonly orderSizeMin: Option.Option<BigDecimal.BigDecimal>;
  readonly isActive: boolean;
  readonly isClosed: boolean;
  readonly isAcceptingOrders: boolean;
  /** How long the venue holds an order before it matches. */
  readonly delaySec: number;
}

/** A market of which something cannot be used: it cannot be traded, and may still have a fee. */
export interface UnreadableMarket {
  /** By the venue's name for it, such as `slug "btc-updown-5m-1766160000"`. */
  readonly named: string;
  /** None where it is the fee that cannot be read. */
  readonly fee: Option.Option<MarketFee>;
}

/** An event: what one page of the venue is about. */
export interface VenueEvent {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** In the venue's order. */
  readonly tags: ReadonlyArray<VenueTag>;
  readonly isClosed: boolean;
  readonly markets: ReadonlyArray<VenueMarket>;
  /** Its other markets. What is said of all markets of an event must be true of these as well. */
  readonly unreadableMarkets: ReadonlyArray<UnreadableMarket>;
}

/** A market with the event it belongs to, which the venue may leave out. */
export interface ListedMarket {
  readonly market: VenueMarket;
  readonly event: Option.Option<Pick<VenueEvent, "id" | "slug" | "title">>;
  readonly tags: ReadonlyArray<VenueTag>;
}
