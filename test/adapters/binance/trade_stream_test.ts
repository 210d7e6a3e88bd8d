import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { TradeSource } from "../../../adapters/binance/missed_trades.ts";
import type { AggTrade } from "../../../adapters/binance/payload.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type Door,
  listenTo,
  type LittleExchange,
  startExchange,
  tradeFrame,
} from "./stream_world.ts";
import { HOUR_MS, trade } from "./trade_tape.ts";

const HOUR = 490_608 * HOUR_MS;

/** A trade of bitcoin, by its distance to the hour. */
const btc = (id: number, offsetMs: number, price?: string) =>
  tradeFrame("btc", price === undefined ? [id, HOUR + offsetMs] : [id, HOUR + offsetMs, price]);
const hype = (id: number, offsetMs: number) => tradeFrame("hype", [id, HOUR + offsetMs]);

/** A REST interface with these trades, and the questions it was asked. */
function restOf(trades: ReadonlyArray<AggTrade>, rowsMax = 1_000) {
  const asked: Array<unknown> = [];
  const client: TradeSource = {
    aggTrades: ({ market, symbol, span, limit }) =>
      Effect.sync(() => {
        asked.push({ market, symbol, ...span, limit });
        const fromId = "fromId" in span ? span.fromId : NaN;
        return trades.filter(({ a }) => a >= fromId).slice(0, Math.min(limit, rowsMax));
      }),
  };
  return { client, asked };
}

describe("an hour's turn at the exchange", () => {
  test("is told as its first trade comes, with both trades word for word", async () => {
    using exchange = startExchange();
    await using heard = listenTo(exchange);
    await exchange.bothOpen();
    exchange.send("host", btc(7, -5_000), btc(8, -1, "61685.99000000"));
    exchange.send("host", btc(9, 330, "61686.00000000"), btc(10, 331));
    await exchange.until(() => heard.rollovers().length === 1);
    const common = { market: "spot", symbol: "BTCUSDT", quantity: "1" } as const;
    expect(heard.rollovers()).toEqual([{
      kind: "rollover",
      asset: "btc",
      rollover: {
        last: {
          ...common,
          tradeId: 8,
          tradedAtMs: HOUR - 1,
          price: "61685.99000000",
          priceE18: 61_685_990_000_000_000_000_000n,
        },
        first: {
          ...common,
          tradeId: 9,
          tradedAtMs: HOUR + 330,
          price: "61686.00000000",
          priceE18: 61_686_000_000_000_000_000_000n,
        },
      },
    }]);
  });

  test("is told of every asset by itself, on both sockets", async () => {
    using exchange = startExchange();
    await using heard = listenTo(exchange);
    await exchange.bothOpen();
    exchange.send("host", btc(7, -5_000), tradeFrame("eth", [70, HOUR - 4_000]));
    exchange.send("futures", hype(700, -3_000), hype(701, 2_000));
    exchange.send("host", tradeFrame("eth", [71, HOUR + 3]), btc(8, 4));
    await exchange.until(() => heard.rollovers().length === 3);
    expect([heard.turnIds("btc"), heard.turnIds("eth"), heard.turnIds("hype")])
      .toEqual([[[7, 8]], [[70, 71]], [[700, 701]]]);
    expect(exchange.attempts.map(({ door, streams }) => `${door} ${streams}`).toSorted()).toEqual([
      "futures hypeusdt@aggTrade",
      "host btcusdt@aggTrade/ethusdt@aggTrade/solusdt@aggTrade/xrpusdt@aggTrade/" +
      "dogeusdt@aggTrade/bnbusdt@aggTrade",
    ]);
  });

  test("is not told where a price is none", async () => {
    using exchange = startExchange();
    await using heard = listenTo(exchange);
    await exchange.bothOpen();
    exchange.send("host", btc(7, -5_000), btc(8, 1, "0.00000000"), btc(9, HOUR_MS));
    await exchange.until(() => heard.warnings.length === 2);
    expect(heard.rollovers()).toEqual([]);
  });

  test("is not disturbed by frames of other kinds, and broken ones are logged once", async () => {
    using exchange = startExchange();
    await using heard = listenTo(exchange);
    await exchange.bothOpen();
    exchange.send("host", btc(7, -5_000), '{"result":null,"id":1}', "{", btc(8, 1).slice(0, 90));
    exchange.send("host", '{"data":{"e":"serverShutdown","E":1}}', "null", '"text"', "[]");
    exchange.send("host", btc(8, 1).replace("BTCUSDT", "PEPEUSDT"), btc(8, 2));
    await exchange.until(() => heard.rollovers().length === 1);
    expect(heard.turnIds("btc")).toEqual([[7, 8]]);
    expect(heard.warnings).toEqual(["Cannot read a frame"]);
  });
});

