import { describe, expect, test } from "bun:test";
import { Effect, Option, Result, Schema } from "effect";
import { ResolutionsPayload } from "../../../../adapters/polymarket/data/payload.ts";
import { readResolution } from "../../../../adapters/polymarket/data/resolution.ts";
import { paidOutcome } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { resolutionsContract } from "../../../contract/resolutions_contract.ts";
import { troubleContract } from "../../../contract/trouble_contract.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
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
  stage: Effect.fnUntraced(function* (resolutions) {
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

  troubleContract({
    name: "the service of resolutions",
    meet: (fault) =>
      withData(Effect.fnUntraced(function* (test) {
        test.trouble((call) =>
          call > Number(fault["times"] ?? Infinity) ? undefined : json(
            fault["body"] ?? {},
            Number(fault["status"]),
            "retry_after" in fault ? { "retry-after": String(fault["retry_after"]) } : {},
          )
        );
        return { results: [yield* test.ask()], calls: test.asked.length };
      })),
    failure: { provider: "venue data", wanted: WANTED },
    troubles: [
      [{ status: 503, times: 2 }, "passes", 3],
      [500, "unreachable", 3],
      [404, "refused", 1],
      [{ status: 202, body: { data: [] } }, "unreadable", 1],
      [{ status: 200, body: [RESOLVED] }, "unreadable", 1],
      [{ status: 429, retry_after: 7 }, ["limited", 7], 1],
      [429, ["limited", 10], 1],
      [403, ["limited", 60], 1],
      [451, ["limited", 600], 1],
    ],
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

describe("polymarket resolutions, asked again", () => {
  test.each<[string, ReadonlyArray<WrittenResolution>, ReadonlyArray<readonly [number, boolean]>]>([
    ["resolved", [RESOLVED], [[400 * 86_400_000, true]]],
    ["open", [{ status: "active", market_type: "BINARY" }], [[4_999, true], [1, false]]],
    ["unknown", [], [[4_999, true], [1, false]]],
  ])("remembers what is %s as long as it should", async (_, data, waits) => {
    const seen = await withData(({ ask, advance, trouble }) => {
      trouble(() => json({ data }));
      return Effect.forEach([0, ...waits.map(([ms]) => ms)], (ms) => {
        advance(ms);
        return ask();
      });
    });
    expect(seen).toMatchObject(
      [false, ...waits.map(([, isCached]) => isCached)]
        .map((isCached) => ({ success: { isCached } })),
    );
  });

  test("sends no request during a Retry-After, and requests again after a minute", async () => {
    const { seen, asked } = await withData(({ ask, asked, advance, trouble }) => {
      trouble((call) => call > 1 ? undefined : json({}, 429, { "retry-after": "86400" }));
      const seen = Effect.forEach([0, 45_000, 15_000], (ms) => {
        advance(ms);
        return ask();
      });
      return Effect.map(seen, (seen) => ({ seen, asked }));
    });
    expect(seen).toMatchObject([
      { failure: { reason: "limited" } },
      { failure: { reason: "limited", retryAfterSec: 15, wanted: WANTED } },
      { success: { isCached: false } },
    ]);
    expect(asked).toHaveLength(2);
  });

  test("begins ten calls in any second, and no more", async () => {
    const beganMs: Array<number> = [];
    await withData(({ ask, trouble, nowMs }) => {
      trouble(() => void beganMs.push(nowMs()));
      return Effect.forEach(
        Array.from({ length: 35 }, (_, at) => conditionOf(at + 1)),
        (id) => ask(id),
      );
    });
    expect(beganMs).toHaveLength(35);
    for (const [at, began] of beganMs.slice(10).entries()) {
      expect(began - (beganMs[at] ?? NaN)).toBeGreaterThanOrEqual(1_000);
    }
  });

  test("refuses a request that would wait behind too many others", async () => {
    const gate = Promise.withResolvers<undefined>();
    const failures: Array<unknown> = [];
    const results = await withData(({ port, trouble }) => {
      trouble(() => gate.promise);
      const ask = (number: number) =>
        port.of(conditionOf(number)).pipe(
          Effect.tapError((failure) =>
            Effect.sync(() => {
              failures.push(failure);
              if (failures.length === 10) gate.resolve(undefined);
            })
          ),
          Effect.option,
        );
      return Effect.all(Array.from({ length: 70 }, (_, at) => ask(at + 1)), {
        concurrency: "unbounded",
      });
    });
    expect(results.filter(Option.isSome)).toHaveLength(60);
    expect(failures).toHaveLength(10);
    for (const failure of failures) {
      expect(failure).toMatchObject({ reason: "limited", retryAfterSec: 1 });
    }
  });
});

const RECORDED = "polymarket/protocol_v2.json";
const read = async (name: string) => {
  const answers = await Bun.file(sharedPath(RECORDED)).json();
  const payload = Schema.decodeUnknownSync(ResolutionsPayload)(answers[name]);
  return Option.getOrThrow(Result.getOrThrow(readResolution(payload, conditionOf(1))));
};

testWithShared([RECORDED], "a recorded resolution has the payouts and the time", async () => {
  const resolution = await read("resolutions_v2_resolved");
  expect(resolution).toMatchObject({
    status: "resolved",
    reporter: Option.some("CHAINLINK"),
    resolvedAtMs: Option.some(Date.parse("2026-10-05T21:35:56Z")),
  });
  expect(Option.flatMap(resolution.payoutsE6, paidOutcome)).toEqual(Option.some("up"));
});

testWithShared([RECORDED], "a recorded open market has no resolution", async () => {
  expect(await read("resolutions_v2_active")).toEqual({
    status: "active",
    payoutsE6: Option.none(),
    reporter: Option.none(),
    resolvedAtMs: Option.none(),
  });
});
