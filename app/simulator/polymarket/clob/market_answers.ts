/**
 * Markets in the format of the order book's service.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { type Answer } from "../../kit/answer.ts";
import { type TokenBook } from "./level.ts";
import { formatE6, ONE_E6 } from "./micro_units.ts";
import { REFUSAL } from "./refusal.ts";
import { type TradedMarket } from "./traded_market.ts";
import { legacyFeeBps } from "./trade_log.ts";

/** Returns the answer to `GET /markets-by-token/{token}`. */
export function tokenMarket(market: TradedMarket | undefined): Answer {
  if (market === undefined) return REFUSAL.market;
  const [primary, secondary] = market.tokenIds;
  const { conditionId } = market;
  return answered({
    condition_id: conditionId,
    primary_token_id: primary,
    secondary_token_id: secondary,
  });
}

/**
 * Returns the answer to `GET /clob-markets/{condition}`, without the fields that the market lacks.
 */
export function shortMarket(market: TradedMarket | undefined): Answer {
  if (market === undefined) return REFUSAL.market;
  const { fee, gameStartSec, outcomes, tokenIds } = market;
  const [first, second] = tokenIds;
  const baseFee = legacyFeeBps(market);
  return answered({
    ...(gameStartSec === undefined ? {} : { gst: toIsoSeconds(gameStartSec) }),
    r: { mi: 200, ma: 3.5, e: true, moas: 4 },
    t: [{ t: first, o: outcomes[0] }, { t: second, o: outcomes[1] }],
    c: market.conditionId,
    mos: numberE6(market.sizeMinE6),
    mts: numberE6(market.tickE6),
    mbf: baseFee,
    tbf: baseFee,
    ...(market.isNegRisk ? { nr: true } : {}),
    ...(market.delaySec === 0 ? {} : { sd: market.delaySec }),
    ...(market.takerDelayMs === 0 ? {} : { itode: true }),
    ao: market.isOpen,
    cbos: gameStartSec === undefined,
    aot: toIsoSeconds(market.openedSec),
    ibce: true,
    ...(fee === undefined ? {} : { fd: { r: fee.rate, e: fee.exponent, to: true } }),
    v: market.version,
  });
}

/** Returns the answer to `GET /markets/{condition}`, with prices from the first token's book. */
export function longMarket(
  market: TradedMarket | undefined,
  book: TokenBook | undefined,
): Answer {
  if (market === undefined) return REFUSAL.market;
  const { winnerIndex, tokenIds, outcomes } = market;
  const baseFee = legacyFeeBps(market);
  const token = (index: 0 | 1) => ({
    token_id: tokenIds[index],
    outcome: outcomes[index],
    price: winnerIndex === undefined ? priceOf(book, index) : payoutOf(winnerIndex, index),
    winner: winnerIndex === index,
  });
  return answered({
    enable_order_book: winnerIndex === undefined,
    active: true,
    closed: winnerIndex !== undefined,
    archived: false,
    accepting_orders: market.isOpen,
    accepting_order_timestamp: toIsoSeconds(market.openedSec),
    minimum_order_size: numberE6(market.sizeMinE6),
    minimum_tick_size: numberE6(market.tickE6),
    condition_id: market.conditionId,
    game_start_time: market.gameStartSec === undefined ? null : toIsoSeconds(market.gameStartSec),
    seconds_delay: market.delaySec,
    maker_base_fee: baseFee,
    taker_base_fee: baseFee,
    neg_risk: market.isNegRisk,
    tokens: [token(0), token(1)],
  });
}

/** Returns the answer to `GET /tick-size`, `/neg-risk` or `/fee-rate` for a token. */
export function marketFact(
  fact: "tick-size" | "neg-risk" | "fee-rate",
  { query, find }: {
    readonly query: URLSearchParams;
    readonly find: (tokenId: string) => TradedMarket | undefined;
  },
): Answer {
  const tokenId = query.get("token_id") ?? "";
  if (!/^\d+$/.test(tokenId)) return REFUSAL.tokenId;
  const market = find(tokenId);
  if (market === undefined) return REFUSAL.market;
  switch (fact) {
    case "tick-size":
      return answered({ minimum_tick_size: numberE6(market.tickE6) });
    case "neg-risk":
      return answered({ neg_risk: market.isNegRisk });
    case "fee-rate":
      return answered({ base_fee: legacyFeeBps(market) });
  }
}

function answered(body: unknown): Answer {
  return { status: 200, body };
}

/** Returns the middle of the book as a number; a half without a book. */
function priceOf(book: TokenBook | undefined, index: 0 | 1): number {
  const bidE6 = book?.bids.at(-1)?.priceE6 ?? 0n;
  const askE6 = book?.asks.at(-1)?.priceE6 ?? ONE_E6;
  const middleE6 = (bidE6 + askE6) / 2n;
  return numberE6(index === 0 ? middleE6 : ONE_E6 - middleE6);
}

function payoutOf(winnerIndex: 0 | 1 | "neither", index: 0 | 1): number {
  return winnerIndex === "neither" ? 0.5 : Number(winnerIndex === index);
}

function numberE6(valueE6: bigint): number {
  return Number(formatE6(valueE6));
}
