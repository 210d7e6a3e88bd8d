import { afterAll, describe, expect, test } from "bun:test";
import { control } from "../../kit/support.ts";
import { LISTED_MS, startIndex } from "./index_world.ts";

const index = startIndex();
afterAll(() => index.stop());
const { book, ask, give, pass, put, trade, positions, activity } = index;

const ALL = { filter_type: "TOKENS", filter_amount: "0", include_archived: "true" };
/** So that no answer is one that the edge has kept. */
const EDGE_MS = 15_000;
const settle = (body: object) => control(`${book.url}/__settlement`, "POST", body);
const FEES = { feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } };

describe("the index", () => {
  test("lists a trade of taker and maker once it is final and the lag is over", async () => {
    const market = book.stageMarket({ ...FEES, slug: "will-it-rain", question: "Will it rain?" });
    const { maker, taker } = await trade(market, { shares: 20, price: 0.4 });
    pass(LISTED_MS - 1);
    expect(await positions(maker.address)).toEqual([]);
    pass(EDGE_MS);
    expect(await positions(maker.address)).toMatchObject([{
      token_id: market.yes,
      condition_id: market.conditionId,
      current_size: 20,
      avg_price: 0.4,
      entry_cost_usdc: 8,
      entry_fees_usdc: 0,
      total_size: 20,
      realized_pnl: 0,
      current_price: null,
      current_value: null,
      status: "OPEN",
      slug: "will-it-rain",
      title: "Will it rain?",
      outcome: "Yes",
      outcome_index: 0,
      opposite_outcome: "No",
      opposite_token_id: market.no,
    }]);
    const row = { type: "TRADE", size: 20, usdc_size: 8, price: 0.4, token_id: market.yes };
    const [bought] = await activity(maker.address);
    expect(bought).toMatchObject({ ...row, side: "BUY", outcome_index: 0 });
    expect(await activity(taker.address)).toEqual([{ ...bought, side: "SELL" }]);
    const [traded] = await taker.client.getTrades();
    expect(bought?.["transaction_hash"]).toBe(traded?.transaction_hash);
    // Shares that were given and sold have no price, and leave no position open.
    expect(await positions(taker.address)).toEqual([]);
    expect(await positions(taker.address, { status: "CLOSED" }))
      .toMatchObject([{ current_size: 0, avg_price: null, realized_pnl: null }]);
  });

  test("never lists a trade that fails", async () => {
    await settle({ failed: 1 });
    const { maker, taker } = await trade(book.stageMarket(), { shares: 20, price: 0.4 });
    await settle({});
    pass(LISTED_MS);
    expect(await activity(maker.address)).toEqual([]);
    expect(await positions(maker.address)).toEqual([]);
    expect(await positions(taker.address)).toMatchObject([{ current_size: 20 }]);
  });

  test("says how far behind it is, as it was told to be", async () => {
    expect((await ask("/v2/status", {})).body).toEqual({ serving: { lag_seconds: 90 } } as never);
    await put("/__lag", { seconds: 0 });
    const { maker } = await trade(book.stageMarket(), { shares: 10, price: 0.5 });
    pass(4_000);
    expect(await positions(maker.address)).toHaveLength(1);
    await put("/__lag", { seconds: 90 });
  });

  test("keeps an answer for some seconds, and refuses who asks too often", async () => {
    const { maker } = await trade(book.stageMarket(), { shares: 10, price: 0.5 });
    pass(LISTED_MS - 1_000);
    expect(await positions(maker.address)).toEqual([]);
    pass(4_999);
    expect(await positions(maker.address)).toEqual([]);
    pass(1);
    expect(await positions(maker.address)).toHaveLength(1);
    pass(10_000);
    const asked = await Promise.all(
      Array.from({ length: 201 }, () => ask<object>("/v2/positions", { user: maker.address })),
    );
    const [refusal, ...others] = asked.filter(({ status }) => status === 429);
    expect(others).toEqual([]);
    expect(refusal?.headers.get("retry-after")).toBe("10");
    expect(refusal?.body).toMatchObject({ code: "rate_limited", retryable: true });
    pass(10_000);
    expect((await ask("/v2/positions", { user: maker.address })).status).toBe(200);
  });
});

