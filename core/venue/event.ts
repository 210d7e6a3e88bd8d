/**
 * Events of the primary venue, their markets and their tags.
 *
 * @module
 */
import type { BigDecimal, Option } from "effect";
import type { ConditionId } from "./condition_id.ts";
import type { MarketFee } from "./fee_schedule.ts";
import type { StatedProtocol } from "./protocol.ts";

/** A caller's reference to an event, by the venue's slug or id. */
export type EventReference =
  | { readonly by: "slug"; readonly slug: string }
  | { readonly by: "id"; readonly id: string };

/** Formats a reference for messages: `slug "btc-updown-5m-1766160000"`, `id "260654"`. */
export function describeEvent(reference: EventReference): string {
  return reference.by === "slug" ? `slug "${reference.slug}"` : `id "${reference.id}"`;
}

/** A tag as the venue writes it. Slugs may have capitals, such as `5M`. */
export interface VenueTag {
  readonly slug: string;
  readonly label: string;
}

/**
 * One outcome of a market. The token exists once the market is deployed. It is none for a market of
 * unknown protocol, because the right id cannot be chosen.
 */
export interface VenueOutcome {
  readonly name: string;
  readonly tokenId: Option.Option<string>;
}

/** A market with one order book per outcome. */
export interface VenueMarket extends MarketFee {
  readonly id: string;
  readonly slug: string;
  readonly question: string;
  /** The trading protocol, as the catalog states it. */
  readonly protocol: StatedProtocol;
  /** None until the market is deployed. */
  readonly conditionId: Option.Option<ConditionId>;
  /** In the venue's order, which is also the order of its tokens. */
  readonly outcomes: ReadonlyArray<VenueOutcome>;
  readonly isNegRisk: boolean;
  /** The smallest price step, in USDC. The order book's value takes precedence. */
  readonly tickSize: Option.Option<BigDecimal.BigDecimal>;
  /** The smallest order, in shares. */
  readonly orderSizeMin: Option.Option<BigDecimal.BigDecimal>;
  readonly isActive: boolean;
  readonly isClosed: boolean;
  readonly isAcceptingOrders: boolean;
  /** The seconds for which the venue delays an order before it matches. */
  readonly delaySec: number;
}

/** A market with unusable data: it cannot be traded, but its fee may be known. */
export interface UnreadableMarket {
  /** A reference to the market, such as `slug "btc-updown-5m-1766160000"`. */
  readonly named: string;
  /** None if the unusable data is the fee. */
  readonly fee: Option.Option<MarketFee>;
}

/** An event: the subject of one page of the venue. */
export interface VenueEvent {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** In the venue's order. */
  readonly tags: ReadonlyArray<VenueTag>;
  readonly isClosed: boolean;
  readonly markets: ReadonlyArray<VenueMarket>;
  /** The event's other markets. A statement about all markets of an event must include these. */
  readonly unreadableMarkets: ReadonlyArray<UnreadableMarket>;
}

/** A market with the event that it belongs to, which the venue may omit. */
export interface ListedMarket {
  readonly market: VenueMarket;
  readonly event: Option.Option<Pick<VenueEvent, "id" | "slug" | "title">>;
  readonly tags: ReadonlyArray<VenueTag>;
}
