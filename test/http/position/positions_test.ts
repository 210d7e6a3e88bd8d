import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { FILL_STATES } from "../../../core/order/mod.ts";
import { LedgerStore } from "../../../core/port/ledger_store.ts";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { conditionOf } from "../../condition.ts";
import { fillsClient } from "../order/fills_client.ts";
import { activity, CONDITION, holding, positionsClient, resolved } from "./positions_client.ts";

const some = Option.some;

describe("GET /positions", () => {
  test("lists what fills come to, exactly, beside the index", async () => {
    const { ask, index } = await positionsClient();
    index.holdings = [holding(10)];
    index.activity = [activity({})];
    const { body } = await ask();
    expect(body).toEqual({
      ok: true,
      now: expect.any(String),
      venue_at: new Date(NOON_MS + 6_000).toISOString(),
      next_cursor: "",
      data: [{
        condition_id: CONDITION,
        slug: "btc-up",
        outcome: "Up",
        tokenId: "11",
        shares: 10,
        settled_shares: 10,
        avg_price: 0.53,
        cost_usdc: 5.3,
        // 10 x 0.07 x 0.53 x 0.47
        fees_usdc: 0.17437,
        price: null,
        value_usdc: null,
        unrealized_usdc: null,
        realized_usdc: 0,
        status: "open",
        venue: {
          shares: 10,
          avg_price: 0.53,
          realized_usdc: 0,
          at: new Date(NOON_MS + 6_000).toISOString(),
        },
        agrees: true,
      }],
    });
  });

  test("is worth its best bid while the market is open, and is followed for that", async () => {
    const { ask, index } = await positionsClient();
    index.bidsE6.set("11", 610_000n);
    expect((await ask()).data).toMatchObject([
      { price: 0.61, value_usdc: 6.1, unrealized_usdc: 0.8 },
    ]);
    expect([...index.followed]).toEqual(["11"]);
  });

  test("counts what an order has traded before its fills are heard of", async () => {
    const { wallet, hear, positions } = await fillsClient();
    const list = async () => (await positions(`walletId=${wallet.id}`)).body["data"];
    const cost = { shares: 20, cost_usdc: 10.6 };
    expect(await list()).toMatchObject([{ ...cost, settled_shares: 0, fees_usdc: null }]);
    await hear({ sharesE6: 5_000_000n, state: "confirmed" });
    expect(await list()).toMatchObject([{ ...cost, settled_shares: 5, agrees: null }]);
    await hear({ tradeId: "t2", role: "maker", sharesE6: 15_000_000n, state: "confirmed" });
    expect(await list()).toMatchObject([{ ...cost, settled_shares: 20, fees_usdc: 0.08718 }]);
  });

  test("leaves out what the chain took back, and counts what it has not settled", async () => {
    const { ask, hear } = await positionsClient();
    await hear({ tradeId: "t2", sharesE6: 4_000_000n }, { tradeId: "t3", sharesE6: 2_000_000n });
    expect((await ask()).data).toMatchObject([{ shares: 16, settled_shares: 10, agrees: null }]);
    await hear({ tradeId: "t2", sharesE6: 4_000_000n, state: "failed" });
    await hear({ tradeId: "t3", sharesE6: 2_000_000n, state: "confirmed" });
    expect((await ask()).data).toMatchObject([{ shares: 12, settled_shares: 12 }]);
  });

  test("agrees with the index or not, and does not say while that is behind", async () => {
    for (
      const [shares, asOfMs, agrees] of [
        [10, NOON_MS + 5_001, true],
        [9.999999, NOON_MS + 5_001, false],
        // The chain had the fill some seconds after its match, and the index has it from then on.
        [0, NOON_MS + 5_000, null],
        [0, NOON_MS + 1, null],
      ] as const
    ) {
      const { ask, index } = await positionsClient();
      [index.holdings, index.asOfMs] = [[holding(shares)], asOfMs];
      expect((await ask()).data).toMatchObject([{ shares: 10, venue: { shares }, agrees }]);
    }
    const { ask } = await positionsClient();
    expect((await ask()).data).toMatchObject([{ venue: null, agrees: false }]);
    const other = await positionsClient();
    other.index.isUp = false;
    const { data, body } = await other.ask();
    expect(data).toMatchObject([{ shares: 10, venue: null, agrees: null }]);
    expect(body["venue_at"]).toBeNull();
  });

  test("does not say whether it agrees where the index was not read, or not whole", async () => {
    const { ask, index } = await positionsClient();
    index.holdings = [holding(9)];
    index.unclear = new Set([CONDITION]);
    expect((await ask()).data).toMatchObject([{ venue: { shares: 9 }, agrees: null }]);
    const long = await positionsClient();
    long.index.areAllHeld = false;
    expect((await long.ask()).data).toMatchObject([{ venue: null, agrees: null }]);
    const listed = await positionsClient();
    Object.assign(listed.index, { areAllHeld: false, holdings: [holding(9)] });
    expect((await listed.ask()).data).toMatchObject([{ agrees: false }]);
  });

  test("counts what was done elsewhere, and of what is unclear says what is certain", async () => {
    const { ask, index, profitOf } = await positionsClient();
    const sold = { tx: some("0xbb"), side: some("SELL" as const), atMs: NOON_MS + 2_000 };
    const split = { kind: "split", type: "SPLIT", tx: some("0xcc") } as const;
    index.holdings = [holding(9), holding(3, { tokenId: "12", outcome: "Down" })];
    index.activity = [
      activity({}),
      activity({ ...sold, sharesE6: some(4_000_000n), usdcE6: some(3_000_000n) }),
      activity({ ...split, tokenId: Option.none(), sharesE6: some(3_000_000n) }),
    ];
    const [up, down] = (await ask()).data.toSorted((a, b) =>
      String(a["tokenId"]) < String(b["tokenId"]) ? -1 : 1
    );
    // Cost 5.30 + 1.50 of 13 shares, of which 4 were sold for 3.
    expect(up).toMatchObject({
      shares: 9,
      cost_usdc: 4.707693,
      realized_usdc: 0.907693,
      fees_usdc: null,
      agrees: true,
    });
    expect(down).toMatchObject({ outcome: "Down", shares: 3, avg_price: 0.5, fees_usdc: 0 });
    index.activity = [...index.activity, activity({ kind: "other", type: "CONVERSION" })];
    const unclear = await positionsClient();
    Object.assign(unclear.index, { ...index, activity: index.activity });
    expect((await unclear.ask()).data[0]).toMatchObject({
      avg_price: null,
      cost_usdc: null,
      realized_usdc: null,
    });
    expect((await profitOf()).body).toMatchObject({ total: { realized_usdc: 0.907693 } });
    expect((await unclear.profitOf()).body).toMatchObject({ total: { realized_usdc: null } });
  });

  test("keeps what an order named where the index does not know the names", async () => {
    const { ask, index } = await positionsClient();
    index.holdings = [holding(10, { slug: "", outcome: "", outcomeIndex: Option.none() })];
    expect((await ask()).data).toMatchObject([{ slug: "btc-up", outcome: "Up" }]);
  });

  test("knows losers from elsewhere while the index does not answer, too", async () => {
    const { ask, index, profitOf, server, wallet } = await positionsClient();
    index.isUp = false;
    index.resolutions.set(CONDITION, resolved(1_000_000n, 0n));
    const down = activity({ tokenId: some("12"), outcomeIndex: some(1), tx: some("0xbb") });
    await server.runPromise(
      LedgerStore.use(({ noteActivity }) =>
        noteActivity({ walletId: wallet.id, activity: [down], fromMs: 0, asOfMs: NOON_MS })
      ),
    );
    const lost = { tokenId: "12", outcome: null, realized_usdc: -5.3, agrees: null };
    expect((await ask("&status=lost")).data).toMatchObject([lost]);
    expect((await profitOf()).body).toMatchObject({ total: { realized_usdc: -5.3 } });
  });

  test("shows what only the index has, so that nobody misses it", async () => {
    const { ask, index } = await positionsClient();
    const gift = { tokenId: "12", outcomeIndex: some(1), outcome: "Down", sharesE6: 50_000n };
    index.holdings = [holding(10), holding(0, gift)];
    expect((await ask()).data[1]).toMatchObject({
      ...{ outcome: "Down", shares: 0, status: "open", venue: { shares: 0.05 }, agrees: false },
    });
    // Anyone may send such dust: nobody waits for how many markets of it were resolved.
    const dust = Array.from(
      { length: 40 },
      (_, at) => holding(1, { tokenId: `9${at}`, conditionId: conditionOf(900 + at), slug: "" }),
    );
    const dusty = await positionsClient();
    dusty.index.holdings = [holding(10), ...dust];
    expect((await dusty.ask()).data).toHaveLength(41);
    expect(dusty.index.asked.filter((asked) => typeof asked === "string")).toHaveLength(1 + 16);
    // Also after some of it was sold, and once its market is over.
    const sold = await positionsClient();
    sold.index.holdings = index.holdings;
    sold.index.resolutions.set(CONDITION, resolved(0n, 1_000_000n));
    const sale = { tokenId: some("12"), side: some("SELL" as const), tx: some("0xbb") };
    sold.index.activity = [activity({}), activity({ ...sale, atMs: NOON_MS + 1_000 })];
    const shown = { outcome: "Down", shares: 0, status: "claimable", venue: { shares: 0.05 } };
    expect((await sold.ask()).data).toMatchObject([{ ...shown, cost_usdc: null, agrees: false }]);
  });

  test("knows winners, losers and what is closed by the resolution", async () => {
    const { ask, index, profitOf } = await positionsClient();
    index.holdings = [holding(10)];
    index.resolutions.set(CONDITION, resolved(1_000_000n, 0n));
    expect((await ask()).data).toMatchObject([
      { status: "claimable", price: 1, value_usdc: 10, unrealized_usdc: 4.7 },
    ]);
    expect((await ask("&status=open,lost,closed")).data).toEqual([]);
    const loser = await positionsClient();
    loser.index.resolutions.set(CONDITION, resolved(0n, 1_000_000n));
    expect((await loser.ask("&status=lost")).data).toMatchObject([
      { shares: 10, avg_price: 0.53, price: 0, value_usdc: 0, cost_usdc: 0, realized_usdc: -5.3 },
    ]);
    expect((await loser.ask()).data).toEqual([]);
    const claim = {
      kind: "redeem",
      type: "REDEEM",
      tx: some("0xcc"),
      side: Option.none(),
    } as const;
    const claimed = await positionsClient();
    claimed.index.activity = [
      activity({ ...claim, atMs: NOON_MS + 90_000, usdcE6: some(10_000_000n) }),
    ];
    expect((await claimed.ask("&status=closed")).data).toMatchObject([
      { shares: 0, avg_price: null, cost_usdc: 0, realized_usdc: 4.7, agrees: null },
    ]);
    expect((await profitOf()).body).toMatchObject({ total: { realized_usdc: 0 } });
  });

  test("asks once how a market was resolved, and is 503 while nobody says", async () => {
    const { ask, index } = await positionsClient();
    index.areResolutionsUp = false;
    const { status, body, headers } = await ask();
    expect([status, body["code"], headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
    index.areResolutionsUp = true;
    index.resolutions.set(CONDITION, resolved(1_000_000n, 0n));
    for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(200);
    expect(index.asked.filter((asked) => asked === CONDITION)).toHaveLength(2);
  });

  test("has pages, the last change first, of a market if one is named", async () => {
    const { ask, index } = await positionsClient();
    index.holdings = [holding(10), holding(3, { tokenId: "12", outcome: "Down" })];
    const down = { tokenId: some("12"), tx: some("0xbb"), atMs: NOON_MS + 1_000 };
    index.activity = [activity(down)];
    const first = await ask("&limit=1");
    expect(first.data).toMatchObject([{ tokenId: "12" }]);
    const cursor = encodeURIComponent(String(first.body["next_cursor"]));
    const second = await ask(`&limit=1&cursor=${cursor}`);
    expect(second.data).toMatchObject([{ tokenId: "11" }]);
    expect(second.body["next_cursor"]).toBe("");
    expect((await ask(`&market=${CONDITION}`)).data).toHaveLength(2);
    expect((await ask(`&market=${conditionOf(99)}`)).data).toEqual([]);
    expect((await ask(`&status=lost&cursor=${cursor}`)).status).toBe(400);
  });

  test("is of one's own wallets alone, and refuses what it cannot read", async () => {
    const { positions, profit, ask } = await positionsClient();
    const other = "walletId=00000000-0000-4000-8000-000000000000";
    for (const answer of [await positions(other), await profit(other)]) {
      expect([answer.status, answer.body["code"]]).toEqual([403, "forbidden"]);
    }
    expect((await ask("&status=won")).body["hint"]).toContain("open, claimable, lost, closed");
    expect((await ask("&limit=0")).status).toBe(400);
  });
});

test("every state of a fill but failed counts", async () => {
  for (const state of FILL_STATES) {
    const { ask, hear } = await positionsClient();
    await hear({ tradeId: "t2", state });
    expect((await ask()).data).toMatchObject([{ shares: state === "failed" ? 10 : 20 }]);
  }
});
