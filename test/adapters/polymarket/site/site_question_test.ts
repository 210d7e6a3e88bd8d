import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  parseOpenPrice,
  pathOf,
  siteQuestionOf,
} from "../../../../adapters/polymarket/site/site_question.ts";
import { formatE18 } from "../../../../core/price/mod.ts";
import { questionAt } from "./site_world.ts";

const pathAt = (...asked: Parameters<typeof questionAt>) =>
  Option.map(siteQuestionOf(questionAt(...asked)), pathOf);

const path = (query: string) => Option.some(`/api/crypto/crypto-price?${query}`);

describe("siteQuestionOf()", () => {
  test("requests the average with the parameters of the site's own pages", () => {
    expect(pathAt("btc", "5min", "2026-11-21T12:03:00Z")).toEqual(path(
      "symbol=BTC&eventStartTime=2026-11-21T12%3A00%3A00Z&endDate=2026-11-21T12%3A05%3A00Z" +
        "&variant=fiveminute&twapEnabled=true&twapLookbackSeconds=60",
    ));
    expect(pathAt("hype", "15min", "2026-11-21T12:16:00Z")).toEqual(path(
      "symbol=HYPE&eventStartTime=2026-11-21T12%3A15%3A00Z&endDate=2026-11-21T12%3A30%3A00Z" +
        "&variant=fifteen&twapEnabled=true&twapLookbackSeconds=60",
    ));
    expect(pathAt("doge", "4hour", "2026-11-21T12:16:00Z")).toEqual(path(
      "symbol=DOGE&eventStartTime=2026-11-21T09%3A00%3A00Z&endDate=2026-11-21T13%3A00%3A00Z" +
        "&variant=fourhour&twapEnabled=true&twapLookbackSeconds=60",
    ));
  });

  test("asks for the average that was in force, and for no spot price", () => {
    const lookback = (query: Option.Option<string>) =>
      Option.map(query, (text) => new URLSearchParams(text).get("twapLookbackSeconds"));
    expect(lookback(pathAt("btc", "5min", "2026-08-13T23:59:00Z"))).toEqual(Option.some("30"));
    expect(lookback(pathAt("btc", "15min", "2026-08-13T23:59:00Z"))).toEqual(Option.some("60"));
    expect(lookback(pathAt("btc", "5min", "2026-08-14T00:00:00Z"))).toEqual(Option.some("60"));
    expect(pathAt("btc", "5min", "2026-08-06T23:59:00Z")).toEqual(Option.none());
    expect(pathAt("btc", "1hour", "2026-11-21T12:03:00Z")).toEqual(Option.none());
    expect(pathAt("btc", "daily", "2026-11-21T12:03:00Z")).toEqual(Option.none());
  });
});

describe("parseOpenPrice()", () => {
  const answer = (openPrice: string) =>
    `{"openPrice":${openPrice},"closePrice":1.5,"timestamp":1765012902842,"cached":false}`;

  test("reads a price to its last digit, whatever a double would make of it", () => {
    const digits = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }),
    );
    fc.assert(fc.property(digits, ([whole, fraction]) => {
      const text = `${whole}.${String(fraction).padStart(18, "0")}`;
      const priceE18 = Option.getOrThrow(Result.getOrThrow(parseOpenPrice(answer(text))));
      expect(priceE18).toBe(whole * 10n ** 18n + fraction);
      expect(formatE18(priceE18)).toBe(text.replace(/0+$/, ""));
    }));
  });

  test("knows text for a price, and null for none", () => {
    expect(parseOpenPrice(answer('"89299.0560483538"')))
      .toEqual(Result.succeed(Option.some(89_299_056_048_353_800_000_000n)));
    expect(parseOpenPrice(answer("null"))).toEqual(Result.succeed(Option.none()));
  });

  test.each([
    ["no price", '{"closePrice":1}'],
    ["zero", answer("0")],
    ["a negative price", answer("-1.5")],
    ["a flag", answer("true")],
    ["text", answer('"soon"')],
    ["a list", "[]"],
    ["null", "null"],
    ["a page", "<html></html>"],
    ["nothing", ""],
  ])("fails on %s", (_, text) => {
    expect(Result.isFailure(parseOpenPrice(text))).toBe(true);
  });
});
