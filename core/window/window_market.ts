/**
 * The primary venue's market of a window: what a bot needs of it to trade.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import {
  agreedProtocol,
  type FeeSchedule,
  type Protocol,
  upDownMarketOf,
  type VenueEvent,
  type VenueMarket,
} from "../venue/mod.ts";

/** An outcome of a market. The token is null until the market is deployed. */
export interface WindowOutcomeToken {
  readonly name: string;
  readonly tokenId: string | null;
}

/** A market. What the venue's catalog does not say, or not clearly, is null. */
export interface WindowMarket {
  readonly conditionId: string | null;
  /** The protocol that the catalog states, if the ids have its layout. */
  readonly protocol: Protocol | null;
  /** The smallest step of a price, USDC. */
  readonly tick: BigDecimal.BigDecimal | null;
  /** The smallest order, shares. */
  readonly sizeMin: BigDecimal.BigDecimal | null;
  readonly isAcceptingOrders: boolean;
  readonly fee: Pick<FeeSchedule, "rate" | "exponent" | "isTakerOnly"> | null;
  /** Up, then Down. */
  readonly outcomes: ReadonlyArray<WindowOutcomeToken>;
}

/** Returns the only market of a window's event; fails with why it is not that of a window. */
export function windowMarketOf(event: VenueEvent): Result.Result<WindowMarket, string> {
  return Result.map(upDownMarketOf(event), (market) => ({
    conditionId: Option.getOrNull(market.conditionId),
    protocol: protocolFor(market),
    tick: Option.getOrNull(market.tickSize),
    sizeMin: Option.getOrNull(market.orderSizeMin),
    isAcceptingOrders: market.isActive && !market.isClosed && market.isAcceptingOrders,
    fee: feeOf(market),
    outcomes: market.outcomes.map(({ name, tokenId }) => ({
      name,
      tokenId: Option.getOrNull(tokenId),
    })),
  }));
}

function protocolFor({ protocol, conditionId, outcomes }: VenueMarket): Protocol | null {
  const tokenIds = outcomes.flatMap(({ tokenId }) => Option.toArray(tokenId));
  if (Option.isNone(conditionId) || tokenIds.length !== outcomes.length) return null;
  const claims = { catalog: protocol, orderBook: protocol };
  const agreed = agreedProtocol({ ...claims, conditionId: conditionId.value, tokenIds });
  return Option.getOrNull(Result.getSuccess(agreed));
}

const ZERO = BigDecimal.fromBigInt(0n);

/** A market without fees says so, and then has no schedule. */
function feeOf({ areFeesEnabled, feeSchedule }: VenueMarket): WindowMarket["fee"] {
  if (Option.contains(areFeesEnabled, false)) {
    return { rate: ZERO, exponent: ZERO, isTakerOnly: true };
  }
  return Option.getOrNull(feeSchedule);
}
