import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { orderClient } from "./order_client.ts";
import { V2 } from "./order_world.ts";

test("An order of a market of Protocol V2 is traded by its position", async () => {
  const { place, exchange } = await orderClient();
  const { status, body } = await place({ slug: `"btc-v2"` });
  const tokenId = Option.getOrThrow(V2.outcomes[0]?.tokenId ?? Option.none());
  expect([status, body["status"], body["order"]])
    .toEqual([200, "matched", expect.objectContaining({ tokenId })]);
  expect(exchange.receivedOrders[0]?.sent.order.tokenId).toBe(tokenId);
});

type Exchange = Awaited<ReturnType<typeof orderClient>>["exchange"];

describe("an order of a market whose protocol is not clear is refused before it is signed", () => {
  test.each<[slug: string, change: (exchange: Exchange) => void, message: string]>([
    ["btc-v9", () => {}, `the venue's catalog says the protocol "v9"`],
    [
      "btc-up",
      (exchange) => {
        const bookOf = exchange.book.bind(exchange);
        exchange.book = (tokenId) => {
          const book = bookOf(tokenId);
          return book && { ...book, protocol: Option.some("v2") };
        };
      },
      `the venue says the protocol "v1" of it, and its book says the protocol "v2"`,
    ],
  ])("%s", async (slug, change, message) => {
    const { place, exchange } = await orderClient();
    change(exchange);
    for (const dryRun of ["true", "false"]) {
      const { status, body } = await place({ slug: JSON.stringify(slug), dryRun });
      expect([status, body["code"]]).toEqual([503, "unavailable"]);
      expect(body["error"]).toStartWith(`Cannot trade "${slug}": `);
      expect(body["error"]).toContain(message);
      expect(body["hint"]).toContain("needs an upgrade");
    }
    expect(exchange.receivedOrders).toHaveLength(0);
  });
});
