/**
 * The tradable markets: those of staged events, the world's, and plain ones for tokens with
 * only a replacement book.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { fromDecimal } from "../venue/market_code.ts";
import { conditionOfPosition, isPosition } from "../venue/position_id.ts";
import { type StagedEvents } from "../venue/staged_events.ts";
import { readStagedMarket } from "./staged_market.ts";
import { type TradedMarket } from "./traded_market.ts";

/** The source of the world's markets. */
export interface WorldMarkets {
  byToken(tokenId: string, nowMs: number): TradedMarket | undefined;
  byCondition(conditionId: string, nowMs: number): TradedMarket | undefined;
}

/** The market fields that a control can change. */
export type MarketChange = Partial<Pick<TradedMarket, "tickE6" | "version">>;

/** Looks markets up in their current state. */
export interface Markets {
  byToken(tokenId: string): TradedMarket | undefined;
  byCondition(conditionId: string): TradedMarket | undefined;
  /** Returns the market of a token, and invents one if there is none. */
  atLeastPlain(tokenId: string): TradedMarket;
  /** Sets the market's tick size, or its reported protocol, from now on. */
  set(conditionId: string, change: MarketChange): void;
}

/** Invented markets, and changed ones. Controls make them. */
const PLAIN_MAX = 20_000;

/** Makes the markets of one venue. */
export function makeMarkets(
  { world, staged, nowMs, kept = UNKEPT }: {
    readonly world: WorldMarkets;
    readonly staged: StagedEvents;
    readonly nowMs: () => number;
    readonly kept?: KeptMaps;
  },
): Markets {
  const plain = kept.map<TradedMarket>("invented markets", PLAIN_MAX);
  const changes = kept.map<MarketChange>("changed markets", PLAIN_MAX);
  const changed = (market: TradedMarket | undefined): TradedMarket | undefined =>
    market && { ...market, ...changes.get(market.conditionId) };
  const inPut = (isWanted: (market: TradedMarket) => boolean): TradedMarket | undefined => {
    const nowSec = Math.floor(nowMs() / 1000);
    for (const event of staged.all(nowSec)) {
      for (const each of event.markets ?? []) {
        const market = readStagedMarket(each);
        if (market !== undefined && isWanted(market)) return market;
      }
    }
    return undefined;
  };
  const byToken = (tokenId: string) =>
    changed(
      inPut(({ tokenIds }) => tokenIds.includes(tokenId)) ?? world.byToken(tokenId, nowMs()) ??
        plain.get(tokenId),
    );
  return {
    byToken,
    byCondition(conditionId) {
      const isIt = (market: TradedMarket) => market.conditionId === conditionId;
      return changed(
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
    set: (conditionId, change) =>
      changes.set(conditionId, { ...changes.get(conditionId), ...change }),
  };
}

/** Returns a market with ticks of a cent and no fee; its other ids follow from the token's. */
function plainMarket(tokenId: string, openedSec: number): TradedMarket {
  return {
    ...namesBy(tokenId),
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
    clearsOnStart: false,
  };
}

/**
 * A token with the layout of a position is treated as one; its condition and its other side follow
 * from it.
 */
function namesBy(tokenId: string): Pick<TradedMarket, "version" | "conditionId" | "tokenIds"> {
  const position = fromDecimal(tokenId) ?? "";
  if (isPosition(position)) {
    const conditionId = `0x${conditionOfPosition(position)}`;
    const first = BigInt(conditionId);
    return { version: "v2", conditionId, tokenIds: [String(first), String(first + 1n)] };
  }
  const hex = (part: string) => createHash("sha256").update(`${part} ${tokenId}`).digest("hex");
  return {
    version: "v1",
    conditionId: `0x${hex("condition")}`,
    tokenIds: [tokenId, BigInt(`0x${hex("token")}`).toString()],
  };
}
