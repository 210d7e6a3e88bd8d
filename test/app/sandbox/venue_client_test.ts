import { NOON } from "../order/both_sides.ts";
import { placeUntilSent } from "../order/place_until_sent.ts";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { AssetType, Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { openSandbox } from "../open_sandbox.ts";

/** Runs the examples of the venue's own client at the door of a sandbox: only its host differs. */
// Near its end the window of a day would have another tick, and prices at which nobody rests.
const sandbox = await openSandbox({ SANDBOX_START: NOON.iso });
const apiKey = sandbox.said(/API key +(\S+)/);
const host = `${sandbox.url}/venue`;
const account = privateKeyToAccount(generatePrivateKey());
type Options = ConstructorParameters<typeof ClobClient>[0];
const signer = { account, signTypedData: account.signTypedData } as unknown as NonNullable<
  Options["signer"]
>;
const base = { host, chain: Chain.POLYGON, signer };

/** Calls the service's own routes. */
async function own(path: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${sandbox.url}${path}`, { headers: { "x-api-key": apiKey } });
  return await answer.json() as Readonly<Record<string, unknown>>;
}

interface ActiveWindows {
  readonly data: ReadonlyArray<{
    readonly slug: string;
    readonly market: { readonly outcomes: ReadonlyArray<{ readonly token_id: string }> };
  }>;
}

const creds = await new ClobClient(base).createOrDeriveApiKey();
const client = new ClobClient({ ...base, creds, throwOnError: true });
/** Without an exception for a refusal, as the venue's examples are. */
const lenient = new ClobClient({ ...base, creds });
const windows = await own("/api/v1/windows/active?asset=btc&interval=daily");
const [window] = (windows as unknown as ActiveWindows).data;
const tokenID = window?.market.outcomes[0]?.token_id ?? "";
const walletId = creds.key.replace(/^paper-/, "");

/** A socket, and what it received, each frame by itself. */
async function openSocket(path: string, first: object) {
  const socket = new WebSocket(`${host.replace("http", "ws")}${path}`);
  const frames: Array<Readonly<Record<string, unknown>>> = [];
  const waiting = new Set<() => void>();
  socket.addEventListener("message", ({ data }) => {
    if (data !== "PONG") frames.push(...[JSON.parse(String(data))].flat());
    for (const look of waiting) look();
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify(first));
  /** The first frame that has these fields, as soon as it is there. */
  const frame = (fields: Readonly<Record<string, unknown>>) =>
    new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      const look = () => {
        const found = frames.find((one) =>
          Object.entries(fields).every(([name, value]) => one[name] === value)
        );
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { frame, close: () => socket.close() };
}

let user: Awaited<ReturnType<typeof openSocket>>;
beforeAll(async () => {
  const { key, secret, passphrase } = creds;
  user = await openSocket("/ws/user", { auth: { apiKey: key, secret, passphrase }, type: "user" });
});
afterAll(() => user.close());

test("it reads books and prices, and their hash is the true one", async () => {
  expect(await client.getVersion()).toBe(2);
  const book = await client.getOrderBook(tokenID);
  expect(book.asset_id).toBe(tokenID);
  expect(book.hash).toBe(await client.getOrderBookHash({ ...book }));
  const [first] = await client.getOrderBooks([{ token_id: tokenID, side: Side.BUY }]);
  expect(first?.market).toBe(book.market);
  expect(Number((await client.getPrice(tokenID, Side.BUY)).price)).toBeGreaterThan(0);
  expect(Number((await client.getMidpoint(tokenID)).mid)).toBeGreaterThan(0);
  expect(await client.getTickSize(tokenID)).toBe("0.01");
  expect(await client.getNegRisk(tokenID)).toBe(false);
  expect((await client.getClobMarketInfo(book.market)).c).toBe(book.market);
});

test("it has 10,000 USDC on its first sign-in, and one key", async () => {
  const money = await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
  expect(money.balance).toBe("10000000000");
  expect(await client.getApiKeys()).toEqual({ apiKeys: [creds.key] } as never);
  expect(await client.deriveApiKey()).toEqual(creds);
  expect(await client.getClosedOnlyMode()).toEqual({ closed_only: false });
});

test("it places an order that rests, lists it, and cancels it", async () => {
  const placed = await client.createAndPostOrder(
    { tokenID, price: 0.02, side: Side.BUY, size: 10 },
    { tickSize: "0.01" },
    OrderType.GTC,
  );
  expect(placed).toMatchObject({ success: true, errorMsg: "", status: "live" });
  const id = String(placed.orderID);
  expect((await user.frame({ id, type: "PLACEMENT" }))["status"]).toBe("LIVE");
  expect((await client.getOpenOrders()).map((order) => order.id)).toEqual([id]);
  expect((await client.getOrder(id)).owner).toBe(creds.key);
  const listed = await own(`/api/v1/orders/history?walletId=${walletId}`);
  expect(JSON.stringify(listed)).toContain(id);
  expect(await client.cancelOrder({ orderID: id })).toEqual({ canceled: [id], not_canceled: {} });
  expect((await user.frame({ id, type: "CANCELLATION" }))["status"]).toBe("CANCELED");
});

test("it buys at the market, and finds the trade", async () => {
  const bought = await placeUntilSent(() =>
    client.createAndPostMarketOrder(
      { tokenID, amount: 20, side: Side.BUY, orderType: OrderType.FAK },
      {},
      OrderType.FAK,
    )
  );
  expect(bought).toMatchObject({ success: true, status: "matched" });
  const orderId = String(bought.orderID);
  const trade = await user.frame({ event_type: "trade", taker_order_id: orderId });
  expect((await client.getTrades()).map(({ id }) => id)).toContain(String(trade["id"]));
  const positions = await own(`/api/v1/positions?walletId=${walletId}`);
  expect(JSON.stringify(positions)).toContain(tokenID);
});

test.each([1, 2, 3])("it trades for a contract, with signature type %d", async (signatureType) => {
  const funderAddress = "0x1111111111111111111111111111111111111111";
  const wallet = new ClobClient({ ...base, creds, signatureType, funderAddress });
  const order = { tokenID, price: 0.02, side: Side.BUY, size: 10 };
  const { orderID, status } = await wallet.createAndPostOrder(order);
  expect(status).toBe("live");
  expect((await wallet.cancelOrder({ orderID })).canceled).toEqual([orderID]);
});

test("it trades in a market of Protocol V2, by the amounts that it signs for one", async () => {
  // One that opens in 5 to 10 minutes takes orders for as long as the test runs.
  const sec = Math.floor(Date.parse(String(windows["now"])) / 1000);
  const answer = await own(`/api/v1/windows/btc-updown-5m-${sec - sec % 300 + 600}`);
  const v2 = (answer as unknown as { readonly window: ActiveWindows["data"][number] }).window;
  const signed = await client.createExchangeV3OrderFromAmounts({
    tokenID: v2.market.outcomes[0]?.token_id ?? "",
    side: Side.BUY,
    makerAmount: "500000",
    takerAmount: "10000000",
  });
  const { orderID, status } = await client.postOrder(signed, OrderType.GTC, false, true);
  expect(["live", "matched"]).toContain(status);
  expect((await client.getOrder(orderID)).id).toBe(orderID);
  await client.cancelAll();
});

test("it places batches, and an order of them but once", async () => {
  const orders = await Promise.all([0.03, 0.04].map(async (price) => ({
    order: await client.createOrder({ tokenID, price, side: Side.BUY, size: 10 }),
    orderType: OrderType.GTC,
  })));
  const placed = await client.postOrders(orders as never);
  const ids = (placed as ReadonlyArray<{ readonly orderID: string }>).map((one) => one.orderID);
  expect(placed).toMatchObject([{ status: "live" }, { status: "live" }]);
  const again = await lenient.postOrder(orders[0]?.order as never, OrderType.GTC);
  expect(again).toMatchObject({
    error: `order ${ids[0]} is invalid. Duplicated.`,
    orderID: ids[0],
    order: { status: "live" },
  });
  expect((await client.cancelAll()).canceled.toSorted()).toEqual(ids.toSorted());
  expect(await client.getOpenOrders()).toEqual([]);
});

test("it is refused in the venue's words", async () => {
  const dear = client.createAndPostOrder(
    { tokenID, price: 0.5, side: Side.SELL, size: 1_000_000 },
    { tickSize: "0.01" },
  );
  await expect(dear).rejects.toMatchObject({
    message: expect.stringContaining("not enough balance / allowance"),
    status: 400,
  });
});

test("it shows signs of life, each by the one before", async () => {
  const { heartbeat_id } = await client.postHeartbeat();
  const next = await client.postHeartbeat(heartbeat_id);
  expect(next.heartbeat_id).not.toBe(heartbeat_id);
});

test("it follows a market's book", async () => {
  const market = await openSocket("/ws/market", { assets_ids: [tokenID], type: "market" });
  expect((await market.frame({ event_type: "book" }))["asset_id"]).toBe(tokenID);
  await market.frame({ event_type: "price_change" });
  market.close();
});
