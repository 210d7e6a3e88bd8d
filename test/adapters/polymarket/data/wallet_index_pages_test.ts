import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { ms } from "../../../simulator/kit/support.ts";
import { troubleContract } from "../../../contract/trouble_contract.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import {
  type Pages,
  POSITION,
  TRADE,
  WALLET,
  withIndexService,
  type WrittenRow,
} from "./index_service.ts";

const OPEN = "/v2/positions OPEN";
const CLOSED = "/v2/positions CLOSED";
const ACTIVITY = "/v2/activity";
const position = (token_id: string, more: WrittenRow = {}) => ({ ...POSITION, token_id, ...more });

const holdings = (pages: Pages) =>
  withIndexService(pages, ({ port }) => Effect.result(port.holdings(WALLET)));
const activity = (pages: Pages) =>
  withIndexService(pages, ({ port }) => Effect.result(port.activity(WALLET, { sinceMs: 0 })));

describe("the pages of an index", () => {
  test("are walked to the end, with all that a cursor does not keep", async () => {
    const { found, asked } = await withIndexService(
      { [OPEN]: [[position("1"), position("2")], [position("3")]], [CLOSED]: [[position("4")]] },
      ({ port, asked }) =>
        Effect.map(port.holdings(WALLET), ({ holdings }) => ({
          found: holdings.map(({ tokenId }) => tokenId),
          asked,
        })),
    );
    expect(found).toEqual(["1", "2", "3", "4"]);
    const rest = "filter_type=TOKENS&filter_amount=0&include_archived=true&limit=500";
    const list = (status: string) => `/v2/positions?user=${WALLET}&status=${status}&${rest}`;
    expect(asked).toEqual([
      "/v2/status",
      list("OPEN"),
      `${list("OPEN")}&cursor=1`,
      list("REDEEMABLE_LOST"),
      list("CLOSED"),
    ]);
  });

  test("have a holding once that moves on while they are read, as it was read last", async () => {
    const result = await holdings({
      [OPEN]: [[position("1"), position("2")]],
      [CLOSED]: [[position("1", { current_size: 0, realized_pnl: 2 })]],
    });
    expect(result).toMatchObject({
      success: {
        holdings: [
          { tokenId: "1", sharesE6: 0n, realizedE6: Option.some(2_000_000n) },
          { tokenId: "2", sharesE6: 20_000_000n, realizedE6: Option.some(-1_500_000n) },
        ],
      },
    });
  });

  test("of activity begin at the second that is asked for, and not at none", async () => {
    const asked = await withIndexService({}, ({ port, asked }) =>
      Effect.map(
        Effect.forEach([1_700_000_000_999, 0], (sinceMs) => port.activity(WALLET, { sinceMs })),
        () => asked.filter((path) => path !== "/v2/status"),
      ));
    expect(asked).toEqual([
      `/v2/activity?user=${WALLET}&start=1700000000&limit=500`,
      `/v2/activity?user=${WALLET}&start=1&limit=500`,
    ]);
  });

  test("are as old as the index was before they were asked for, by the earlier clock", async () => {
    const asOf = (date: string) =>
      withIndexService({}, ({ port, trouble }) => {
        trouble(({ pathname }) =>
          pathname === "/v2/status"
            ? Response.json({ serving: { lag_seconds: 61.5 } }, { headers: { date } })
            : undefined
        );
        return Effect.map(port.holdings(WALLET), ({ asOfMs }) => asOfMs);
      });
    const lagMs = 61_500 + 5_000;
    expect(await asOf("Fri, 20 Nov 2026 12:30:07 GMT")).toBe(ms("2026-11-20T12:30:00Z") - lagMs);
    expect(await asOf("Fri, 20 Nov 2026 12:29:58 GMT")).toBe(ms("2026-11-20T12:29:58Z") - lagMs);
  });

  test.each([["where there are too many", "more", 100], ["without a way on", null, 1]])(
    "are no answer %s",
    async (_, next_cursor, pages) => {
      const { result, calls } = await withIndexService({}, ({ port, asked, trouble }) => {
        trouble(({ pathname }) =>
          pathname === ACTIVITY
            ? Response.json({ data: [TRADE], pagination: { has_more: true, next_cursor } })
            : undefined
        );
        return Effect.map(
          Effect.result(port.activity(WALLET, { sinceMs: 0 })),
          (result) => ({ result, calls: asked.length - 1 }),
        );
      });
      expect(result).toMatchObject({
        failure: { reason: "unreadable", wanted: "the wallet's activity" },
      });
      expect(calls).toBe(pages);
    },
  );
});

