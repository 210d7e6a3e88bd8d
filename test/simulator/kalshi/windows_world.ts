/** A simulated Kalshi whose windows Kalshi's own client lists, when the test says. @module */
import { Configuration, HistoricalApi, type Market, MarketApi } from "kalshi-typescript";
import { makeKalshiSimulator } from "../../../app/simulator/kalshi/kalshi_simulator.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { control, makeStillClock, ms } from "../kit/support.ts";
import { EMPTY_SEASON } from "../season/empty_season.ts";

/** What a list of markets is asked for. */
interface Question {
  readonly series?: string;
  readonly tickers?: ReadonlyArray<string>;
  readonly status?: "unopened" | "open" | "closed" | "settled";
  readonly minCloseTs?: number;
  readonly maxCloseTs?: number;
  readonly limit?: number;
}

/** Unix seconds. */
export const secOf = (iso: string) => ms(iso) / 1000;

export function startWindows() {
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  const world = makeWorld(1);
  const kalshi = listen(makeKalshiSimulator({ season: EMPTY_SEASON, world, clock }), {
    seed: 1,
    clock,
  });
  const configuration = new Configuration({ basePath: `${kalshi.url}/trade-api/v2` });
  const at = (nowMs: number) => void clock.set(nowMs);
  const collect = async (
    page: (cursor: string | undefined) => Promise<{
      readonly data: { readonly markets: ReadonlyArray<Market>; readonly cursor: string };
    }>,
  ): Promise<ReadonlyArray<Market>> => {
    const found: Market[] = [];
    let cursor: string | undefined;
    do {
      // Calls are limited by the second.
      if (cursor !== undefined) at(clock.nowMs() + 1_000);
      const { data } = await page(cursor);
      found.push(...data.markets);
      cursor = data.cursor;
    } while (cursor !== "");
    return found;
  };
  return {
    url: kalshi.url,
    stop: () => kalshi.stop(),
    configuration,
    at,
    /** All pages of a list, from an instant on. */
    markets: (iso: string | number, question: Question) => {
      at(typeof iso === "string" ? ms(iso) : iso);
      const { series, tickers, status, minCloseTs, maxCloseTs, limit } = question;
      const api = new MarketApi(configuration);
      const rest = [undefined, undefined, status, tickers?.join(",")] as const;
      const range = [undefined, undefined, undefined, maxCloseTs, minCloseTs] as const;
      return collect((cursor) =>
        api.getMarkets(limit, cursor, undefined, series, ...range, ...rest)
      );
    },
    /** One page of the archive. */
    archive: (...question: Parameters<HistoricalApi["getHistoricalMarkets"]>) =>
      new HistoricalApi(configuration).getHistoricalMarkets(...question),
    put: (body: unknown) =>
      control<{ readonly error?: string }>(`${kalshi.url}/__windows`, "PUT", body),
  };
}
