import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { EntryLimited } from "../../../core/port/venue_limits.ts";
import { orderClient } from "./order_client.ts";

const LEVEL = { sizeE6: 1_000_000_000n };
const STALE = {
  kind: "refused",
  refusal: { reason: "stale", message: "order_version_mismatch", retryAfterSec: Option.none() },
} as const;

const KEY = { "idempotency-key": "remade" };

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
    const asks = [{ ...LEVEL, priceE6: 410_000n }];
    refuseFirst(client, () => client.exchange.putBook("11", { bids: [], asks }));
    const { status, body } = await client.place();
    expect([status, body["filled"]])
      .toEqual([200, { shares: 24.390243, usdc: 10, averagePrice: 0.41 }]);
    expect(client.exchange.receivedOrders).toHaveLength(2);
  });

  test.each<[where: string, meanwhile: (client: Client) => void]>([
    ["it would be worth more, which the limits have not seen", ({ exchange }) => {
      // 20 shares are worth 7.60 at first, and 18 then.
      exchange.putBook("11", { bids: [{ ...LEVEL, priceE6: 900_000n }], asks: [] });
    }],
    ["it would be late", ({ hands }) => void (hands.machineAheadMs += 5_000)],
    ["its market is traded by other ids now", ({ exchange }) => {
      const terms = exchange.terms.bind(exchange);
      exchange.terms = (id) => {
        const found = terms(id);
        return found && { ...found, protocol: Option.some("v2") };
      };
    }],
  ])("stays refused where %s", async (_, meanwhile) => {
    const client = await orderClient();
    refuseFirst(client, () => meanwhile(client));
    const { status, body } = await client.place({ side: `"SELL"`, amount: "20" });
    expect([status, body["error"]])
      .toEqual([400, "Cannot place the order: order_version_mismatch"]);
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
});

describe("a SELL whose proceeds have more decimals than the venue takes", () => {
  const SELL = { slug: `"candidate-a"`, outcome: `"Yes"`, side: `"SELL"` };
  const BIDS = [{ ...LEVEL, priceE6: 333_000n }];

  /** A venue with a tick of 0.001 that takes proceeds of so many decimals. */
  async function coarseVenue(taker: number) {
    const client = await orderClient();
    const { exchange } = client;
    exchange.putBook("21", { bids: BIDS, asks: [] });
    const decide = exchange.decide.bind(exchange);
    exchange.decide = (entry, apiKey) => {
      const { takerAmountE6 } = entry.sent.order;
      if (takerAmountE6 % 10n ** BigInt(6 - taker) === 0n) return decide(entry, apiKey);
      const message = "invalid amounts: maker amount 2 decimals, taker amount " + taker;
      const refusal = { reason: "accuracy", message, retryAfterSec: Option.none() } as const;
      const refused = { kind: "refused", refusal, accuracy: { maker: 2, taker } } as const;
      return entry.status = refused;
    };
    return client;
  }

  test("is made anew once for the largest amount that passes, and says so", async () => {
    const { place, history, wallet, exchange } = await coarseVenue(4);
    const { status, body } = await place({ ...SELL, amount: "20.11" }, KEY);
    expect([status, body["status"], body["order"], body["filled"]]).toMatchObject([
      200,
      "matched",
      { amount: 20.11, loweredTo: 20.1 },
      { shares: 20.1, usdc: 6.6933, averagePrice: 0.333 },
    ]);
    expect(exchange.receivedOrders).toHaveLength(2);
    const again = await place({ ...SELL, amount: "20.11" }, KEY);
    expect([again.status, again.body["order"]]).toEqual([200, body["order"]]);
    expect(exchange.receivedOrders).toHaveLength(2);
    const listed = await history(`walletId=${wallet.id}`);
    expect(listed.body["data"]).toMatchObject([{ order: { loweredTo: 20.1 } }]);
  });

  test("is refused with the amounts that pass where none is left, and frees its key", async () => {
    const { place, exchange } = await coarseVenue(2);
    const { status, body, headers } = await place({ ...SELL, amount: "9.99" }, KEY);
    expect([status, headers.has("retry-after")]).toEqual([400, false]);
    expect(body["error"]).toEndWith("it takes multiples of 10 shares, such as 10)");
    expect(body["hint"]).not.toContain("settled");
    expect(exchange.receivedOrders).toHaveLength(1);
    exchange.putBook("21", { bids: [{ ...LEVEL, priceE6: 500_000n }], asks: [] });
    const again = await place({ ...SELL, amount: "9.99" }, KEY);
    expect([again.status, again.body["filled"]]).toMatchObject([200, { shares: 9.98 }]);
    expect(again.headers.has("idempotent-replayed")).toBe(false);
  });

  test("is not sold below the price that it was made for", async () => {
    const { place, exchange } = await coarseVenue(4);
    const decide = exchange.decide.bind(exchange);
    exchange.decide = (entry, apiKey) => {
      const outcome = decide(entry, apiKey);
      exchange.putBook("21", { bids: [{ ...LEVEL, priceE6: 332_000n }], asks: [] });
      return outcome;
    };
    const { status, body } = await place({ ...SELL, amount: "20.11" }, KEY);
    expect(status).toBe(400);
    expect(body["error"]).toEndWith("it takes multiples of 0.1 shares, such as 20.1)");
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("is not sent once more as it was", async () => {
    const { place, fail, exchange } = await coarseVenue(5);
    const accuracy = { maker: 2, taker: 5 };
    const refusal = { ...STALE.refusal, reason: "accuracy" } as const;
    fail({ kind: "refused", refusal, accuracy });
    expect((await place({ ...SELL, amount: "20.11" }, KEY)).status).toBe(400);
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("is a BUY with fewer decimals of shares, where those are too many", async () => {
    const { place, exchange } = await coarseVenue(2);
    exchange.putBook("21", { bids: [], asks: BIDS });
    const { status } = await place({ ...SELL, side: `"BUY"`, amount: "100" }, KEY);
    const sent = exchange.receivedOrders.map(({ sent }) => sent.order.takerAmountE6);
    expect([status, ...sent]).toEqual([200, 300_300_300n, 300_300_000n]);
  });

  test("is sent once more at most", async () => {
    const { place, exchange } = await coarseVenue(4);
    const decide = exchange.decide.bind(exchange);
    let number = 0;
    exchange.decide = (entry, apiKey) => {
      const outcome = decide(entry, apiKey);
      if (number++ === 0) return outcome;
      const { refusal } = outcome.kind === "refused" ? outcome : STALE;
      const refused = { kind: "refused", refusal, accuracy: { maker: 2, taker: 2 } } as const;
      return entry.status = refused;
    };
    const { status } = await place({ ...SELL, amount: "20.11" }, KEY);
    expect([status, exchange.receivedOrders.length]).toEqual([400, 2]);
  });
});
