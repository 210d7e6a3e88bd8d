import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { conditionOf } from "../../../condition.ts";
import { resolutionsContract } from "../../../contract/resolutions_contract.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import {
  CONDITION,
  holdDataService,
  makeResolutions,
  RESOLVED,
  withData,
  type WrittenResolution,
  writtenResolution,
} from "./data_world.ts";

resolutionsContract({
  name: "polymarket",
  stage: (resolutions) =>
    Effect.gen(function* () {
      const service = yield* holdDataService;
      for (const [id, resolution] of resolutions) service.put(id, writtenResolution(resolution));
      return yield* makeResolutions(service);
    }),
});

const WANTED = `the resolution of condition ${CONDITION}`;
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const hang = () => new Promise<Response>(() => {});

describe("polymarket resolutions", () => {
  test("asks for one condition a call, by its 64 digits, and nothing beside it", async () => {
    const asked = await withData(({ ask, asked }) =>
      Effect.as(Effect.all([ask(), ask(conditionOf(2n ** 255n))]), asked)
    );
    expect(asked).toEqual([
      `/v2/resolutions?condition=0x${"0".repeat(60)}1234`,
      `/v2/resolutions?condition=0x8${"0".repeat(63)}`,
    ]);
  });

  test("reads what was recorded", async () => {
    expect(await withData(({ ask }) => ask())).toEqual(Result.succeed({
      value: Option.some({
        status: "resolved",
        payoutsE6: Option.some([1_000_000n, 0n]),
        reporter: Option.some("CHAINLINK"),
        resolvedAtMs: Option.some(Date.parse("2026-11-20T12:05:41Z")),
      }),
      isCached: false,
    }));
  });

  test.each<[string, () => Response, object, number]>([
    ["500 every time", () => json({}, 500), { reason: "unreachable" }, 3],
    ["400", () => json({ error: "invalid condition" }, 400), { reason: "refused" }, 1],
    ["404", () => json({}, 404), { reason: "refused" }, 1],
    ["an accepted request", () => json({ data: [] }, 202), { reason: "unreadable" }, 1],
    ["a list", () => json([RESOLVED]), { reason: "unreadable" }, 1],
    ["a page", () => new Response("<html>"), { reason: "unreadable" }, 1],
    [
      "429",
      () => json({}, 429, { "retry-after": "7" }),
      { reason: "limited", retryAfterSec: 7 },
      1,
    ],
    ["429 without a time", () => json({}, 429), { reason: "limited", retryAfterSec: 10 }, 1],
    ["the firewall", () => json({}, 403), { reason: "limited", retryAfterSec: 60 }, 1],
    ["a region", () => json({}, 451), { reason: "limited", retryAfterSec: 600 }, 1],
  ])("fails on %s, with the identifier of the request", async (_, answer, failure, calls) => {
    const [result, asked] = await withData(({ ask, asked, trouble }) => {
      trouble(answer);
      return Effect.map(ask(), (result) => [result, asked] as const);
    });
    expect(result).toMatchObject({
      failure: { _tag: "ProviderFailed", provider: "venue data", wanted: WANTED, ...failure },
    });
    expect(String(Result.isFailure(result) && result.failure.message))
      .toStartWith(`Cannot get ${WANTED} from the venue data: it`);
    expect(asked).toHaveLength(calls);
  });

  test.each<[string, ReadonlyArray<WrittenResolution>]>([
    ["two resolutions of one condition", [RESOLVED, RESOLVED]],
    ["another condition", [{ ...RESOLVED, condition: conditionOf(9) }]],
    ["another condition by another name", [{ ...RESOLVED, condition_id: conditionOf(9) }]],
    ["an invalid condition", [{ ...RESOLVED, conditionId: "0x12" }]],
    ["no payouts of what is resolved", [{ ...RESOLVED, payouts: null }]],
    ["empty payouts of what is resolved", [{ ...RESOLVED, payouts: [] }]],
    ["payouts of what is open", [{ ...RESOLVED, status: "active" }]],
    ["an unknown status", [{ ...RESOLVED, status: "disputed" }]],
    ["a part of a micro-USDC", [{ ...RESOLVED, payouts: [999_999.5, 0.5] }]],
    ["more than a share pays", [{ ...RESOLVED, payouts: [1_000_001, 0] }]],
    ["a debt", [{ ...RESOLVED, payouts: [1_000_000, -1] }]],
    ["payouts as text", [{ ...RESOLVED, payouts: ["1000000", "0"] }]],
    ["no time", [{ ...RESOLVED, resolved_at: null }]],
    ["a time of no zone", [{ ...RESOLVED, resolved_at: "2026-11-20T12:05:41" }]],
    ["an invalid time", [{ ...RESOLVED, resolved_at: "2026-13-20T12:05:41Z" }]],
  ])("does not take an answer of %s", async (_, data) => {
    const result = await withData(({ ask, trouble }) => {
      trouble(() => json({ data }));
      return ask();
    });
    expect(result).toMatchObject({ failure: { reason: "unreadable", wanted: WANTED } });
  });

  test.each([
    ["by its name", { condition: CONDITION }],
    ["in capitals", { condition_id: `0x${CONDITION.slice(2).toUpperCase()}` }],
    ["with null for what it does not know", { reporter: null, condition: null }],
  ])("takes an answer about what was asked, %s", async (_, more) => {
    const result = await withData(({ ask, put }) => {
      put(CONDITION, { ...RESOLVED, ...more });
      return ask();
    });
    expect(result).toMatchObject({ success: { value: { value: { status: "resolved" } } } });
  });

  test.each<[string, (callNumber: number) => Response | undefined]>([
    ["one 500", (call) => call > 1 ? undefined : json({}, 500)],
    ["two 503s", (call) => call > 2 ? undefined : json({}, 503)],
  ])("gets over %s", async (_, trouble) => {
    const result = await withData((test) => {
      test.trouble(trouble);
      return test.ask();
    });
    expect(result).toMatchObject({ success: { isCached: false } });
  });

  test("waits for a call that hangs, and gives up on a service that hangs", async () => {
    using time = moveTime();
    const hanging = (times: number) =>
      time.during(withData((test) => {
        test.trouble((call) => call > times ? undefined : hang());
        return test.ask();
      }));
    expect(await hanging(1)).toMatchObject({
      success: { value: { value: { status: "resolved" } } },
    });
    expect(await hanging(99)).toMatchObject({ failure: { reason: "timeout", wanted: WANTED } });
  });
});
