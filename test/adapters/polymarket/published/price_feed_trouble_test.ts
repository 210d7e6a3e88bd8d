import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { troubleContract } from "../../../contract/trouble_contract.ts";
import type { Written } from "../gamma/gamma_sample.ts";
import { eventOf, FOUR, questions, withMetadata } from "./metadata_world.ts";

const NOW = "2026-11-20T12:33:20Z";
const [FIRST, , THIRD, LAST] = FOUR as [TargetQuery, TargetQuery, TargetQuery, TargetQuery];
const MISSING = { failure: { _tag: "PriceMissing", isPending: false } };
const FAILED = { _tag: "ProviderFailed", provider: "venue metadata" };
const UNREADABLE = { failure: { ...FAILED, reason: "unreadable" } };
const at = (price: number) => ({ success: { priceE18: BigInt(price * 10) * 10n ** 17n } });

describe("polymarket metadata feed in trouble", () => {
  test.each<[string, Written, object]>([
    ["of other times", { startTime: "2026-11-20T10:00:01Z" }, MISSING],
    ["that ends at another time", { endDate: "2026-11-20T10:05:01Z" }, MISSING],
    ["without metadata", { eventMetadata: null }, MISSING],
    ["with a closing price alone", { eventMetadata: { finalPrice: 7 } }, MISSING],
    ["with a price of zero", { eventMetadata: { priceToBeat: 0 } }, UNREADABLE],
    ["with text for a price", { eventMetadata: { priceToBeat: "soon" } }, UNREADABLE],
    ["with a list of prices", { eventMetadata: [7.5] }, UNREADABLE],
    ["with a price in text", { eventMetadata: { priceToBeat: "7.5" } }, at(7.5)],
    ["without times", { startTime: null, endDate: null }, at(7.5)],
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
    expect(together).toMatchObject([expected, at(1), at(1), at(1)]);
  });

  troubleContract({
    name: "the feed of published prices",
    meet: async (fault) => {
      const asked = await withMetadata(NOW, (metadata) =>
        Effect.andThen(
          metadata.fault(fault),
          Effect.all([metadata.ask(FOUR), metadata.ask([LAST])]),
        ));
      return { results: asked.flat() };
    },
    failure: { provider: "venue metadata" },
    troubles: [
      [500, "unreachable"],
      [400, "refused"],
      ["malformed", "unreadable"],
      [{ status: 200, body: [] }, "unreadable"],
      [{ status: 429, retry_after: 60 }, ["limited", 60]],
    ],
  });

  test.each<[string, Written, ReadonlyArray<TargetQuery>, object]>([
    ["an event of another name", { status: 200, body: eventOf(FIRST, { slug: "other" }) }, [
      FIRST,
    ], MISSING],
    ["a refused list for an empty one", { status: 422 }, FOUR, { failure: { reason: "refused" } }],
  ])("does not take %s", async (_, fault, queries, expected) => {
    const results = await withMetadata(
      NOW,
      (metadata) =>
        Effect.andThen(metadata.fault({ kind: "status", ...fault }), metadata.ask(queries)),
    );
    expect(results).toMatchObject(queries.map(() => expected));
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
    const failed = { failure: { ...FAILED, reason: "unreachable" } };
    const good = [at(2), at(2), at(2), at(2)];
    expect(results.flat()).toMatchObject([failed, failed, at(7.5), failed, ...good]);
  });
});
