import { beforeEach, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { LISTED_STATES } from "../../../core/order/mod.ts";
import { orderHistory } from "../../../core/use_case/order/mod.ts";
import { PaperStore } from "../../../core/port/paper_store.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { PLAIN } from "../../stage/order_world.ts";
import { doorWorld, OTHER_KEY, TOKEN, V2_TOKEN } from "./door_world.ts";

let world = await doorWorld();
let walletId = "";
beforeEach(async () => {
  world = await doorWorld();
  walletId = (await world.name()).wallet.id;
});

/** The orders of the wallet as the service has them, newest first. */
const stored = async () => {
  const listing = { states: LISTED_STATES, conditionId: Option.none(), after: Option.none() };
  const { orders } = await world.runPromise(
    orderHistory({ walletId, accountId: world.account.id, limit: 100, ...listing }),
  );
  return orders;
};
/** How many orders the paper account has that rest. */
const resting = async () => {
  const kept = await world.runPromise(PaperStore.use((store) => store.read(walletId)));
  return Option.getOrThrow(kept).account.orders.length;
};

const SHORT = "not enough balance / allowance: the balance is not enough -> " +
  "balance: 100000000, order amount: 300000000";

describe("POST /venue/order", () => {
  test("places an order that rests, which is one of the wallet's own", async () => {
    const { place } = await world.caller();
    const { status, body, order } = await place();
    expect([status, body]).toEqual([200, {
      success: true,
      errorMsg: "",
      orderID: order.orderId,
      status: "live",
      makingAmount: "",
      takingAmount: "",
    }]);
    expect(await stored()).toMatchObject([{
      walletId,
      body: order.body,
      instruction: { slug: PLAIN.slug, outcome: "Up", tokenId: TOKEN, side: "BUY", amount: "3" },
      state: { name: "live", orderId: order.orderId },
      priceE6: Option.some(300_000n),
      notionalE6: 3_000_000n,
    }]);
  });

  test("places an order of a market of Protocol V2, signed for its contract", async () => {
    const { place } = await world.caller();
    expect((await place({ tokenId: V2_TOKEN, kind: "v2" })).body["status"]).toBe("live");
    expect((await place({ tokenId: V2_TOKEN })).body).toEqual({ error: "order_version_mismatch" });
  });

  test("answers what a marketable order traded", async () => {
    const { place } = await world.caller();
    const { body } = await place({
      orderType: "FOK",
      makerAmountE6: 8_000_000n,
      takerAmountE6: 20_000_000n,
    });
    expect(body).toMatchObject({ status: "matched", makingAmount: "8", takingAmount: "20" });
    expect(body).not.toHaveProperty("tradeIDs");
  });

  test("places the same bytes once, and says what became of them", async () => {
    const { call, signed } = await world.caller();
    const order = signed();
    expect((await call("POST", "/order", order.body)).status).toBe(200);
    const again = await call("POST", "/order", order.body);
    expect([again.status, again.body]).toEqual([400, {
      error: `order ${order.orderId} is invalid. Duplicated.`,
      orderID: order.orderId,
      order: { status: "live", makingAmount: "", takingAmount: "" },
    }]);
    expect([await resting(), (await stored()).length]).toEqual([1, 1]);
  });

  test("places one of requests at once with the same bytes", async () => {
    const { call, signed } = await world.caller();
    const order = signed();
    const sent = await Promise.all([1, 2, 3].map(() => call("POST", "/order", order.body)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const [refused] = sent.filter(({ status }) => status === 400);
    expect(refused?.body["error"]).toBe(`order ${order.orderId} is invalid. Duplicated.`);
    expect(await resting()).toBe(1);
  });

  test("knows the order by its hash, which does not cover its type", async () => {
    const { call, signed } = await world.caller();
    const order = signed();
    await call("POST", "/order", order.body);
    const other = await call("POST", "/order", order.body.replace('"GTC"', '"FAK"'));
    expect(other.body["error"]).toBe(`order ${order.orderId} is invalid. Duplicated.`);
    expect(await resting()).toBe(1);
  });

  test("refuses again what it has refused, in the venue's words", async () => {
    const { call, signed } = await world.caller();
    const { body } = signed({
      orderType: "FOK",
      makerAmountE6: 80_000_000n,
      takerAmountE6: 200_000_000n,
    });
    const killed = "order couldn't be fully filled. FOK orders are fully filled or killed.";
    for (const _ of [1, 2]) {
      expect(await call("POST", "/order", body)).toMatchObject({
        status: 400,
        body: { error: killed },
      });
    }
    expect(await stored()).toHaveLength(1);
  });

  test.each<[string, Parameters<Awaited<ReturnType<typeof world.caller>>["signed"]>[0], string]>([
    [
      "another API key",
      { owner: "9180014b-33c8-9240-a14b-bdca11c0a465" },
      "the order owner has to be the owner of the API KEY",
    ],
    [
      "another signer",
      { signer: `0x${"2".repeat(40)}` },
      "the order signer address has to be the address of the API KEY",
    ],
    ["another protocol's contract", { kind: "v2" }, "order_version_mismatch"],
    ["another contract of the protocol", { kind: "v1_neg_risk" }, "invalid signature"],
    ["a token of no market", { tokenId: "999" }, "No orderbook exists for the requested token id"],
    [
      "more than there is",
      { makerAmountE6: 300_000_000n, takerAmountE6: 1_000_000_000n },
      SHORT,
    ],
  ])("refuses one with %s", async (_, fields, error) => {
    const { place } = await world.caller();
    expect((await place(fields)).body).toEqual({ error });
    expect(await resting()).toBe(0);
  });

  test("keeps to the wallet's own limits", async () => {
    const { place } = await world.caller();
    const limits = { orderMaxE6: Option.some(2_000_000n), dayMaxE6: Option.none() };
    await world.runPromise(WalletStore.use((store) => store.setLimits(walletId, limits)));
    const { status, body } = await place();
    expect([status, body["error"]]).toEqual([400, expect.stringContaining("limit")]);
    expect([await resting(), await stored()]).toEqual([0, []]);
  });

  test("refuses an order that was changed after it was signed", async () => {
    const { call, signed } = await world.caller();
    const body = signed().body.replace('"3000000"', '"4000000"');
    expect((await call("POST", "/order", body)).body).toEqual({ error: "invalid signature" });
    expect(await stored()).toEqual([]);
  });

  test.each(["{}", "[]", "not json", '{"order":{}}'])("refuses %s", async (body) => {
    const { call } = await world.caller();
    expect((await call("POST", "/order", body)).body).toEqual({ error: "Invalid order payload" });
  });

  test("refuses a body of more than 64 KiB", async () => {
    const { call } = await world.caller();
    const { status, body } = await call("POST", "/order", " ".repeat(65 * 1024));
    expect([status, typeof body["error"]]).toEqual([413, "string"]);
  });
});

describe("POST /venue/orders", () => {
  test("places each order of a batch, and judges each by itself", async () => {
    const { call, signed } = await world.caller();
    const [first, second, dear] = [signed(), signed(), signed({ tokenId: "999" })];
    const orders = [first, second, dear, first].map(({ body }) => JSON.parse(body) as unknown);
    const { status, body } = await call("POST", "/orders", orders);
    expect(status).toBe(200);
    const nothing = { orderID: "", status: "", makingAmount: "", takingAmount: "" };
    expect(body as unknown).toEqual([
      { ...nothing, success: true, errorMsg: "", orderID: first.orderId, status: "live" },
      { ...nothing, success: true, errorMsg: "", orderID: second.orderId, status: "live" },
      {
        ...nothing,
        success: true,
        errorMsg: "No orderbook exists for the requested token id",
      },
      {
        ...nothing,
        success: true,
        errorMsg: `order ${first.orderId} is invalid. Duplicated.`,
        orderID: first.orderId,
        status: "live",
      },
    ]);
    expect(await resting()).toBe(2);
  });

  test("takes 15 orders, and no more", async () => {
    const { call } = await world.caller();
    expect((await call("POST", "/orders", Array(16).fill({}))).body)
      .toEqual({ error: "Too many orders in payload: 16, max allowed: 15" });
    expect((await call("POST", "/orders", [])).status).toBe(400);
  });
});

describe("orders that rest", () => {
  test("are listed, and found by their ids, ended ones too", async () => {
    const { call, place, key, address } = await world.caller();
    const { order: { orderId } } = await place();
    const listed = {
      id: orderId,
      status: "LIVE",
      owner: key.apiKey,
      maker_address: address,
      market: Option.getOrThrow(PLAIN.conditionId),
      asset_id: TOKEN,
      side: "BUY",
      original_size: "10",
      size_matched: "0",
      price: "0.3",
      outcome: "Up",
      order_type: "GTC",
      associate_trades: [],
    };
    const page = await call("GET", "/data/orders?next_cursor=MA==");
    expect(page.body).toMatchObject({ limit: 100, count: 1, next_cursor: "LTE=", data: [listed] });
    expect((await call("GET", "/data/orders?asset_id=12")).body["data"]).toEqual([]);
    expect((await call("GET", "/data/orders?next_cursor=x")).body)
      .toEqual({ error: "Invalid next_cursor" });
    await call("DELETE", "/order", { orderID: orderId });
    expect((await call("GET", "/data/orders")).body["data"]).toEqual([]);
    const ended = await call("GET", `/data/order/${orderId}`);
    expect(ended.body).toMatchObject({ ...listed, status: "CANCELED" });
  });

  test("are canceled by their ids, by market, or all; what is over is kept", async () => {
    const { call, place } = await world.caller();
    const placed = [await place(), await place(), await place(), await place()];
    const [a = "", b = "", c = "", d = ""] = placed.map(({ order }) => order.orderId);
    expect((await call("DELETE", "/order", { orderID: a })).body)
      .toEqual({ canceled: [a], not_canceled: {} });
    expect((await call("DELETE", "/orders", [b, a])).body)
      .toEqual({ canceled: [b], not_canceled: { [a]: "already canceled or matched" } });
    expect((await call("DELETE", "/cancel-market-orders", { asset_id: "12" })).body)
      .toEqual({ canceled: [], not_canceled: {} });
    expect((await call("DELETE", "/cancel-market-orders", {})).status).toBe(400);
    const market = Option.getOrThrow(PLAIN.conditionId);
    expect((await call("DELETE", "/cancel-market-orders", { market })).body["canceled"])
      .toEqual([c, d]);
    const { order: { orderId } } = await place();
    expect((await call("DELETE", "/cancel-all")).body["canceled"]).toEqual([orderId]);
  });

  test("are nobody else's", async () => {
    await world.name(OTHER_KEY);
    const [mine, other] = [await world.caller(), await world.caller(OTHER_KEY)];
    const { order: { orderId } } = await mine.place();
    expect((await other.call("GET", `/data/order/${orderId}`)).status).toBe(404);
    expect((await other.call("DELETE", "/order", { orderID: orderId })).body["canceled"])
      .toEqual([]);
    expect((await other.call("DELETE", "/cancel-all")).body["canceled"]).toEqual([]);
    expect(await resting()).toBe(1);
  });
});