describe("a trade at the exchange", () => {
  test("is told of with all its digits, of either market, unless its price is none", async () => {
    using exchange = startExchange();
    await using heard = listenTo(exchange);
    await exchange.bothOpen();
    exchange.send("host", btc(7, 1, "0.00000000"), btc(8, 2, "61685.99000001"));
    exchange.send("futures", hype(700, 3));
    await exchange.until(() => heard.trades().length === 2);
    const trade = { quantity: "1" };
    expect(heard.trades().toSorted((a, b) => a.asset.localeCompare(b.asset))).toEqual([
      {
        kind: "trade",
        asset: "btc",
        trade: {
          ...trade,
          market: "spot",
          symbol: "BTCUSDT",
          tradeId: 8,
          tradedAtMs: HOUR + 2,
          price: "61685.99000001",
          priceE18: 61_685_990_000_010_000_000_000n,
        },
      },
      {
        kind: "trade",
        asset: "hype",
        trade: {
          ...trade,
          market: "futures",
          symbol: "HYPEUSDT",
          tradeId: 700,
          tradedAtMs: HOUR + 3,
          price: "1.5",
          priceE18: 1_500_000_000_000_000_000n,
        },
      },
    ]);
  });
});

describe("a hole in the trades", () => {
  const missing = [8, 9, 10, 11].map((id) => trade(id, HOUR + (id < 10 ? id - 20 : id)));

  /** Loses what was traded between 7 and 12, because the connection was gone. */
  async function loseConnection(
    exchange: LittleExchange,
    heard: ReturnType<typeof listenTo>,
  ) {
    await exchange.bothOpen();
    exchange.send("host", btc(7, -5_000));
    exchange.send("futures", hype(1, 0));
    await exchange.until(() => heard.links().length === 1);
    exchange.cut("host");
    await exchange.bothOpen();
    exchange.send("host", btc(12, 40), btc(13, 50));
  }

  test("in which an hour began is filled after the connection was gone", async () => {
    const { client, asked } = restOf(missing, 3);
    using exchange = startExchange();
    await using heard = listenTo(exchange, client);
    await loseConnection(exchange, heard);
    await exchange.until(() => heard.rollovers().length === 1);
    expect(heard.turnIds("btc")).toEqual([[9, 10]]);
    const symbol = { market: "spot", symbol: "BTCUSDT" };
    expect(asked).toEqual([{ ...symbol, fromId: 8, limit: 4 }, {
      ...symbol,
      fromId: 11,
      limit: 1,
    }]);
    // Times that go back so far would make the hour begin again.
    exchange.send("host", btc(14, -3_000), btc(15, 60), btc(16, HOUR_MS));
    await exchange.until(() => heard.rollovers().length === 2);
    expect(heard.turnIds("btc")).toEqual([[9, 10], [15, 16]]);
  });

  const refusal = new ProviderFailed({
    provider: "exchange",
    reason: "limited",
    cause: new Error("status 429"),
  });

  test.each([
    ["has nothing", 1, () => Effect.succeed([])],
    ["has not enough", 2, () => Effect.succeed(missing.slice(0, 1))],
    ["has only what is known already", 1, () => Effect.succeed([trade(7, HOUR - 5_000)])],
    ["refuses", 1, () => Effect.fail(refusal)],
  ])("tells nothing of that hour when the exchange %s, and goes on", async (_, calls, answer) => {
    let asked = 0;
    const aggTrades = () => Effect.suspend(() => (asked += 1, answer()));
    using exchange = startExchange();
    await using heard = listenTo(exchange, { aggTrades });
    await loseConnection(exchange, heard);
    exchange.send("host", btc(14, HOUR_MS));
    await exchange.until(() => heard.rollovers().length === 1 && asked >= calls);
    await exchange.pass(60_000);
    expect(heard.turnIds("btc")).toEqual([[13, 14]]);
    expect(asked).toBe(calls);
  });

  test("is not filled when it is too large, or no hour began in it", async () => {
    const { client, asked } = restOf([]);
    using exchange = startExchange();
    await using heard = listenTo(exchange, client);
    await exchange.bothOpen();
    exchange.send("host", btc(7, -5_000), btc(20, -4_000), btc(5_022, 1), btc(5_023, HOUR_MS));
    exchange.send("futures", hype(7, -5_000), hype(5_008, 1), hype(5_009, HOUR_MS));
    await exchange.until(() => heard.rollovers().length === 2 && asked.length > 0);
    expect(asked).toEqual([{ market: "futures", symbol: "HYPEUSDT", fromId: 8, limit: 1_000 }]);
  });
});

