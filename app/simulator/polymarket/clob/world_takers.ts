/**
 * The traders of the world at the users' resting orders: who comes, and which orders they meet.
 *
 * @module
 */
import { type Liquidity } from "./liquidity.ts";
import { makerQueue, type QueuedMaker } from "./maker_queue.ts";
import { type Side } from "./market_feed.ts";
import { type Ledger, restE6 } from "./placed_order.ts";
import { type Settlement } from "./settlement.ts";
import { type TradedMarket } from "./traded_market.ts";
import { flowE6, type Standing } from "./world_flow.ts";

/** What the traders of the world do. */
export interface WorldTakers {
  /** Take what crosses the levels that were put, at once and as far as these reach. */
  meetPut(market: TradedMarket): void;
  /**
   * Take in one slot of time from the orders at or inside the world's best price, and sooner from
   * those that the world's price has moved through.
   */
  flow(market: TradedMarket, slot: number): void;
}

/** What the traders work with. */
export interface WorldTakerParts {
  readonly ledger: Pick<Ledger, "resting">;
  readonly liquidity: Liquidity;
  readonly settlement: Pick<Settlement, "hit">;
  readonly seed: number;
}

/** The takers' sides. */
const SIDES: ReadonlyArray<Side> = ["BUY", "SELL"];

/** An order and where it stands. */
interface Standee extends QueuedMaker {
  readonly standing: Standing;
}

/** Makes the traders. All prices are those of the market's first outcome. */
export function makeWorldTakers(
  { ledger, liquidity, seed, settlement }: WorldTakerParts,
): WorldTakers {
  const queueOf = (market: TradedMarket, side: Side) => {
    const [tokenId] = market.tokenIds;
    return makerQueue(ledger.resting(market.conditionId), { market, tokenId, side });
  };
  const levelsOf = (market: TradedMarket) => liquidity.levels(market, market.tokenIds[0]);

  const cross = (market: TradedMarket, side: Side, { maker, priceE6 }: QueuedMaker) => {
    const { bids, asks } = levelsOf(market);
    const isBid = side === "SELL";
    for (const level of (isBid ? asks : bids).toReversed()) {
      const crosses = isBid ? level.priceE6 <= priceE6 : level.priceE6 >= priceE6;
      const rest = restE6(maker);
      if (!crosses || rest === 0n) return;
      const sizeE6 = level.sizeE6 < rest ? level.sizeE6 : rest;
      // Who sells to a bid has an ask that crosses it: to take that is to buy.
      const taken = { side: isBid ? "BUY" : "SELL", priceE6: level.priceE6, sizeE6 } as const;
      liquidity.take(market, { tokenId: market.tokenIds[0], ...taken });
      settlement.hit(maker, sizeE6);
    }
  };
  const standees = (market: TradedMarket, side: Side): ReadonlyArray<Standee> => {
    const { bids, asks } = levelsOf(market);
    const isBid = side === "SELL";
    const sign = isBid ? 1n : -1n;
    const [same, other] = (isBid ? [bids, asks] : [asks, bids]).map((levels) => levels.at(-1));
    return queueOf(market, side).flatMap((queued): ReadonlyArray<Standee> => {
      const above = (level = same) => level && sign * (queued.priceE6 - level.priceE6);
      const [overSame, overOther] = [above(), other === undefined ? undefined : above(other)];
      if (overOther !== undefined && overOther >= 0n) return [{ ...queued, standing: "crossed" }];
      if (overSame === undefined || overSame > 0n) return [{ ...queued, standing: "inside" }];
      return overSame === 0n ? [{ ...queued, standing: "touch" }] : [];
    });
  };

  return {
    meetPut(market) {
      for (const side of SIDES) {
        for (const queued of queueOf(market, side)) cross(market, side, queued);
      }
    },
    flow(market, slot) {
      for (const side of SIDES) {
        const queue = standees(market, side);
        const [first] = queue;
        if (first === undefined) continue;
        const crossedE6 = queue.filter(({ standing }) => standing === "crossed")
          .reduce((sum, { maker }) => sum + restE6(maker), 0n);
        const { maker: { id, sizeE6: wholeE6 }, standing } = first;
        const sizeE6 = standing === "crossed" ? crossedE6 : wholeE6;
        let leftE6 = flowE6({ id, sizeE6, standing }, { seed, slot });
        for (const { maker } of queue) {
          if (leftE6 === 0n) break;
          const rest = restE6(maker);
          const takenE6 = rest < leftE6 ? rest : leftE6;
          settlement.hit(maker, takenE6);
          leftE6 -= takenE6;
        }
      }
    },
  };
}
