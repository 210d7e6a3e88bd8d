import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { makeDataQuestion } from "../../../../adapters/polymarket/data/question.ts";
import { ms } from "../../../simulator/kit/support.ts";
import { type Written, writtenEvent, writtenMarket } from "../gamma/gamma_sample.ts";
import { makeGamma } from "../gamma/gamma_world.ts";
import { runAt } from "../run_at.ts";
import { holdDataService, RESOLVED, type WrittenResolution } from "./data_world.ts";

const NOW = "2026-11-20T12:33:20Z";
/** The window that ended at 12:30 began at 12:25; this is the one before. */
const SLUG = `btc-updown-5m-${ms("2026-11-20T12:20:00Z") / 1000}`;

/** Asks services that list the world's events, and know this of whatever condition is asked. */
function ask(
  { put, nowIso = NOW, resolution = RESOLVED }: {
    readonly put?: Written;
    readonly nowIso?: string;
    readonly resolution?: WrittenResolution | null;
  } = {},
) {
  return runAt(nowIso, (clock) =>
    Effect.gen(function* () {
      const gamma = yield* makeGamma(clock);
      if (put !== undefined) yield* gamma.put(put);
      const data = yield* holdDataService;
      data.trouble(() => Response.json({ data: resolution === null ? [] : [resolution] }));
      const question = yield* makeDataQuestion({ gammaUrl: gamma.url, dataUrl: data.url });
      const result = yield* Effect.result(question.ask);
      const catalog = yield* gamma.makeCatalog;
      const event = yield* Effect.option(catalog.event({ by: "slug", slug: SLUG }, "lasting"));
      return { result, asked: data.asked, event };
    }));
}

describe("the probe's question to the data service", () => {
  test("reports how the window before the last was resolved", async () => {
    const { result, asked, event } = await ask();
    expect(Result.getOrThrow(result)).toBe(
      `${SLUG}: resolved, pays 1000000 and 0, which is up, reported by CHAINLINK, ` +
        "at 2026-11-20T12:05:41.000Z",
    );
    const [market] = Option.getOrThrow(event).value.markets;
    const conditionId = Option.getOrThrow(market?.conditionId ?? Option.none());
    expect(asked).toEqual([`/v2/resolutions?condition=${conditionId}`]);
  });

  test("reports a market that is still open, for a person to judge", async () => {
    const { result } = await ask({ resolution: { status: "active" } });
    expect(Result.getOrThrow(result)).toBe(`${SLUG}: active`);
  });

  test("fails on a condition that the service does not know", async () => {
    expect((await ask({ resolution: null })).result).toMatchObject({
      failure: { provider: "venue data", reason: "unreadable" },
    });
  });

  test.each<[string, Written]>([
    ["has no condition", { markets: [] }],
    ["has the outcomes Down, Up", {
      markets: [writtenMarket(1, { outcomes: '["Down", "Up"]' })],
    }],
  ])("fails on an event that %s", async (lack, changes) => {
    const { result } = await ask({ put: writtenEvent({ slug: SLUG, ...changes }) });
    expect(result).toMatchObject({
      failure: { reason: "unreadable", cause: new Error(`${SLUG} ${lack}`) },
    });
  });

  test("fails on a venue that calls its windows something else", async () => {
    const { result, asked } = await ask({ nowIso: "2020-01-01T00:00:00Z" });
    expect(result).toMatchObject({ failure: { reason: "unreadable" } });
    expect(asked).toEqual([]);
  });
});
