/**
 * The ids of a market under either protocol, formatted from its number and parsed.
 *
 * Under the first, conditions and tokens are 256-bit numbers that look random. Under the second
 * they have a layout (see `position_id.ts`): a neg-risk market contains the base hash of its event
 * and an index, and any other a separate base hash.
 *
 * @module
 */
import { fromDecimal, type MarketCodes, toDecimal } from "./market_code.ts";
import {
  composePosition,
  conditionOfPosition,
  MODULE,
  NOTHING_RESERVED,
  type PositionParts,
  readPosition,
} from "./position_id.ts";
import { type Protocol } from "./protocol.ts";

/** Largest number of markets of an event; their numbers are consecutive. */
export const MARKETS_MAX = 32;

/** A market's number, and the kind of market shown in its ids. */
export interface NumberedMarket {
  readonly number: number;
  readonly isNegRisk: boolean;
}

/** The ids of a market in the order book. */
export interface MarketIds {
  /** `0x` and 64 hex digits, under both protocols. */
  readonly conditionId: string;
  /** Decimal texts; index i belongs to outcome i. */
  readonly tokenIds: readonly [string, string];
}

/** The meaning of an id: an outcome of the market with this number. */
export interface NumberedOutcome {
  readonly number: number;
  readonly outcomeIndex: 0 | 1;
}

/** Returns the tokens of the first protocol. */
export function tokenIdsOf(codes: MarketCodes, number: number): readonly [string, string] {
  return [
    toDecimal(codes.hexOf("token", number * 2)),
    toDecimal(codes.hexOf("token", number * 2 + 1)),
  ];
}

/** Returns the positions of the second protocol. */
export function positionIdsOf(
  codes: MarketCodes,
  market: NumberedMarket,
): readonly [string, string] {
  return [toDecimal(positionHex(codes, market, 0)), toDecimal(positionHex(codes, market, 1))];
}

/** Returns the order book's ids, of the protocol under which the market is traded. */
export function marketIds(
  codes: MarketCodes,
  { protocol, ...market }: NumberedMarket & { readonly protocol: Protocol },
): MarketIds {
  const { number } = market;
  return protocol === "v1"
    ? { conditionId: `0x${codes.hexOf("condition", number)}`, tokenIds: tokenIdsOf(codes, number) }
    : {
      conditionId: `0x${conditionOfPosition(positionHex(codes, market, 0))}`,
      tokenIds: positionIdsOf(codes, market),
    };
}

/**
 * Parses a token or a position; undefined for neither. Compare {@linkcode marketIds} to find out
 * whether the market is traded by it.
 */
export function readTokenId(codes: MarketCodes, tokenId: string): NumberedOutcome | undefined {
  const hex = fromDecimal(tokenId);
  if (hex === undefined) return undefined;
  const parts = readPosition(hex);
  const number = numberOfPosition(codes, parts);
  if (number !== undefined) return { number, outcomeIndex: parts.outcomeIndex === 0 ? 0 : 1 };
  const outcome = codes.numberOf("token", hex);
  return outcome === undefined
    ? undefined
    : { number: Math.floor(outcome / 2), outcomeIndex: outcome % 2 === 0 ? 0 : 1 };
}

/** Parses `0x` and 64 hex digits in any case; undefined for an unknown condition. */
export function readConditionId(codes: MarketCodes, conditionId: string): number | undefined {
  const hex = /^0x(.{64})$/.exec(conditionId)?.[1]?.toLowerCase();
  if (hex === undefined) return undefined;
  return numberOfPosition(codes, readPosition(hex)) ?? codes.numberOf("condition", hex);
}

function positionHex(
  codes: MarketCodes,
  { number, isNegRisk }: NumberedMarket,
  outcomeIndex: 0 | 1,
): string {
  const firstOfEvent = number - number % MARKETS_MAX;
  return composePosition({
    moduleId: isNegRisk ? MODULE.negRisk : MODULE.binary,
    baseHash: codes.base.hexOf(isNegRisk ? firstOfEvent : number),
    arity: 0,
    reserved: NOTHING_RESERVED,
    resolutionChain: 0,
    conditionIndex: isNegRisk ? number % MARKETS_MAX : 0,
    outcomeIndex,
  });
}

function numberOfPosition(codes: MarketCodes, parts: PositionParts): number | undefined {
  const { moduleId, baseHash, arity, reserved, resolutionChain, conditionIndex } = parts;
  const isNegRisk = moduleId === MODULE.negRisk;
  const isOurs = (isNegRisk || moduleId === MODULE.binary && conditionIndex === 0) &&
    arity === 0 && reserved === NOTHING_RESERVED && resolutionChain === 0 &&
    conditionIndex < MARKETS_MAX && parts.outcomeIndex < 2;
  const base = isOurs ? codes.base.numberOf(baseHash) : undefined;
  return base === undefined ? undefined : base + conditionIndex;
}
