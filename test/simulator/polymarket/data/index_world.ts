/** An order book, and the data service with an index of its wallets, for tests. @module */
import { makeResolutionOverrides } from "../../../../app/simulator/polymarket/data/resolution_overrides.ts";
import { makeChainLog } from "../../../../app/simulator/polymarket/chain/chain_log.ts";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { control, get, makeStillClock, ms, ORACLE_KEY } from "../../kit/support.ts";
import { type MarketTokens, startOrderBook, type Trader } from "../clob/trader.ts";

/** A row of the index. */
export type Row = Readonly<Record<string, unknown>>;

/** A page of the index. */
export interface IndexPage {
  readonly data: ReadonlyArray<Row>;
  readonly pagination: Row;
}

type Query = Readonly<Record<string, string>>;

/** Long enough for a trade to be final. */
export const SETTLED_MS = 4_000;
/** Long enough for a trade to be final, and for the index to list it. */
export const LISTED_MS = SETTLED_MS + 90_000;

/** Starts both. */
export function startIndex() {
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  const shared = { chain: makeChainLog(), resolutions: makeResolutionOverrides() };
  const book = startOrderBook(clock, shared);
  const data = startSimulator("site", {
    seed: 1,
    clock,
    oracleKey: ORACLE_KEY,
    profile: PROFILE_BY_NAME.spec,
    stagedEvents: book.stagedEvents,
    ...shared,
  });
  const ask = <T = IndexPage>(path: string, query: Query) =>
    get<T>(`${data.url}${path}?${new URLSearchParams(query)}`);
  const rows = async (path: string, query: Query) => (await ask(path, query)).body.data;
  return {
    book,
    clock,
    url: data.url,
    give: book.give,
    pass: (passedMs: number) => clock.set(clock.nowMs() + passedMs),
    put: (path: string, body: Row) => control(`${data.url}${path}`, "PUT", body),
    /** Has a wallet do something by hand. */
    byHand: (body: Row) => control(`${book.url}/__chain`, "POST", body),
    /** Has a taker sell what a maker wants, and gives both. */
    trade: async (
      { yes }: MarketTokens,
      { shares, price }: { readonly shares: number; readonly price: number },
    ): Promise<{ readonly maker: Trader; readonly taker: Trader }> => {
      const [maker, taker] = [await book.trader(), await book.trader()];
      await book.give(taker.address, { [yes]: String(shares) });
      const [units, money] = [shares * 1e6, shares * price * 1e6];
      const order = { tokenId: yes, takerAmount: units, makerAmount: money } as const;
      await maker.post({ ...order, side: "BUY", orderType: "GTC" });
      await taker.post({ ...order, side: "SELL", makerAmount: units, takerAmount: money });
      return { maker, taker };
    },
    ask,
    positions: (user: string, query: Query = {}) => rows("/v2/positions", { user, ...query }),
    activity: (user: string, query: Query = {}) => rows("/v2/activity", { user, ...query }),
    stop: () => Promise.all([book.stop(), data.stop()]),
  };
}

/** What {@linkcode startIndex} starts. */
export type IndexWorld = ReturnType<typeof startIndex>;
