import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { UNLIMITED } from "../../../core/order/mod.ts";
import { EntryLimited } from "../../../core/port/mod.ts";
import { orderClient } from "./order_client.ts";

const LEVEL = { sizeE6: 1_000_000_000n };
const STALE = {
  kind: "refused",
  refusal: { reason: "stale", message: "order_version_mismatch", retryAfterSec: Option.none() },
} as const;

type Client = Awaited<ReturnType<typeof orderClient>>;

/** The first order is refused as stale, and meanwhile something else happens. */
function refuseFirst({ exchange }: Client, meanwhile: () => void): void {
  const decide = exchange.decide.bind(exchange);
  let isFirst = true;
  exchange.decide = (entry, apiKey) => {
    if (!isFirst) return decide(entry, apiKey);
    isFirst = false;
    meanwhile();
    return entry.status = STALE;
  };
}

describe("an order that is rebuilt after a change of rules", () => {
  test("is placed on the current book", async () => {
    const client = await orderClient();
    refuseFirst(client, () =>
      client.exchange.putBook("11", {
        bids: [],
        asks: [{ ...LEVEL, priceE6: 410_000n }],
      }));
    const { status, body } = await client.place();
    expect([status, body["filled"]]).toMatchObject([200, { shares: 24.390243 }]);
    expect(client.exchange.receivedOrders).toHaveLength(2);
  });

  test.each(["orderMaxE6", "dayMaxE6"] as const)(
    "never passes the wallet's %s, which the first one had reserved",
    async (name) => {
      const limits = { ...UNLIMITED, [name]: Option.some(8_000_000n) };
      const client = await orderClient({ limits });
      refuseFirst(client, () =>
        client.exchange.putBook("11", {
          bids: [{ ...LEVEL, priceE6: 900_000n }],
          asks: [],
        }));
      // 20 shares are worth 7.60 at first, and 18 then.
      const { status, body } = await client.place({ side: `"SELL"`, amount: "20" });
      expect([status, body["error"]])
        .toEqual([400, "Cannot place the order: order_version_mismatch"]);
      expect(client.exchange.receivedOrders).toHaveLength(1);
    },
  );

  test("is not sent late", async () => {
    const client = await orderClient();
    refuseFirst(client, () => {
      client.hands.machineAheadMs += 5_000;
    });
    const { status } = await client.place();
    expect(status).toBe(400);
    expect(client.exchange.receivedOrders).toHaveLength(1);
  });

  test("waits for the venue's limits, and stays refused where that takes long", async () => {
    const client = await orderClient();
    const { venue } = client;
    let entries = 0;
    const limited = new EntryLimited({ kind: "orders", retryAfterSec: 3 });
    Object.assign(venue, {
      withinLimits: (_: unknown, place: Effect.Effect<unknown>) =>
        ++entries === 2 ? Effect.fail(limited) : place,
    });
    refuseFirst(client, () => {});
    expect((await client.place()).status).toBe(400);
    expect([entries, client.exchange.receivedOrders.length]).toEqual([2, 1]);
    expect((await client.place()).status).toBe(200);
  });

  test("stays refused where its market is traded by other ids now", async () => {
    const client = await orderClient();
    const terms = client.exchange.terms.bind(client.exchange);
    refuseFirst(client, () => {
      client.exchange.terms = (id) => {
        const found = terms(id);
        return found && { ...found, protocol: Option.some("v2") };
      };
    });
    const { status } = await client.place();
    expect(status).toBe(400);
    expect(client.exchange.receivedOrders).toHaveLength(1);
    expect((await client.place()).status).toBe(503);
  });
});
