import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  makeAnswerCache,
  type SiteAnswer,
} from "../../../../adapters/polymarket/site/answer_cache.ts";
import {
  type SiteQuestion,
  siteQuestionOf,
} from "../../../../adapters/polymarket/site/site_question.ts";
import { ProviderFailed } from "../../../../core/port/mod.ts";
import { questionAt } from "./site_world.ts";
import { ms } from "../../../simulator/kit/support.ts";

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
