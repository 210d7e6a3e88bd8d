import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { orderClient } from "./order_client.ts";
import { PLAIN, termsOf, V2 } from "./order_world.ts";

describe("an order of a market of Protocol V2", () => {
  test("is signed for its own contract and traded by its position", async () => {
    const { place, exchange } = await orderClient();
    const { status, body } = await place({ slug: `"btc-v2"` });
    const tokenId = Option.getOrThrow(V2.outcomes[0]?.tokenId ?? Option.none());
    expect([status, body["status"]]).toEqual([200, "matched"]);
    expect(body["order"]).toMatchObject({ tokenId });
    expect(exchange.receivedOrders[0]?.sent.order.tokenId).toBe(tokenId);
  });
});

describe("an order of a market whose protocol is not clear", () => {
  test.each([
    ["of a protocol that is not known", "btc-v9", undefined, `the protocol "v9"`],
    ["that the order book has otherwise", "btc-up", "v2", `its order book the protocol "v2"`],
    ["that the order book does not state", "btc-up", null, "its order book no protocol"],
    ["of V2 that the order book has as V1", "btc-v2", "v1", `its order book the protocol "v1"`],
  ])("%s is refused before anything is signed", async (_, slug, bookProtocol, message) => {
    const { place, exchange } = await orderClient();
    if (bookProtocol !== undefined) {
      const protocol = Option.fromNullOr(bookProtocol);
      for (const market of [PLAIN, V2]) exchange.putMarket({ ...termsOf(market), protocol });
    }
    for (const dryRun of ["true", "false"]) {
      const { status, body } = await place({ slug: JSON.stringify(slug), dryRun });
      expect([status, body["code"]]).toEqual([503, "unavailable"]);
      expect(body["error"]).toStartWith(`Cannot trade "${slug}": the venue's catalog says`);
      expect(body["error"]).toContain(message);
      expect(body["hint"]).toContain("needs an upgrade");
      expect(body["hint"]).toContain("v1 and v2");
    }
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("is refused where its book is of another protocol than the market", async () => {
    const { place, exchange } = await orderClient();
    const bookOf = exchange.book.bind(exchange);
    exchange.book = (tokenId) => {
      const book = bookOf(tokenId);
      return book && { ...book, protocol: Option.some("v2") };
    };
    const { status, body } = await place();
    expect([status, body["error"]]).toEqual([
      503,
      `Cannot trade "btc-up": the venue says the protocol "v1" of it, and its book says ` +
      `the protocol "v2"`,
    ]);
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("is refused where the ids are not those of its protocol", async () => {
    const { place, exchange } = await orderClient();
    const { status, body } = await place({ slug: `"btc-odd-ids"` });
    expect([status, body["error"]]).toEqual([
      503,
      `Cannot trade "btc-odd-ids": the venue says the protocol "v2" of it, and the ids of its ` +
      "outcomes do not fit that",
    ]);
    expect(exchange.receivedOrders).toHaveLength(0);
  });
});
