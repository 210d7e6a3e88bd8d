/**
 * Fetches trades that the socket did not deliver.
 *
 * @module
 */
import { Effect } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { BinanceClient } from "./client.ts";
import type { TradeGap } from "./hour_rollover.ts";
import { type ExchangeSymbol, ROWS_MAX } from "./market.ts";
import type { AggTrade } from "./payload.ts";
import { EXCHANGE } from "./http_failure.ts";

/** With more missing trades, finding the hour's first one by time is faster. */
const MISSING_MAX = 5_000;
const TIMEOUT_MS = 8_500;

/** The part of the client that is used. */
export type TradeSource = Pick<BinanceClient, "aggTrades">;

/** Whether the gap is small enough to fetch. */
export function isFetchable({ before, after }: TradeGap): boolean {
  return after.a - before.last.a - 1 <= MISSING_MAX;
}

/** Returns the missing trades, oldest first, as far as the exchange has them. */
export function missedTrades(
  client: TradeSource,
  symbol: ExchangeSymbol,
  { before, after }: TradeGap,
): Effect.Effect<ReadonlyArray<AggTrade>, ProviderFailed> {
  const pages = Effect.gen(function* () {
    const trades: Array<AggTrade> = [];
    let fromId = before.last.a + 1;
    while (fromId < after.a) {
      const limit = Math.min(ROWS_MAX, after.a - fromId);
      const page = yield* client.aggTrades({ ...symbol, span: { fromId }, limit, isBulk: false });
      const last = page.at(-1);
      // Trades that are not available yet, or no longer, are not waited for.
      if (last === undefined || last.a < fromId) break;
      trades.push(...page);
      fromId = last.a + 1;
    }
    return trades;
  });
  return withinDeadline(pages, {
    provider: EXCHANGE,
    timeoutMs: TIMEOUT_MS,
  });
}
