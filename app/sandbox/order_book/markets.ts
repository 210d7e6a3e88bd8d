/**
 * The markets that can be traded: those of put events, the world's, and plain ones for tokens that
 * only a book was put for.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type PutEvents } from "../venue/put_events.ts";
import { marketOfPut } from "./put_market.ts";
import { type TradedMarket } from "./traded_market.ts";

/** Where the world's markets come from. */
export interface WorldMarkets {
  byToken(tokenId: string, nowMs: number): TradedMarket | undefined;
  byCondition(conditionId: string, nowMs: number): TradedMarket | undefined;
}

/** Looked up as they are now. */
export interface Markets {
  byToken(tokenId: string): TradedMarket | undefined;
  byCondition(conditionId: string): TradedMarket | undefined;
  /** The market of a token, which is made up where there is none. */
  atLeastPlain(tokenId: string): TradedMarket;
  /** From now on this is the step of the market's prices. */
  setTick(conditionId: string, tickE6: bigint): void;
}

/** The markets of one venue. */
export function makeMarkets(
  { world, put, nowMs }: {
    readonly world: WorldMarkets;
    readonly put: PutEvents;
    readonly nowMs: () => number;
  },
): Markets {
  const plain = new Map<string, TradedMarket>();
  const ticks = new Map<string, bigint>();
  const withTick = (market: TradedMarket | undefined): TradedMarket | undefined => {
    const tickE6 = market === undefined ? undefined : ticks.get(market.conditionId);
    return market === undefined || tickE6 === undefined ? market : { ...market, tickE6 };
  };
  const inPut = (isWanted: (market: TradedMarket) => boolean): TradedMarket | undefined => {
    const nowSec = Math.floor(nowMs() / 1000);
    for (const event of put.all(nowSec)) {
      for (const each of event.markets ?? []) {
        const market = marketOfPut(each);
        if (market !== undefined && isWanted(market)) return market;
      }
    }
    return undefined;
  };
  const byToken = (tokenId: string) =>
    withTick(
      inPut(({ tokenIds }) => tokenIds.includes(tokenId)) ?? world.byToken(tokenId, nowMs()) ??
        plain.get(tokenId),
    );
  return {
    byToken,
    byCondition(conditionId) {
      const isIt = (market: TradedMarket) => market.conditionId === conditionId;
      return withTick(
        inPut(isIt) ?? world.byCondition(conditionId, nowMs()) ?? [...plain.values()].find(isIt),
      );
    },
    atLeastPlain(tokenId) {
      const found = byToken(tokenId);
      if (found !== undefined) return found;
      const made = plainMarket(tokenId, Math.floor(nowMs() / 1000));
      for (const each of made.tokenIds) plain.set(each, made);
      return made;
    },
    setTick: (conditionId, tickE6) => void ticks.set(conditionId, tickE6),
  };
}

/** A market with ticks of a cent and no fee; its other names follow from the token's. */
function plainMarket(tokenId: string, openedSec: number): TradedMarket {
  const hex = (part: string) => createHash("sha256").update(`${part} ${tokenId}`).digest("hex");
  return {
    conditionId: `0x${hex("condition")}`,
    tokenIds: [tokenId, BigInt(`0x${hex("token")}`).toString()],
    outcomes: ["Yes", "No"],
    tickE6: 10_000n,
    sizeMinE6: 5_000_000n,
    isNegRisk: false,
    isOpen: true,
    winnerIndex: undefined,
    delaySec: 0,
    takerDelayMs: 0,
    fee: undefined,
    openedSec,
    gameStartSec: undefined,
  };
}
