import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { eventOf, FOUR, questions, withMetadata } from "./metadata_world.ts";

const NOW = "2026-11-20T12:33:20Z";
const [FIRST, , THIRD, LAST] = FOUR as [TargetQuery, TargetQuery, TargetQuery, TargetQuery];
const MISSING = { failure: { _tag: "PriceMissing", isPending: false } };

describe("polymarket metadata feed in trouble", () => {
  test.each<[string, Readonly<Record<string, unknown>>, object]>([
    ["of other times", { startTime: "2026-11-20T10:00:01Z" }, MISSING],
    ["that ends at another time", { endDate: "2026-11-20T10:05:01Z" }, MISSING],
    ["without metadata", { eventMetadata: null }, MISSING],
    ["with a closing price alone", { eventMetadata: { finalPrice: 7 } }, MISSING],
    ["with a price of zero", { eventMetadata: { priceToBeat: 0 } }, {
      failure: { _tag: "ProviderFailed", provider: "venue metadata", reason: "unreadable" },
    }],
    ["with text for a price", { eventMetadata: { priceToBeat: "soon" } }, {
      failure: { reason: "unreadable" },
    }],
    ["with a list of prices", { eventMetadata: [7.5] }, { failure: { reason: "unreadable" } }],
    ["with a price in text", { eventMetadata: { priceToBeat: "7.5" } }, {
      success: { priceE18: 7_500_000_000_000_000_000n },
    }],
    ["without times", { startTime: null, endDate: null }, {
      success: { priceE18: 7_500_000_000_000_000_000n },
    }],
  ])("judges an event %s by itself", async (_, changes, expected) => {
    const alone = await withMetadata(
      NOW,
      (metadata) => Effect.andThen(metadata.put(eventOf(FIRST, changes)), metadata.ask([FIRST])),
    );
    expect(alone).toMatchObject([expected]);
    if ("endDate" in changes) return;
    const together = await withMetadata(NOW, (metadata) => {
      for (const query of FOUR) metadata.publish(query, ["1", "1"]);
      return Effect.andThen(metadata.put(eventOf(FIRST, changes)), metadata.ask(FOUR));
    });
    const good = { success: { priceE18: 10n ** 18n } };
    expect(together).toMatchObject([expected, good, good, good]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, object]>([
    ["500", { kind: "status", status: 500 }, { reason: "unreachable" }],
    ["dropped connections", { kind: "drop" }, { reason: "unreachable" }],
    ["400", { kind: "status", status: 400 }, { reason: "refused" }],
    ["an answer cut off", { kind: "malformed" }, { reason: "unreadable" }],
    ["a list", { kind: "status", status: 200, body: [] }, { reason: "unreadable" }],
    ["429", { kind: "status", status: 429, retry_after: 60 }, {
      reason: "limited",
      retryAfterSec: 60,
    }],
  ])("fails on %s, for the windows that were asked for alone", async (_, fault, failure) => {
    const [page, event] = await withMetadata(NOW, (metadata) =>
      Effect.andThen(
        metadata.fault(fault),
        Effect.all([metadata.ask(FOUR), metadata.ask([LAST])]),
      ));
    const failed = { failure: { _tag: "ProviderFailed", provider: "venue metadata", ...failure } };
    expect([...page, ...event]).toMatchObject([...FOUR, LAST].map(() => failed));
  });

  test("does not take an event of another name", async () => {
    const body = eventOf(FIRST, { slug: "other" });
    const results = await withMetadata(NOW, (metadata) =>
      Effect.andThen(
        metadata.fault({ kind: "status", status: 200, body }),
        metadata.ask([FIRST]),
      ));
    expect(results).toMatchObject([MISSING]);
  });

  test("takes a refused list for a failure, and not for an empty one", async () => {
    const results = await withMetadata(
      NOW,
      (metadata) =>
        Effect.andThen(metadata.fault({ kind: "status", status: 422 }), metadata.ask(FOUR)),
    );
    expect(results).toMatchObject(FOUR.map(() => ({ failure: { reason: "refused" } })));
  });

  test("keeps what came before a page that fails, and other groups", async () => {
    const body = { events: [eventOf(THIRD), { slug: null }], next_cursor: "x" };
    const other = questions("btc", "15min", ["2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z"]);
    const results = await withMetadata(NOW, (metadata) => {
      for (const query of other) metadata.publish(query, ["2", "2"]);
      return metadata.fault({ kind: "status", status: 200, body, times: 1 }).pipe(
        Effect.andThen(metadata.fault({ kind: "status", status: 503, times: 3 })),
        Effect.andThen(Effect.forEach([FOUR, other], metadata.feed.openings)),
      );
    });
    const failed = { failure: { _tag: "ProviderFailed", reason: "unreachable" } };
    const good = { success: { priceE18: 2n * 10n ** 18n } };
    expect(results.flat()).toMatchObject([
      failed,
      failed,
      { success: { priceE18: 7_500_000_000_000_000_000n } },
      failed,
      good,
      good,
      good,
      good,
    ]);
  });
});
