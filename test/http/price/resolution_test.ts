/** How the venue resolved windows, as `history/range` and `history/market` return it. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Effect } from "effect";
import { history } from "../../../adapters/http/price/history.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { until } from "../../until.ts";
import { control, get } from "../../simulator/kit/support.ts";
import { type HistoryItem, itemsOf, OPEN, type OutcomeMeta } from "./history_item.ts";
import { makePriceServer } from "./price_server.ts";
import "../edge/wire_formats.ts";

const eastern = makePriceServer({ nowIso: "2026-11-20T18:31:00Z", profile: "polymarket" });
afterAll(() => eastern.stop());

describe("includeResolution", () => {
  const from = (start: string, end: string, type = "5min") =>
    `type=${type}&start=2026-11-20T${start}:00Z&end=2026-11-20T${end}:00Z` +
    "&includeOutcomeMeta=true&includeResolution=true";

  /** The condition of a window's market, as the data service takes it. */
  const conditionOf = async ({ slug }: Pick<HistoryItem, "slug">) => {
    type Event = { readonly markets: ReadonlyArray<{ readonly conditionId: string }> };
    const { body } = await get<Event>(`${eastern.urlOf("venue-metadata")}/events/slug/${slug}`);
    return body.markets[0]?.conditionId.padEnd(66, "0") ?? "";
  };
  const put = async (item: HistoryItem, payouts: ReadonlyArray<number>) => {
    const condition = await conditionOf(item);
    const url = `${eastern.urlOf("site")}/__resolution`;
    expect((await control(url, "PUT", { condition, payouts })).status).toBe(200);
  };

  test("agrees with the venue on every window that it has resolved", async () => {
    // The venue takes up to three minutes, and calls that keep a pace move the clock.
    const early = makePriceServer({ nowIso: "2026-11-20T18:31:00Z", profile: "polymarket" });
    const answer = await early.get(`/history/range?${from("14:30", "18:31")}`);
    await early.stop();
    const items = itemsOf(answer);
    expect(items).toHaveLength(49);
    for (const { outcomeMeta } of items.slice(0, -2)) {
      expect(outcomeMeta.resolution).toEqual({
        status: "resolved",
        payouts: outcomeMeta.outcome === "up" ? [1_000_000, 0] : [0, 1_000_000],
        reporter: "CHAINLINK",
        resolvedAt: expect.stringMatching(/^2026-11-20T1\d:\d\d:\d\d\.000Z$/),
        agrees: true,
      } as never);
    }
    expect(items.at(-1)?.outcomeMeta).toEqual({
      ...OPEN,
      resolution: {
        status: "active",
        payouts: null,
        reporter: null,
        resolvedAt: null,
        agrees: null,
      } as never,
    });
    expect(answer.headers.has("retry-after")).toBe(false);
  });

  test("is written as documented", async () => {
    const query = from("07:00", "07:10");
    for (const route of pluginOperations(history).slice(0, 4)) {
      const { schema, example } = route.answers[200] ?? {};
      if (schema === undefined) throw new Error(`${route.path} has no schema`);
      const path = route.path.replace("/api/v1", "");
      const asked = path.endsWith("/market") ? query.replace(/&end=[^&]*/, "") : query;
      const { body } = await eastern.get(`${path}?${asked}`);
      expect(body).toHaveProperty(path.endsWith("/market") ? "outcomeMeta" : "history");
      expect([...Value.Errors(schema, example)]).toEqual([]);
      expect([...Value.Errors(schema, body)]).toEqual([]);
    }
  });

  test("reports a different outcome of the venue, and answers for one window alone", async () => {
    const query = "type=15min&start=2026-11-20T10:00:00Z&includeOutcomeMeta=true";
    const ours = (await eastern.get(`/history/market?${query}`)).body;
    const { outcome } = ours["outcomeMeta"] as OutcomeMeta;
    const payouts = outcome === "up" ? [0, 1_000_000] : [1_000_000, 0];
    await put(ours["market"] as HistoryItem, payouts);
    const { body } = await eastern.get(`/history/market?${query}&includeResolution=true`);
    expect(body).toMatchObject({
      outcomeMeta: { outcome, final: true, resolution: { payouts, agrees: false } },
    });
  });

  test("reports a window that the venue does not list", async () => {
    const { body: { market } } = await eastern.get(
      "/history/market?type=5min&start=2026-11-20T09:00:00Z",
    );
    const { slug } = market as HistoryItem;
    await eastern.fault("venue-metadata", {
      match: `GET /events/slug/${slug}`,
      kind: "status",
      status: 404,
    });
    const query = "start=2026-11-20T09:00:00Z&includeOutcomeMeta=true&includeResolution=true";
    const { status, body } = await eastern.get(`/history/market?type=5min&${query}`);
    await eastern.clearFaults("venue-metadata");
    expect(status).toBe(200);
    expect(body["outcomeMeta"]).toMatchObject({
      closePrice: expect.any(Number),
      resolution: null,
      resolutionError: `Cannot find the event with slug "${slug}": the venue lists none`,
    });
  });

  test.each([
    ["/history/range", from("10:00", "10:30").replace("&includeOutcomeMeta=true", "")],
    ["/history/range", from("10:00", "10:30").replace("Meta=true", "Meta=false")],
    ["/history/market", "type=5min&start=2026-11-20T10:00:00Z&includeResolution=true"],
  ])("is refused without includeOutcomeMeta: %s?%s", async (path, query) => {
    const { status, body } = await eastern.get(`${path}?${query}`);
    expect(status).toBe(400);
    expect(body["error"]).toContain("includeResolution");
    expect(body["hint"]).toContain("includeOutcomeMeta=true");
  });
});

test("what is not had in time is null, with Retry-After, and the rest is there", async () => {
  const gate = Promise.withResolvers<void>();
  const hurried = makePriceServer({
    nowIso: "2026-11-20T12:34:56Z",
    profile: "polymarket",
    budget: Effect.promise(() => gate.promise),
  });
  await hurried.fault("site", { match: "GET /v2/resolutions", kind: "stall", times: 1e9 });
  const answering = hurried.get(
    "/history/range?type=5min&start=2026-11-20T10:00:00Z&end=2026-11-20T11:00:00Z" +
      "&includeOutcomeMeta=true&includeResolution=true",
  );
  await until(async () => await hurried.calls("site") === 4);
  gate.resolve();
  const { status, headers, body } = await answering;
  expect(status).toBe(200);
  expect(headers.get("retry-after")).toBe("2");
  expect(headers.get("x-cache")).toBe("MISS");
  for (const { outcomeMeta } of itemsOf({ body })) {
    expect(outcomeMeta).toMatchObject({
      closePrice: expect.any(Number),
      final: true,
      resolution: null,
      resolutionError: "not fetched yet",
    });
  }
  await hurried.stop();
}, 300_000);
