/**
 * The trades of every symbol, by market; simulators that share one serve the same trades.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type World } from "../world/world.ts";
import { type Listed } from "./endpoint.ts";
import { makeRecordedTrades } from "./recorded_trades.ts";
import { makeTape } from "./tape.ts";

/** The symbols of a market, by name. A market's tapes are made on first use. */
export type ExchangeTapes = (market: ExchangeMarket) => ReadonlyMap<string, Listed>;

/** Makes the world's trades, with nothing recorded. */
export function makeExchangeTapes(world: World): ExchangeTapes {
  const markets = new Map<ExchangeMarket, ReadonlyMap<string, Listed>>();
  return (market) => {
    const known = markets.get(market);
    if (known !== undefined) return known;
    const symbols = new Map(
      [...world.symbols(market)].map(([symbol, { listing, tape }]) =>
        [symbol, { listing, tape: makeTape(tape, makeRecordedTrades()) }] as const
      ),
    );
    markets.set(market, symbols);
    return symbols;
  };
}
