import { expect, test } from "bun:test";
import { Result } from "effect";
import { makeEdgeCache } from "../../../../app/simulator/polymarket/site/edge_cache.ts";
import { makePublishedControl } from "../../../../app/simulator/polymarket/site/published_control.ts";
import {
  makeResolutionControl,
  type Resolution,
} from "../../../../app/simulator/polymarket/site/resolution_overrides.ts";
import { makePublishedPrices } from "../../../../app/simulator/polymarket/venue/published_prices.ts";

test("at most 50 000 windows can have prices, and existing ones can be replaced", () => {
  const changed: number[] = [];
  const published = makePublishedPrices();
  const put = makePublishedControl(published, ({ startSec }) => changed.push(startSec));
  const at = (startSec: number, openPrice: number) => {
    const body = { symbol: "BTC", start: startSec, end: startSec + 1, openPrice, closePrice: null };
    return put(body, JSON.stringify(body));
  };
  for (let i = 1; i <= 50_000; i++) at(i, 1);
  const refused = "No more than 50000 windows can have prices";
  expect(at(60_000, 1)).toEqual(Result.fail(refused));
  expect(changed).toHaveLength(50_000);
  expect(Result.isSuccess(at(7, 2))).toBe(true);
  const openingOf = (startSec: number) =>
    published.of({ asset: "btc", startSec, endSec: startSec + 1 })?.openPrice?.text;
  expect([openingOf(7), openingOf(50_000), openingOf(60_000)]).toEqual(["2", "1", undefined]);
});

test("at most 50 000 resolutions can be set, and existing ones can be replaced", () => {
  const put = new Map<string, Resolution>();
  const control = makeResolutionControl(put, () => 0);
  const conditionOf = (i: number) => `0x${i.toString(16).padStart(64, "0")}`;
  const at = (i: number, payouts: ReadonlyArray<number>) => {
    const body = { condition: conditionOf(i), payouts };
    return control(body, JSON.stringify(body));
  };
  for (let i = 1; i <= 50_000; i++) at(i, [1_000_000, 0]);
  expect(at(60_000, [1_000_000, 0]))
    .toEqual(Result.fail("No more than 50000 resolutions can be overridden"));
  expect(at(7, [0, 1_000_000])).toEqual(Result.succeed({ resolutions: 50_000 }));
  expect(put.get(conditionOf(7))?.payouts).toEqual([0, 1_000_000]);
});

test("the edge cache holds a thousand answers, and drops the oldest", () => {
  const edge = makeEdgeCache<number>();
  for (let i = 0; i < 1_000; i++) edge.put(`question ${i}`, i, 0);
  edge.put("question 0", 0, 1);
  edge.put("one more", 1_000, 1);
  const cached = ["question 0", "question 1", "question 2", "one more"].map((question) =>
    edge.get(question, 1)
  );
  expect(cached).toEqual([0, undefined, 2, 1_000]);
});
