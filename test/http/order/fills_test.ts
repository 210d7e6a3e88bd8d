import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { fillsClient } from "./fills_client.ts";

describe("GET /fills", () => {
  test("lists what the trades of orders moved, with the fee and the state", async () => {
    const { hear, fills, order, orderId } = await fillsClient();
    await hear(
      { state: "confirmed", tx: Option.some("0xaa") },
      { tradeId: "t2", role: "maker", sharesE6: 333_333n, matchedMs: NOON_MS - 1_000 },
    );
    const { slug, outcome, tokenId, side } = order.instruction;
    const what = { order_id: orderId, slug, outcome, tokenId, side, price: 0.53 };
    expect((await fills()).body).toEqual({
      ok: true,
      now: expect.any(String),
      next_cursor: "",
      data: [{
        ...what,
        id: `t1:${orderId}`,
        trade_id: "t1",
        role: "taker",
        shares: 10,
        usdc: 5.3,
        fee: { usdc: 0.17437, basis: "computed" },
        state: "confirmed",
        tx: "0xaa",
        matched_at: "2026-01-01T12:00:00.000Z",
        settled_at: "2026-01-01T12:00:05.000Z",
      }, {
        ...what,
        id: `t2:${orderId}`,
        trade_id: "t2",
        role: "maker",
        shares: 0.333333,
        usdc: 0.176666,
        fee: { usdc: 0, basis: "computed" },
        state: "matched",
        tx: null,
        matched_at: "2026-01-01T11:59:59.000Z",
        settled_at: null,
      }],
    });
  });

  test("filters, and goes on with the same filters only", async () => {
    const { hear, fills, order, orderId } = await fillsClient();
    await hear({ state: "failed" }, { tradeId: "t2", matchedMs: NOON_MS - 1_000 });
    const ids = async (query: string) => (await fills(query)).data.map((fill) => fill["trade_id"]);
    expect(await ids("&state=failed,confirmed")).toEqual(["t1"]);
    expect(await ids(`&since=${NOON_MS}`)).toEqual(["t1"]);
    expect(await ids(`&order_id=${orderId.toUpperCase().replace("0X", "0x")}`))
      .toEqual(["t1", "t2"]);
    expect(await ids(`&order_id=0x${"0".repeat(64)}`)).toEqual([]);
    expect(await ids(`&market=${order.instruction.conditionId}`)).toEqual(["t1", "t2"]);
    const { body } = await fills("&limit=1");
    const cursor = encodeURIComponent(String(body["next_cursor"]));
    expect(await ids(`&limit=1&cursor=${cursor}`)).toEqual(["t2"]);
    const other = await fills(`&state=failed&cursor=${cursor}`);
    expect([other.status, other.body["code"]]).toEqual([400, "bad_request"]);
    expect((await fills("&state=settled")).body["hint"]).toContain("matched, mined, retrying");
  });

  test("belong to the account", async () => {
    const { server, fills } = await fillsClient();
    const wallet = newWallet("someone else");
    await server.runPromise(
      WalletStore.use((store) => store.add({ wallet, secrets: newSecrets() })),
    );
    expect((await fills("", wallet.id)).status).toBe(403);
    expect((await fills()).status).toBe(200);
  });
});

describe("a sale", () => {
  test("says how much of it is not confirmed, and is refused with settledOnly", async () => {
    const { hear, limit, place, exchange } = await fillsClient();
    const [five, three] = [{ sharesE6: 5_000_000n }, { tradeId: "t2", sharesE6: 3_000_000n }];
    await hear(five, three);
    const sell = { side: `"SELL"`, price: "0.6", size: "8" };
    expect((await limit(sell)).body["unsettled_shares"]).toBe(8);
    await hear({ ...five, state: "confirmed" });
    const { body } = await limit(sell);
    expect(body["unsettled_shares"]).toBe(3);
    expect((await limit({ ...sell, dryRun: "true" })).body["unsettled_shares"]).toBe(3);
    expect((await limit({ ...sell, size: "5", settledOnly: "true" })).body)
      .not.toHaveProperty("unsettled_shares");
    const sent = exchange.receivedOrders.length;
    for (
      const ask of [
        limit({ ...sell, settledOnly: "true" }),
        place({ side: `"SELL"`, amount: "5.01", settledOnly: "true" }),
      ]
    ) {
      expect((await ask).body).toMatchObject({
        reason: "unsettled",
        error: expect.stringContaining("settled shares: 5 are confirmed"),
      });
    }
    expect(exchange.receivedOrders).toHaveLength(sent);
  });
});

describe("an order in the history", () => {
  test("says what is settled, and takes back what failed", async () => {
    const { hear, sent } = await fillsClient();
    const nothing = { shares: 0, usdc: 0, averagePrice: null };
    const all = { shares: 20, usdc: 10.6, averagePrice: 0.53 };
    const half = { shares: 10, usdc: 5.3, averagePrice: 0.53 };
    expect(await sent()).toMatchObject({ filled: all, settled: nothing, why: null });
    await hear({ state: "mined" }, { tradeId: "t2", state: "confirmed" });
    expect(await sent()).toMatchObject({ filled: all, settled: half, why: null });
    await hear({ state: "failed" });
    expect(await sent())
      .toMatchObject({ filled: half, settled: half, why: "10 shares failed on the chain" });
  });
});
