import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  makeAnswerCache,
  type SiteAnswer,
} from "../../../../adapters/polymarket/site/answer_cache.ts";
import {
  parseOpenPrice,
  pathOf,
  type SiteQuestion,
  siteQuestionOf,
} from "../../../../adapters/polymarket/site/site_question.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { formatE18 } from "../../../../core/price/mod.ts";
import { ms } from "../../../simulator/kit/support.ts";
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

const START = "2026-11-20T17:00:00Z";
const START_MS = ms(START);
const at = (iso: string) => Option.getOrThrow(siteQuestionOf(questionAt("btc", "5min", iso)));
const BTC = at(START);

const PRICE: SiteAnswer["result"] = Result.succeed(Option.some(1n));
const NONE: SiteAnswer["result"] = Result.succeed(Option.none());
const FAILED: SiteAnswer["result"] = Result.fail(
  new ProviderFailed({ provider: "venue site", reason: "unreachable", cause: "down" }),
);

describe("makeAnswerCache()", () => {
  test.each<[string, SiteAnswer["result"], atSec: number, lifeSec: number]>([
    ["a price of a young window, which may be corrected", PRICE, 3, 300],
    ["a price of a window of ten minutes", PRICE, 600, Infinity],
    ["that there is no price yet", NONE, 3, 10],
    ["that there is no price long after the end", NONE, 481, 600],
    ["a failure", FAILED, 3, 5],
  ])("repeats %s as long as it should", (_, result, atSec, lifeSec) => {
    const prices = makeAnswerCache();
    const answer = { result, atMs: START_MS + atSec * 1000 };
    prices.remember(BTC, answer);
    const lastMs = lifeSec === Infinity ? 10 * 365 * 86_400_000 : lifeSec * 1000 - 1;
    expect(prices.recall(BTC, answer.atMs)).toBe(answer);
    expect(prices.recall(BTC, answer.atMs + lastMs)).toBe(answer);
    if (lifeSec !== Infinity) expect(prices.recall(BTC, answer.atMs + lastMs + 1)).toBeUndefined();
    // A clock that was set back gives no age.
    expect(prices.recall(BTC, answer.atMs - 1)).toBeUndefined();
  });

  test("judges by the window that is asked about: a longer one may still get a price", () => {
    const prices = makeAnswerCache();
    const quarter = Option.getOrThrow(siteQuestionOf(questionAt("btc", "15min", START)));
    const answer = { result: NONE, atMs: START_MS + 500_000 };
    prices.remember(BTC, answer);
    expect(prices.recall(BTC, answer.atMs + 11_000)).toBe(answer);
    expect(prices.recall(quarter, answer.atMs + 11_000)).toBeUndefined();
  });

  test("holds no more than it may, and the latest of them", () => {
    const windows = fc.array(fc.nat({ max: 12 }), { maxLength: 40 });
    fc.assert(fc.property(windows, fc.integer({ min: 1, max: 6 }), (windows, answersMax) => {
      const prices = makeAnswerCache(answersMax);
      const questionOf = (number: number): SiteQuestion =>
        at(new Date(START_MS - number * 300_000).toISOString());
      const answers = windows.map((number, index) => {
        const answer = { result: PRICE, atMs: START_MS + 900_000 + index };
        prices.remember(questionOf(number), answer);
        expect(prices.size()).toBeLessThanOrEqual(answersMax);
        return { number, answer };
      });
      const latest = new Map(answers.map(({ number, answer }) => [number, answer]));
      const kept = [...latest].toSorted(([, a], [, b]) => b.atMs - a.atMs).slice(0, answersMax);
      for (const [number, answer] of kept) {
        expect(prices.recall(questionOf(number), START_MS + 1_000_000)).toBe(answer);
      }
    }));
  });
});
