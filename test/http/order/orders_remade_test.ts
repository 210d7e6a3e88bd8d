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

const NOT_ENOUGH = {
  kind: "refused",
  refusal: {
    reason: "funds",
    message: "not enough balance / allowance",
    retryAfterSec: Option.none(),
  },
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
    refuseFirst(client, () =>
      client.exchange.putBook("11", {
        bids: [],
        asks: [{ ...LEVEL, priceE6: 410_000n }],
      }));
    const { status, body } = await client.place();
    expect([status, body["filled"]]).toEqual([200, {
      shares: 24.390243,
      usdc: 10,
      averagePrice: 0.41,
    }]);
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
    // The next one is made for the market as it is by then.
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

describe("a SELL that the venue refuses for want of shares", () => {
  const SELL = { side: `"SELL"`, amount: "20" };

  test("is sent once more, after a fresh look at them, if they were just bought", async () => {
    const client = await orderClient();
    const { place, exchange } = client;
    expect((await place({ amount: "10" })).status).toBe(200);
    const seen = exchange.sharesE6.bind(exchange);
    let isRead = false;
    exchange.sharesE6 = (address, tokenId) => {
      isRead = true;
      return seen(address, tokenId);
    };
    const decide = exchange.decide.bind(exchange);
    exchange.decide = (entry, apiKey) => isRead ? decide(entry, apiKey) : entry.status = NOT_ENOUGH;
    const { status, body } = await place(SELL, KEY);
    expect([status, body["filled"]]).toMatchObject([200, { shares: 20 }]);
    expect(exchange.receivedOrders).toHaveLength(3);
  });

  test("may pass a moment later, with the same key, while they are not settled", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    expect((await place({ amount: "10" })).status).toBe(200);
    exchange.putShares(wallet.address, "11", 0n);
    fail(NOT_ENOUGH, NOT_ENOUGH);
    const { status, body, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(body["error"]).toMatch(/not enough balance .*bought \d+ s ago may not be settled yet/);
    const again = await place(SELL, KEY);
    expect([again.status, again.body["filled"]]).toMatchObject([200, { shares: 20 }]);
  });

  test("may pass a moment later as well where the venue cannot look for them", async () => {
    const { place, fail, venue } = await orderClient();
    expect((await place({ amount: "10" })).status).toBe(200);
    const { sharesE6 } = venue;
    Object.assign(venue, { sharesE6: () => Effect.fail("no answer") });
    fail(NOT_ENOUGH, NOT_ENOUGH);
    const { status, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    Object.assign(venue, { sharesE6 });
    expect((await place(SELL, KEY)).status).toBe(200);
  });

  test("may pass a moment later also where it was remade before, for another reason", async () => {
    const { place, fail, exchange } = await orderClient();
    expect((await place({ amount: "10" })).status).toBe(200);
    fail(STALE, NOT_ENOUGH);
    const { status, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await place(SELL, KEY)).status).toBe(200);
    expect(exchange.receivedOrders).toHaveLength(2);
  });

  test("may pass a moment later where more was bought than is looked at", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    exchange.putBook("11", {
      bids: [{ ...LEVEL, priceE6: 380_000n }],
      asks: [{ ...LEVEL, priceE6: 400_000n }],
    });
    // 2.5 shares each, and one more than 50 orders. The last request waits until all are stored.
    for (let bought = 0; bought <= 51; bought += 1) {
      const key = { "idempotency-key": String(Math.min(bought, 50)) };
      expect((await place({ amount: "1" }, key)).status).toBe(200);
    }
    exchange.putShares(wallet.address, "11", 0n);
    fail(NOT_ENOUGH, NOT_ENOUGH);
    expect((await place({ ...SELL, amount: "127.5" }, KEY)).status).toBe(503);
  });

  test("is refused for good where all that was bought would not be enough", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    // 25 are bought. The second request waits until the first one's outcome is stored.
    for (const _ of [1, 2]) await place({ amount: "10" }, { "idempotency-key": "bought" });
    exchange.putShares(wallet.address, "11", 4_000_000n);
    fail(NOT_ENOUGH);
    const { status, headers } = await place({ ...SELL, amount: "29.01" }, KEY);
    expect([status, headers.has("retry-after")]).toEqual([400, false]);
    expect((await place({ ...SELL, amount: "29.01" }, KEY)).headers.get("idempotent-replayed"))
      .toBe("true");
  });

  test.each([
    ["nothing was bought", {}],
    ["another outcome was bought", { slug: `"btc-free"` }],
    ["shares were sold", { side: `"SELL"`, amount: "5" }],
  ])("is refused for good where %s", async (_, before) => {
    const { place, fail } = await orderClient();
    if (Object.keys(before).length > 0) expect((await place(before)).status).toBe(200);
    fail(NOT_ENOUGH);
    expect((await place(SELL, KEY)).status).toBe(400);
  });
});
