import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readStreamFrame } from "../../../adapters/binance/stream_frame.ts";
import { tradeFrame } from "./stream_world.ts";

describe("readStreamFrame()", () => {
  // The exchange's documented example of a combined stream.
  const documented = {
    stream: "btcusdt@aggTrade",
    data: {
      e: "aggTrade",
      E: 1672515782136,
      s: "BTCUSDT",
      a: 12345,
      p: "0.001",
      q: "100",
      f: 100,
      l: 105,
      T: 1672515782136,
      m: true,
      M: true,
    },
  };
  const read = (changes: Readonly<Record<string, unknown>>) =>
    readStreamFrame(JSON.stringify({ ...documented, data: { ...documented.data, ...changes } }));

  test("reads a trade as it is documented", () => {
    expect(read({})).toEqual({
      symbol: "BTCUSDT",
      trade: { a: 12345, p: "0.001", q: "100", T: 1672515782136 },
    });
  });

  test.each([
    ["a", "12345"],
    ["a", 1.5],
    ["a", -1],
    ["a", undefined],
    ["p", 0.001],
    ["q", null],
    ["s", 7],
    ["T", "1672515782136"],
    ["T", 2 ** 60],
  ])("cannot read a trade with %s %p", (name, value) => {
    expect(read({ [name]: value })).toBe("unreadable");
  });

  test.each([
    '{"result":null,"id":1}',
    '{"data":null}',
    '{"stream":"btcusdt@kline_1h","data":{"e":"kline"}}',
    '{"e":"serverShutdown","E":1}',
    "null",
    "[]",
    "1",
  ])("passes over %s", (text) => expect(readStreamFrame(text)).toBe("other"));

  test("makes something of any text", () => {
    const whole = tradeFrame("btc", [1, 2]);
    const cut = fc.tuple(fc.nat(whole.length), fc.string()).map(([at, tail]) =>
      whole.slice(0, at) + tail
    );
    fc.assert(fc.property(fc.oneof(cut, fc.json(), fc.string()), (text) => {
      const frame = readStreamFrame(text);
      expect(typeof frame === "string" || frame.trade.a === 1).toBe(true);
    }));
  });
});
