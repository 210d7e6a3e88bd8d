/** Orders whose market is named by the address of a page. @module */
import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { JsonNumber } from "../../../core/json/mod.ts";
import { orderSha256, readOrderBody } from "../../../adapters/http/order/order_body.ts";
import { orderClient } from "./order_client.ts";

const KEY = { "idempotency-key": "first" };
const page = (path: string) => JSON.stringify(`https://polymarket.com/${path}`);
const YES = { outcome: `"Yes"` };

describe("an order's slug may be a page", () => {
  test.each([
    ["event/election", "of an event with one market"],
    ["de/event/election?tid=1#x", "of the same in another language"],
    ["event/election/candidate-a", "of a market in its event"],
    ["market/candidate-a/", "of a market"],
    ["zh-hant/EVENT/Election/CANDIDATE-A", "in capitals"],
  ])("%s, %s", async (path) => {
    const { place, exchange } = await orderClient();
    const { status, body } = await place({ ...YES, slug: page(path) });
    expect([status, body["order"]]).toEqual([
      200,
      expect.objectContaining({ slug: "candidate-a" }),
    ]);
    expect(exchange.receivedOrders).toHaveLength(1);
    const preview = await place({ ...YES, slug: page(path), dryRun: "true" });
    expect(preview.body["order"]).toMatchObject({ slug: "candidate-a" });
  });

  test("but not of an event with several markets, which are named", async () => {
    const { place, exchange } = await orderClient();
    const { status, body } = await place({ slug: page("event/btc") });
    expect([status, body]).toEqual([400, {
      error: 'Cannot choose a market of the event "btc": it has 5',
      code: "bad_request",
      hint:
        "Send the slug of one of them: btc-up, btc-closed, btc-empty, btc-bookless, btc-odd-fee",
    }]);
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("nor of an unlisted event, nor of another site", async () => {
    const { place } = await orderClient();
    const unknown = await place({ slug: page("event/nowhere") });
    expect([unknown.status, unknown.body["error"]])
      .toEqual([404, 'Cannot find the market "nowhere": the venue lists none']);
    const other = await place({ slug: `"https://kalshi.com/event/election"` });
    expect([other.status, other.body["hint"]])
      .toEqual([400, "Send an address of polymarket.com"]);
    const nested = await place({ slug: page("event/a%2Fb") });
    expect([nested.status, nested.body["hint"]])
      .toEqual([400, "Send the name alone, without slashes"]);
    const long = await place({ slug: page(`event/${"a".repeat(201)}`) });
    expect([long.status, long.body["hint"]]).toEqual([400, "Send at most 200 characters"]);
    const longer = await place({ slug: page(`event/a?${"a".repeat(2_048)}`) });
    expect([longer.status, longer.body["hint"]]).toEqual([400, "Send at most 2048 characters"]);
  });

  test("whose event the market must be of", async () => {
    const { place } = await orderClient();
    const { status, body } = await place({ slug: page("event/election/btc-up") });
    expect([status, body["error"]])
      .toEqual([400, 'Cannot trade "btc-up": it does not belong to the event "election"']);
  });

  test("next to an equal eventSlug, which may be a page as well", async () => {
    const { place } = await orderClient();
    for (const slug of [page("event/election"), page("event/election/candidate-a")]) {
      for (const eventSlug of [`"election"`, page("es/event/election")]) {
        expect((await place({ ...YES, slug, eventSlug })).status).toBe(200);
      }
      const { status, body } = await place({ ...YES, slug, eventSlug: `"btc"` });
      expect([status, body["hint"]])
        .toEqual([400, "Send the event of the page in slug, or leave eventSlug out"]);
    }
    const { status, body } = await place({ eventSlug: page("event/election") });
    expect([status, body["error"]])
      .toEqual([400, 'Cannot trade "btc-up": it does not belong to the event "election"']);
  });
});

describe("the same Idempotency-Key", () => {
  const same = async (first: Record<string, string>, second: Record<string, string>) => {
    const { place, exchange } = await orderClient();
    expect((await place({ ...YES, ...first }, KEY)).status).toBe(200);
    const { status } = await place({ ...YES, ...second }, KEY);
    expect(exchange.receivedOrders).toHaveLength(1);
    return status;
  };
  const named = { slug: `"candidate-a"` };
  const scoped = { ...named, eventSlug: `"election"` };

  test("stands for a page and for what it is read as without asking", async () => {
    expect(await same(named, { slug: page("market/candidate-a?x=1") })).toBe(200);
    expect(await same(scoped, { slug: page("event/election/candidate-a") })).toBe(200);
    expect(
      await same(
        { slug: page("event/election") },
        { slug: page("fr/event/election/"), eventSlug: `"election"` },
      ),
    ).toBe(200);
  });

  test("distinguishes an event from a market of the same name", () => {
    const read = (slug: string) =>
      Result.getOrThrow(readOrderBody(
        new Map<string, unknown>([
          ["walletId", crypto.randomUUID()],
          ["slug", slug],
          ["outcome", "Up"],
          ["side", "BUY"],
          ["amount", new JsonNumber("5")],
        ]),
        { eventBaseUrl: "https://polymarket.com/event" },
      ));
    const walletId = crypto.randomUUID();
    const digest = (slug: string) => orderSha256({ ...read(slug), walletId });
    expect(digest("https://polymarket.com/event/a")).not.toBe(digest("a"));
    expect(digest("https://polymarket.com/event/a")).toBe(digest("polymarket.com/pt/event/a#b"));
    expect(digest("https://polymarket.com/market/a")).toBe(digest("a"));
    expect(digest("polymarket.com/esports/cs2/blast/cs2-a-b-2026-11-28"))
      .toBe(digest("https://polymarket.com/event/CS2-A-B-2026-11-28"));
  });

  test("stands for an event or for its market, and not for both", async () => {
    expect(await same({ slug: page("event/election") }, named)).toBe(409);
    expect(await same({ slug: page("event/election") }, scoped)).toBe(409);
    expect(await same(named, { slug: page("event/election/candidate-a") })).toBe(409);
  });
});
