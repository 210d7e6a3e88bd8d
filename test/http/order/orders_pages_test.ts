/** Orders whose market is named by the address of a page. @module */
import { describe, expect, test } from "bun:test";
import { BigDecimal, Result } from "effect";
import { orderSha256, readOrderRequest } from "../../../adapters/http/order/order_body.ts";
import { type BodyTexts, orderClient } from "./order_client.ts";

const KEY = { "idempotency-key": "first" };
const page = (path: string) => JSON.stringify(`https://polymarket.com/${path}`);
const YES = { outcome: `"Yes"` };

describe("an order's slug may be a page", () => {
  test.each<[named: string, fields: BodyTexts]>([
    ["an event with one market", { slug: page("de/event/election?tid=1#x") }],
    ["a market in its event", { slug: page("event/election/candidate-a") }],
    ["a market", { slug: page("market/candidate-a/") }],
    ["an event and eventSlug", { slug: page("event/election"), eventSlug: `"election"` }],
    ["two pages", { slug: page("market/candidate-a"), eventSlug: page("es/event/election") }],
  ])("of %s", async (_, fields) => {
    const { place } = await orderClient();
    for (const dryRun of ["true", "false"]) {
      const { status, body } = await place({ ...YES, ...fields, dryRun });
      expect([status, body["order"]])
        .toEqual([200, expect.objectContaining({ slug: "candidate-a" })]);
    }
  });

  const NOT_OF_IT = 'Cannot trade "btc-up": it does not belong to the event "election"';
  test.each<[fields: BodyTexts, status: number, said: string]>([
    [{ slug: page("event/btc") }, 400, 'Cannot choose a market of the event "btc": it has 5'],
    [
      { slug: page("event/btc") },
      400,
      "Send the slug of one of them: btc-up, btc-closed, btc-empty, btc-bookless, btc-odd-fee",
    ],
    [{ slug: page("event/nowhere") }, 404, 'Cannot find the market "nowhere": the venue lists'],
    [{ slug: `"https://kalshi.com/event/a"` }, 400, "Send an address of polymarket.com"],
    [{ slug: page("event/a%2Fb") }, 400, "Send the name alone, without slashes"],
    [{ slug: page(`event/${"a".repeat(201)}`) }, 400, "Send at most 200 characters"],
    [{ slug: page(`event/a?${"a".repeat(2_048)}`) }, 400, "Send at most 2048 characters"],
    [{ slug: page("event/election/btc-up") }, 400, NOT_OF_IT],
    [{ eventSlug: page("event/election") }, 400, NOT_OF_IT],
    [
      { slug: page("event/election/candidate-a"), eventSlug: `"btc"` },
      400,
      "Send the event of the page in slug, or leave eventSlug out",
    ],
  ])("but %.120j is %d: %s", async (fields, expected, said) => {
    const { place, exchange } = await orderClient();
    const { status, body } = await place(fields);
    expect([status, `${body["error"]}\n${body["hint"]}`])
      .toEqual([expected, expect.stringContaining(said)]);
    expect(exchange.receivedOrders).toHaveLength(0);
  });
});

describe("the same Idempotency-Key", () => {
  const named = { slug: `"candidate-a"` };
  const scoped = { ...named, eventSlug: `"election"` };
  const event = { slug: page("event/election") };

  test.each<[first: BodyTexts, second: BodyTexts, expected: number]>([
    [named, { slug: page("market/candidate-a?x=1") }, 200],
    [scoped, { slug: page("event/election/candidate-a") }, 200],
    [event, { slug: page("fr/event/election/"), eventSlug: `"election"` }, 200],
    // What an event stands for is not known without asking.
    [event, named, 409],
    [event, scoped, 409],
    [named, { slug: page("event/election/candidate-a") }, 409],
  ])("of %j with %j is %d", async (first, second, expected) => {
    const { place, exchange } = await orderClient();
    expect((await place({ ...YES, ...first }, KEY)).status).toBe(200);
    expect((await place({ ...YES, ...second }, KEY)).status).toBe(expected);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("distinguishes an event from a market of the same name", () => {
    const walletId = crypto.randomUUID();
    const rest = {
      walletId,
      outcome: "Up",
      side: "BUY",
      amount: BigDecimal.fromBigInt(5n),
    } as const;
    const pages = { eventBaseUrl: "https://polymarket.com/event" };
    const digest = (slug: string) =>
      orderSha256(walletId, Result.getOrThrow(readOrderRequest({ ...rest, slug }, pages)));
    expect(digest("https://polymarket.com/event/a")).not.toBe(digest("a"));
    expect(digest("https://polymarket.com/event/a")).toBe(digest("polymarket.com/pt/event/a#b"));
    expect(digest("https://polymarket.com/market/a")).toBe(digest("a"));
    expect(digest("polymarket.com/esports/cs2/blast/cs2-a-b-2026-11-28"))
      .toBe(digest("https://polymarket.com/event/CS2-A-B-2026-11-28"));
  });
});