describe("positions", () => {
  test("leave out dust and archived markets, unless they are asked for", async () => {
    const { address } = await book.trader();
    const [dust, old] = [book.stageMarket(), book.stageMarket({ archived: true })];
    await give(address, { [dust.yes]: "0.099999", [dust.no]: "0.1", [old.yes]: "5" });
    pass(90_000);
    expect(await positions(address)).toMatchObject([{ token_id: dust.no }]);
    expect(await positions(address, ALL))
      .toMatchObject([{ token_id: old.yes }, { token_id: dust.no }, { token_id: dust.yes }]);
  });

  test("come by pages, whose cursor is of a status and a sort", async () => {
    const { address } = await book.trader();
    const tokens = Array.from({ length: 5 }, () => book.stageMarket().yes);
    await give(address, Object.fromEntries(tokens.map((token, at) => [token, String(at + 1)])));
    pass(90_000);
    const seen: Array<unknown> = [];
    let cursor: Readonly<Record<string, string>> = {};
    for (let hasMore = true; hasMore;) {
      const query = { user: address, limit: "2", sort_direction: "ASC", ...cursor };
      const { data, pagination } = (await ask("/v2/positions", query)).body;
      seen.push(...data.map((row) => row["token_id"]));
      hasMore = pagination["has_more"] === true;
      cursor = hasMore ? { cursor: String(pagination["next_cursor"]) } : cursor;
      expect(pagination).toMatchObject({
        limit: 2,
        next_cursor: hasMore ? cursor["cursor"] : null,
      });
    }
    expect(seen).toEqual(tokens);
    const again = { user: address, ...cursor };
    expect((await ask("/v2/positions", again)).status).toBe(200);
    for (const other of [{ status: "CLOSED" }, { sort_by: "TIME" }, { sort_direction: "DESC" }]) {
      expect(await ask("/v2/positions", { ...again, ...other }))
        .toMatchObject({ status: 400, body: { parameter: "cursor" } });
    }
  });

  test("are those of some conditions, titles and times, where these are asked for", async () => {
    const { address } = await book.trader();
    const [first, second] = [
      book.stageMarket({ question: "Snow?" }),
      book.stageMarket({ question: "Hail?" }),
    ];
    await give(address, { [first.yes]: "5" });
    const atSec = Math.floor(index.clock.nowMs() / 1000);
    pass(1_000);
    await give(address, { [second.yes]: "6" });
    pass(90_000);
    for (
      const query of [{ condition: first.conditionId }, { title: "snow" }, { end: `${atSec}` }]
    ) {
      expect(await positions(address, query)).toMatchObject([{ token_id: first.yes }]);
    }
    expect(await positions(address, { start: `${atSec + 1}` }))
      .toMatchObject([{ token_id: second.yes }]);
  });
});

const USER = `0x${"ab".repeat(20)}`;
test.each([
  ["positions", { user: "0x12" }, "user"],
  ["positions", { user: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045" }, "user"],
  ["positions", { user: USER, offset: "0" }, "offset"],
  ["activity", { user: USER, offset: "0" }, "offset"],
  ["trades", { user: USER, limit: "1001" }, "limit"],
  ["positions", { user: USER, limit: "0" }, "limit"],
  ["positions", { user: USER, status: "LOST" }, "status"],
  ["positions", { user: USER, condition: `0x${"1".repeat(62)}` }, "condition"],
  [
    "positions",
    { user: USER, condition: Array(21).fill(`0x${"1".repeat(64)}`).join() },
    "condition",
  ],
  ["positions", { user: USER, filter_amount: "-1" }, "filter_amount"],
  ["positions", { user: USER, cursor: "MTAw" }, "cursor"],
  ["activity", { user: USER, type: "TRADE,TIP" }, "type"],
  ["activity", { user: USER, start: "2026-11-20" }, "start"],
])("the %s of %j are refused for their %s", async (path, query, parameter) => {
  expect(await ask(`/v2/${path}`, query as Record<string, string>)).toMatchObject({
    status: 400,
    body: { code: "invalid_request", retryable: false, parameter },
  });
});

test("trades are those as taker, unless all are asked for", async () => {
  const { maker, taker } = await trade(book.stageMarket(), { shares: 10, price: 0.5 });
  pass(LISTED_MS);
  const trades = async (user: string, query = {}) =>
    (await ask("/v2/trades", { user, ...query })).body.data;
  expect(await trades(taker.address)).toMatchObject([{ side: "SELL", size: 10 }]);
  expect(await trades(maker.address)).toEqual([]);
  const [made] = await trades(maker.address, { taker_only: "false" });
  expect(made).toMatchObject({ side: "BUY", price: 0.5 });
  expect(made).not.toHaveProperty("usdc_size");
});