describe("a row of an index", () => {
  test("says nothing by null, by nothing and by 999", async () => {
    const nothing = { outcome_index: 999, outcome: null, slug: null, avg_price: null };
    const { realized_pnl: _, ...rest } = position("1", nothing);
    const none = Option.none();
    expect(await holdings({ [OPEN]: [[rest]] })).toMatchObject({
      success: {
        holdings: [{
          outcomeIndex: none,
          averagePriceE6: none,
          realizedE6: none,
          outcome: "",
          slug: "",
        }],
      },
    });
  });

  const bare = { timestamp: 5, condition_id: "", token_id: "", side: "" };
  const odd = {
    condition_id: "0x1",
    side: "CONVERT",
    outcome_index: -1,
    size: 1e99,
    usdc_size: 1e99,
  };
  test.each<[string, string, WrittenRow]>([
    ["has empty texts", "split", { ...bare, type: "SPLIT" }],
    ["is of a kind that nobody knows", "other", { ...bare, ...odd, type: "CONVERSION" }],
    ["moved USDC alone", "payment", { ...bare, ...odd, type: "MAKER_REBATE" }],
  ])("says nothing but its time where it %s", async (_, kind, row) => {
    const none = Option.none();
    expect(await activity({ [ACTIVITY]: [[row]] })).toMatchObject({
      success: {
        activity: [{
          kind,
          type: String(row["type"]),
          atMs: 5_000,
          tx: none,
          conditionId: none,
          tokenId: none,
          outcomeIndex: none,
          side: none,
          sharesE6: none,
          usdcE6: none,
        }],
      },
    });
  });

  test("is read from the text of its numbers", async () => {
    const text = JSON.stringify([POSITION]).replace("20,", "9007199254.740993,")
      .replace("0.4,", "0.40000000000000002,");
    expect(await holdings({ [OPEN]: [text] })).toMatchObject({
      success: {
        holdings: [{ sharesE6: 9_007_199_254_740_993n, averagePriceE6: Option.some(400_000n) }],
      },
    });
  });

  test("names its condition by 64 digits or by 62, and its transaction in lower case", async () => {
    const short = `0x01${"a".repeat(36)}${"0".repeat(16)}00000000`;
    const result = await activity({ [ACTIVITY]: [[{ ...TRADE, condition_id: short }]] });
    expect(result).toMatchObject({
      success: {
        activity: [{
          conditionId: Option.some(`${short}00`),
          tx: Option.some(`0x${"ab".repeat(32)}`),
        }],
      },
    });
  });

  test("comes behind what is older, and what the service writes after it in a second", async () => {
    const rows = [
      { ...TRADE, size: 2, timestamp: 8 },
      { ...TRADE, size: 1, timestamp: 8 },
      { ...TRADE, size: 3, timestamp: 9 },
    ];
    const result = await activity({ [ACTIVITY]: [rows] });
    const sizes = [1_000_000n, 2_000_000n, 3_000_000n].map(Option.some);
    expect(result).toMatchObject({
      success: { activity: sizes.map((sharesE6) => ({ sharesE6 })) },
    });
  });

  test.each<[string, WrittenRow]>([
    ["no condition", { condition_id: "" }],
    ["a condition that is none", { condition_id: "0x12" }],
    ["no token", { token_id: "" }],
    ["a token that is null", { token_id: null }],
    ["no size", { current_size: null }],
    ["a size as text", { current_size: "20" }],
    ["a debt of shares", { current_size: -1 }],
    ["an outcome that is none", { outcome_index: -1 }],
  ])("is not taken with %s", async (_, change) => {
    const result = await holdings({ [OPEN]: [[position("1"), position("2", change)]] });
    expect(result).toMatchObject({
      failure: { reason: "unreadable", wanted: "the wallet's positions" },
    });
  });

  test.each<[string, WrittenRow]>([
    ["an unknown side", { side: "HOLD" }],
    ["no time", { timestamp: null }],
    ["half a second", { timestamp: 1.5 }],
    ["a condition that is none", { condition_id: "0x12" }],
    ["an amount that nobody has", { usdc_size: 1e20 }],
  ])("of activity is not taken with %s", async (_, change) => {
    const result = await activity({ [ACTIVITY]: [[{ ...TRADE, ...change }]] });
    expect(result).toMatchObject({
      failure: { reason: "unreadable", wanted: "the wallet's activity" },
    });
  });
});

troubleContract({
  name: "the index of wallets",
  meet: (fault) =>
    withIndexService({ [OPEN]: [[POSITION]] }, ({ port, asked, trouble }) => {
      trouble((_, call) =>
        call > Number(fault["times"] ?? Infinity) ? undefined : Response.json(
          fault["body"] ?? {},
          {
            status: Number(fault["status"]),
            headers: "retry_after" in fault ? { "retry-after": String(fault["retry_after"]) } : {},
          },
        )
      );
      return Effect.map(
        Effect.result(port.holdings(WALLET)),
        (result) => ({ results: [result], calls: asked.length }),
      );
    }),
  failure: { provider: "venue data", wanted: "the wallet's positions" },
  troubles: [
    [{ status: 503, times: 2 }, "passes", 6],
    [{ status: 503, times: 3, retry_after: 15 }, "passes", 7],
    [{ status: 503, retry_after: 15 }, ["limited", 15], 4],
    [{ status: 503, retry_after: 16 }, ["limited", 16], 1],
    [{ status: 429, times: 1, retry_after: 7 }, "passes", 5],
    [{ status: 429, retry_after: 3600 }, ["limited", 3600], 1],
    [500, "unreachable", 3],
    [400, "refused", 1],
    [{ status: 200, body: { data: [] } }, "unreadable", 1],
    [{ status: 200, body: { serving: {} } }, "unreadable", 1],
    [{ status: 200, body: { serving: { lag_seconds: null } } }, "unreadable", 1],
  ],
});

test("the index is read for ten wallets at once, and the next ones are refused", async () => {
  const results = await withIndexService({}, ({ port }) =>
    Effect.all(
      Array.from(
        { length: 12 },
        () => Effect.result(port.activity(WALLET, { sinceMs: 0 })),
      ),
      { concurrency: "unbounded" },
    ));
  const failures = results.filter(Result.isFailure);
  expect(failures).toHaveLength(2);
  for (const { failure } of failures) {
    expect(failure).toMatchObject({ reason: "limited", retryAfterSec: 1 });
  }
});

test("a page that hangs is asked for again, and given up in the end", async () => {
  using time = moveTime();
  const hanging = (times: number) =>
    time.during(withIndexService({}, ({ port, trouble }) => {
      trouble((_, call) => call > 1 && call <= 1 + times ? new Promise(() => {}) : undefined);
      return Effect.result(port.holdings(WALLET));
    }));
  expect(await hanging(1)).toMatchObject({ _tag: "Success" });
  expect(await hanging(99)).toMatchObject({ failure: { reason: "timeout" } });
});
