import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  HttpTransport,
  InfoClient,
  SubscriptionClient,
  WebSocketTransport,
} from "@nktkas/hyperliquid";
import { SymbolConverter } from "@nktkas/hyperliquid/utils";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import {
  formatTradeSlug,
  parseDescription,
  readOutcomeMarket,
  tradeSlugOf,
} from "../../../core/venue2/mod.ts";
import { Result } from "effect";
import { until } from "../../until.ts";
import { ms } from "../kit/support.ts";
import { binaryOf, type Listing, startVenue2, type Venue2 } from "./venue.ts";

/** Tests the simulator's protocol with the public client library. */
const MORNING = "2026-11-20T06:00:00Z";
const { settledMs, createdMs } = makeRolls(1)(dayOfRoll(ms(MORNING)));
let venue: Venue2;
beforeAll(() => {
  venue = startVenue2("2026-11-19T12:00:00Z", makeSeason(1));
});
afterAll(() => venue.stop());

const overHttp = () => new HttpTransport({ apiUrl: venue.url });

describe("the public client", () => {
  test("lists live markets", async () => {
    const meta = await new InfoClient({ transport: overHttp() }).outcomeMeta();
    expect(meta as unknown as Listing).toEqual(await venue.list());
    const named = meta.questions.flatMap(({ namedOutcomes }) => namedOutcomes);
    const listed = new Set(meta.outcomes.map(({ outcome }) => outcome));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((outcome) => !listed.has(outcome))).toEqual([]);
  });

  test("reads a price of each side, which add up to about 1", async () => {
    const { outcome } = binaryOf(await venue.list(), "HYPE");
    const mids = await new InfoClient({ transport: overHttp() }).allMids();
    expect(Number(mids[`#${outcome * 10}`]) + Number(mids[`#${outcome * 10 + 1}`]))
      .toBeCloseTo(1, 2);
  });

  test("converts our slugs of a market's sides to their asset ids", async () => {
    const perps = { universe: [], marginTables: [], collateralToken: 0 };
    const spots = { universe: [], tokens: [] };
    const answers = new Map<unknown, unknown>([["meta", perps], ["spotMeta", spots]]);
    const converter = await SymbolConverter.create({
      transport: {
        isTestnet: false,
        request: async <T>(_: unknown, body: { readonly type?: unknown }) =>
          (answers.get(body.type) ?? await venue.list()) as T,
      } as never,
    });
    const row = binaryOf(await venue.list(), "BTC");
    const market = Result.getOrThrow(readOutcomeMarket({
      outcomeId: row.outcome,
      name: row.name,
      description: row.description,
      sideNames: ["Yes", "No"],
    }));
    expect(parseDescription(row.description).get("expiry")).toMatch(/^202611\d\d-0600$/);
    for (const [at, side] of (["yes", "no"] as const).entries()) {
      expect(converter.getAssetId(formatTradeSlug(tradeSlugOf(market, side))))
        .toBe(100_000_000 + 10 * row.outcome + at);
    }
  });

  test("gets an error for an unknown type, and for the weight above a minute's", async () => {
    const transport = overHttp();
    await expect(transport.request("info", { type: "weather" })).rejects.toThrow("422");
    venue.clock.set(venue.clock.nowMs() + 60_000);
    const info = new InfoClient({ transport });
    const heavy = await Promise.allSettled(Array.from({ length: 61 }, () => info.outcomeMeta()));
    expect(heavy.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });

  test("follows prices and the listing through a rollover by its subscriptions", async () => {
    const of = startVenue2("2026-11-20T05:59:58Z");
    const transport = new WebSocketTransport({ url: `${of.url.replace("http", "ws")}/ws` });
    const client = new SubscriptionClient({ transport });
    const updates: unknown[] = [];
    const mids: Array<Readonly<Record<string, string>>> = [];
    // Its types have an object with a list; the venue sends the list.
    const news = await client.outcomeMetaUpdates((data: unknown) =>
      void updates.push(...data as ReadonlyArray<unknown>)
    );
    const prices = await client.allMids(({ mids: now }) => void mids.push(now));
    const old = binaryOf(await of.list(), "BTC");
    const coin = `#${old.outcome * 10}`;
    await until(() => mids.length === 1);
    expect(mids[0]?.[coin]).toMatch(/^0\.\d{3,5}$/);

    of.clock.set(ms(MORNING));
    await until(() => mids.length === 2);
    expect(mids[1]?.[coin]).toBeDefined();
    expect(updates).toEqual([]);

    of.clock.set(settledMs);
    await until(() => updates.length > 0 && mids.length === 3);
    expect(updates).toContainEqual({ outcomeSettled: old.outcome });
    expect(mids[2]?.[coin]).toBeUndefined();
    updates.length = 0;

    of.clock.set(createdMs);
    await until(() => updates.length > 0 && mids.length > 3);
    const { facts: _, ...row } = binaryOf(await of.list(), "BTC");
    expect(updates).toContainEqual({ outcomeCreated: row });
    expect(Object.keys(mids.at(-1) ?? {})).toContain(`#${row.outcome * 10}`);

    // The client merges equal subscriptions, but does not know that these are equal.
    await expect(transport.subscribe("allMids", { type: "allMids", dex: "" }, () => {}))
      .rejects.toThrow("Already subscribed");
    await prices.unsubscribe();
    await news.unsubscribe();
    await transport.close();
    await of.stop();
  });
});