describe("the link to the exchange", () => {
  test("is up once both sockets brought a trade, and down when one is gone", async () => {
    using exchange = startExchange();
    await using heard = listenTo(exchange);
    await exchange.bothOpen();
    exchange.send("host", btc(1, 0), btc(2, 1));
    exchange.send("futures", '{"result":null,"id":1}');
    await exchange.settle();
    expect(heard.links()).toEqual([]);
    exchange.send("futures", hype(1, 0), hype(2, 0));
    await exchange.until(() => heard.links().length === 1);
    exchange.cut("futures");
    await exchange.until(() => heard.links().length === 2);
    exchange.cut("host");
    await exchange.bothOpen();
    exchange.send("futures", hype(3, 0));
    await exchange.settle();
    expect(heard.links()).toEqual([true, false]);
    exchange.send("host", btc(3, 2));
    await exchange.until(() => heard.links().length === 3);
    expect(heard.links()).toEqual([true, false, true]);
  });

  test("stays with the host or mirror that delivered, and leaves one that did not", async () => {
    let closed: ReadonlyArray<Door> = ["host", "mirror"];
    using exchange = startExchange((door) => closed.includes(door));
    await using heard = listenTo(exchange);
    const spot = () =>
      exchange.attempts.map(({ door }) => door).filter((door) => door !== "futures");
    await exchange.until(() => spot().length === 2);
    closed = ["host"];
    await exchange.until(() => exchange.open().includes("mirror"));
    exchange.send("mirror", btc(7, -5_000), btc(8, 1));
    await exchange.until(() => heard.rollovers().length === 1);
    exchange.cut("mirror");
    await exchange.until(() => exchange.open().includes("mirror"));
    closed = [];
    // It has opened again, and delivers nothing this time.
    exchange.cut("mirror");
    await exchange.until(() => exchange.open().includes("host"));
    expect(spot()).toEqual(["host", "mirror", "host", "mirror", "mirror", "host"]);
  });

  test("is closed when nobody listens any more", async () => {
    using exchange = startExchange();
    const heard = listenTo(exchange);
    await exchange.bothOpen();
    await heard[Symbol.asyncDispose]();
    await exchange.until(() => exchange.open().length === 0);
    expect(exchange.attempts).toHaveLength(2);
  });
});
