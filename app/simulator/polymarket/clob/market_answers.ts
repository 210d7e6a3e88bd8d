/**
 * Markets in the format of the order book's service.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { type Answer } from "../../kit/answer.ts";
import { formatE6 } from "./micro_units.ts";
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
    cbos: market.clearsOnStart,
    aot: toIsoSeconds(market.openedSec),
    ibce: true,
    ...(fee === undefined ? {} : { fd: { r: fee.rate, e: fee.exponent, to: true } }),
    v: market.version,
  });
}

/** Returns the answer to `GET /tick-size` or `/neg-risk` for a token. */
export function marketFact(
  fact: "tick-size" | "neg-risk",
  { query, find }: {
    readonly query: URLSearchParams;
    readonly find: (tokenId: string) => TradedMarket | undefined;
  },
): Answer {
  const tokenId = query.get("token_id") ?? "";
  if (!/^\d+$/.test(tokenId)) return REFUSAL.tokenId;
  const market = find(tokenId);
  if (market === undefined) return REFUSAL.market;
  return answered(
    fact === "tick-size"
      ? { minimum_tick_size: numberE6(market.tickE6) }
      : { neg_risk: market.isNegRisk },
  );
}

function answered(body: unknown): Answer {
  return { status: 200, body };
}

function numberE6(valueE6: bigint): number {
  return Number(formatE6(valueE6));
}
