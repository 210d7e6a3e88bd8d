import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  HttpTransport,
  InfoClient,
  SubscriptionClient,
  WebSocketTransport,
} from "@nktkas/hyperliquid";
import { SymbolConverter } from "@nktkas/hyperliquid/utils";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { ms } from "../kit/support.ts";
import { binaryOf, type Listing, startVenue2, type Venue2 } from "./venue.ts";

/** Tests the simulator's protocol with the public client library. */
const MORNING = "2026-11-20T06:00:00Z";
const { settledMs, createdMs } = makeRolls(1)(dayOfRoll(ms(MORNING)));
let venue: Venue2;
beforeAll(() => {
  venue = startVenue2("2026-11-19T12:00:00Z", { season: makeSeason(1) });
});
// Each test begins in a separate minute, with its full weight available.
beforeEach(() => venue.clock.set(venue.clock.nowMs() + 60_000));
afterAll(() => venue.stop());

const overHttp = () => new HttpTransport({ apiUrl: venue.url });
const overSocket = () =>
  new WebSocketTransport({
    url: `${venue.url.replace("http", "ws")}/ws`,
    reconnect: { maxRetries: 0 },
  });

describe.each([["HTTP", overHttp], ["a socket", overSocket]] as const)(
  "the public client over %s",
  (_, makeTransport) => {
    let transport: HttpTransport | WebSocketTransport;
    beforeAll(() => {
      transport = makeTransport();
    });
    afterAll(async () => {
      if (transport instanceof WebSocketTransport) await transport.close();
    });

    test("lists live markets, and knows the result of the others", async () => {
      const info = new InfoClient({ transport });
      const meta = await info.outcomeMeta() as unknown as Listing;
      expect(meta).toEqual(await venue.list());
      const { outcome } = binaryOf(meta, "BTC");
      expect(await info.settledOutcome({ outcome })).toBeNull();
      venue.clock.set(venue.clock.nowMs() + 86_400_000);
      const settled = await info.settledOutcome({ outcome });
      expect(settled?.settleFraction).toMatch(/^[01]\.0$/);
      expect(settled?.spec.outcome).toBe(outcome);
      const templates = await info.outcomeTemplates();
      expect(templates.map(({ id }) => id)).toContain("binaryPrice");
    });

    test("reads prices and books of perpetuals and outcomes", async () => {
      const info = new InfoClient({ transport });
      const { outcome } = binaryOf(await venue.list(), "HYPE");
      const [yes, no] = [`#${outcome * 10}`, `#${outcome * 10 + 1}`];
      const mids = await info.allMids();
      expect(Number(mids[yes]) + Number(mids[no])).toBeCloseTo(1, 2);
      for (const coin of ["BTC", yes]) {
        const book = await info.l2Book({ coin });
        const [bid, ask] = (book?.levels ?? []).map(([best]) => Number(best?.px));
        expect((Number(bid) + Number(ask)) / 2).toBeCloseTo(Number(mids[coin]), 5);
      }
      expect(await info.l2Book({ coin: "NOPE" })).toBeNull();
    });

    test("reads candles and trades", async () => {
      const info = new InfoClient({ transport });
      const startTime = venue.clock.nowMs() - 3 * 3_600_000;
      const candles = await info.candleSnapshot({ coin: "ETH", interval: "1h", startTime });
      expect(candles.length).toBe(4);
      expect((await info.recentTrades({ coin: "ETH" })).length).toBe(10);
    });

    test("converts slugs of outcomes to asset ids", async () => {
      const converter = await SymbolConverter.create({ transport });
      const { outcome, facts } = binaryOf(await venue.list(), "BTC");
      const [, month = "", day = ""] = /^\d{4}(\d\d)(\d\d)-0600$/.exec(facts.get("expiry") ?? "") ??
        [];
      expect(month).toBe("11");
      const slug = (side: string) =>
        `btc-above-${facts.get("targetPrice")}-${side}-nov-${day}-0600`;
      expect(converter.getAssetId(slug("yes"))).toBe(100_000_000 + 10 * outcome);
      expect(converter.getAssetId(slug("no"))).toBe(100_000_000 + 10 * outcome + 1);
      expect([converter.getAssetId("BTC"), converter.getSzDecimals("BTC")]).toEqual([0, 5]);
      expect(converter.getAssetId("HYPE/USDC")).toBe(10_107);
    });

    test("gets an error for a wrong request", async () => {
      const wrong = transport.request("info", { type: "weather" });
      await expect(wrong).rejects.toThrow("422");
    });
  },
);

describe("the public client's subscriptions", () => {
  test("follow prices and the listing through a rollover", async () => {
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
    const until = async (isThere: () => boolean) => {
      for (let i = 0; !isThere() && i < 1_000; i++) await Bun.sleep(5);
      expect(isThere()).toBe(true);
    };
    const old = binaryOf(await of.list(), "BTC");
    const coin = `#${old.outcome * 10}`;
    await until(() => mids.length === 1);
    expect(mids[0]?.[coin]).toMatch(/^0\.\d{3,5}$/);

    of.at(MORNING);
    await until(() => mids.length === 2);
    const last = mids[1]?.[coin];
    expect(last).toBeDefined();
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

    await prices.unsubscribe();
    await news.unsubscribe();
    await transport.close();
    await of.stop();
  });

  test("to one book follow it, and a duplicate is refused", async () => {
    const transport = overSocket();
    const client = new SubscriptionClient({ transport });
    const books: unknown[] = [];
    const book = await client.l2Book({ coin: "BTC" }, ({ coin }) => void books.push(coin));
    for (let i = 0; books.length === 0 && i < 1_000; i++) await Bun.sleep(5);
    expect(books).toEqual(["BTC"]);
    // The client merges equal subscriptions, but does not know that these are equal.
    await transport.subscribe("allMids", { type: "allMids" }, () => {});
    await expect(transport.subscribe("allMids", { type: "allMids", dex: "" }, () => {}))
      .rejects.toThrow("Already subscribed");
    await book.unsubscribe();
    await transport.close();
  });
});
