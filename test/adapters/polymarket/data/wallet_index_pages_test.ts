import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { ms } from "../../../simulator/kit/support.ts";
import { troubleContract } from "../../../contract/trouble_contract.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import {
  type Pages,
  POSITION,
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
    const rest = "filter_type=TOKENS&filter_amount=0&include_archived=true&limit=1000";
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
      `/v2/activity?user=${WALLET}&start=1699999999&limit=1000`,
      `/v2/activity?user=${WALLET}&start=1&limit=1000`,
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

  test("are no answer without a way on", async () => {
    const { result, calls } = await withIndexService({}, ({ port, asked, trouble }) => {
      trouble(({ pathname }) => pathname === ACTIVITY ? endless(null) : undefined);
      return Effect.map(
        Effect.result(port.activity(WALLET, { sinceMs: 0 })),
        (result) => ({ result, calls: asked.length - 1 }),
      );
    });
    expect(result).toMatchObject({
      failure: { reason: "unreadable", wanted: "the wallet's activity" },
    });
    expect(calls).toBe(1);
  });

  test("of holdings are all, or a few, which is said where more may be held", async () => {
    const read = (status: string) =>
      withIndexService({}, ({ port, asked, trouble }) => {
        trouble(({ searchParams: query }) =>
          query.get("status") === status ? endless("more") : undefined
        );
        return Effect.map(port.holdings(WALLET), ({ isAll }) => ({ isAll, calls: asked.length }));
      });
    expect(await read("CLOSED")).toEqual({ isAll: true, calls: 3 + 5 });
    expect(await read("REDEEMABLE_LOST")).toEqual({ isAll: false, calls: 3 + 20 });
  });
});

/** A page with others behind it, whose cursor is given. */
const endless = (next_cursor: string | null) =>
  Response.json({ data: [], pagination: { has_more: true, next_cursor } });

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
