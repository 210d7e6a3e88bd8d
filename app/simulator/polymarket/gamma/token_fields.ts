/**
 * The ids in a market object: their presence and format depend on its protocol, and not every id
 * shown is tradable.
 *
 * Source: the venue's market objects since October 2026. A market of the second protocol may lack
 * the tokens of the first, and about a third of the open markets of the first have positions of the
 * second. Neither of these has a book.
 *
 * @module
 */
import { type MarketCodes } from "../venue/market_code.ts";
import { marketIds, type NumberedMarket, positionIdsOf, tokenIdsOf } from "../venue/market_id.ts";
import { shortCondition } from "../venue/position_id.ts";
import { type Protocol } from "../venue/protocol.ts";
import { hash32, streamOf } from "../../world/hash.ts";
import { arrayText, type WireObject } from "./wire_text.ts";

/** The seed of the venue and the ids of its markets. */
export interface IdSource {
  readonly seed: number;
  readonly codes: MarketCodes;
}

/** A deployed market. */
export interface WrittenMarket extends NumberedMarket {
  readonly protocol: Protocol;
}

/** One in this many markets of the first protocol has positions too. */
const POSITIONS_ONE_IN = 3;
/** One in this many markets of the second lacks tokens of the first. */
const NO_TOKENS_ONE_IN = 2;

/** Returns `0x` and 64 hex digits, or 62 under the second protocol. */
export function conditionText({ codes }: IdSource, market: WrittenMarket): string {
  const { conditionId } = marketIds(codes, market);
  return market.protocol === "v1" ? conditionId : shortCondition(conditionId);
}

/** Returns `clobTokenIds`, a list inside a text or null, and `positionIds`, a list or missing. */
export function tokenFields({ seed, codes }: IdSource, market: WrittenMarket): WireObject {
  const draw = hash32(streamOf(seed, "venue ids shown"), market.number >>> 0);
  const tokens = arrayText(tokenIdsOf(codes, market.number));
  if (market.protocol === "v2") {
    return {
      clobTokenIds: draw % NO_TOKENS_ONE_IN === 0 ? null : tokens,
      positionIds: positionIdsOf(codes, market),
    };
  }
  const hasPositions = draw % POSITIONS_ONE_IN === 0;
  return {
    clobTokenIds: tokens,
    ...(hasPositions ? { positionIds: positionIdsOf(codes, market) } : {}),
  };
}

/** Returns a market's resolution status, in its protocol's fields. */
export function resolutionFields(
  protocol: Protocol,
  { isDeployed, isClosed }: { readonly isDeployed: boolean; readonly isClosed: boolean },
): WireObject {
  if (protocol === "v1") return isClosed ? { umaResolutionStatus: "resolved" } : {};
  return { resolutionStatus: isClosed ? "resolved" : isDeployed ? "active" : "inactive" };
}
