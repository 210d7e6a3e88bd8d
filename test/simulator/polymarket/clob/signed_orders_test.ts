import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  FUNDER,
  type MarketTokens,
  type OrderFields,
  OrderType,
  Side,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket();
  trader = await book.trader();
  await book.putBook(market.yes, { asks: [["0.5", "10"]] });
});

type Body = Awaited<ReturnType<Trader["sign"]>>;
const changed = (fields: object) => (body: Body) => ({
  ...body,
  order: { ...body.order, ...fields },
});
/** Buys for 4 USDC at 0.5 at most. */
const signed = (changes: Partial<OrderFields> = {}) =>
  trader.sign({ tokenId: market.yes, side: "BUY", makerAmount: 4e6, takerAmount: 8e6, ...changes });
const deposit = { maker: FUNDER, signer: FUNDER, signatureType: 3 } as const;

describe("an order is refused", () => {
  test.each<[string, () => Promise<object>]>([
    ["the exchange of another market", () => {
      const { yes } = book.stageMarket({ negRisk: true });
      return signed({ tokenId: yes });
    }],
    ["another version", () => signed({ version: "1" })],
    ["another's money", () => signed({ maker: FUNDER })],
    ["a deposit wallet by its key's signature", () => signed(deposit)],
    ["another salt", async () => changed({ salt: 7_777_777 })(await signed())],
    ["another amount", async () => changed({ makerAmount: "8000000" })(await signed())],
    ["another time", async () => changed({ timestamp: "5" })(await signed())],
  ])("whose signature is for %s", async (_, sign) => {
    const { status, body } = await trader.call("POST", "/order", await sign());
    expect([status, body["error"]]).toEqual([400, "invalid signature"]);
  });

  test("whose deposit wallet's signature has another tail after the key's", async () => {
    const wallet = await book.trader({ signatureType: 3, funderAddress: FUNDER });
    const args = { tokenID: market.yes, amount: 4, price: 0.5, side: Side.BUY };
    const order = await wallet.client.createMarketOrder(args);
    const { signature } = order;
    const post = async (signature: string) => {
      const answer = wallet.client.postOrder({ ...order, signature }, OrderType.FOK, false, true);
      return (await answer.catch(({ message }: Error) => ({ status: message }))).status;
    };
    const flip = (at: number) =>
      signature.slice(0, at) + (signature[at] === "0" ? "1" : "0") + signature.slice(at + 1);
    for (const at of [10, 140, 200, 300, signature.length - 1]) {
      expect(await post(flip(at))).toBe("invalid signature");
    }
    expect(await post(signature.slice(0, 132))).toBe("invalid signature");
    expect(await post(signature)).toBe("matched");
  });

  test.each([
    ["no JSON", () => "{"],
    ["no object", () => []],
    ["a field missing", ({ owner: _, ...rest }: Body) => rest],
    ["another type", (body: Body) => ({ ...body, orderType: "IOC" })],
    ["post-only at once", (body: Body) => ({ ...body, postOnly: true })],
    ["a number as text", changed({ maker: 5 })],
    ["nothing given", changed({ makerAmount: "0" })],
    ["a negative amount", changed({ makerAmount: "-1" })],
    ["an amount that is not whole", changed({ takerAmount: "1.5" })],
    ["another side", changed({ side: 0 })],
    ["another signature type", changed({ signatureType: 4 })],
  ])("with %s", async (_, change) => {
    const { status, body } = await trader.call("POST", "/order", change(await signed()));
    expect([status, body["error"]]).toEqual([400, "Invalid order payload"]);
  });
});

test("a restart ends in two minutes of orders that are post-only, and of cancels", async () => {
  const order = { takerAmount: 10e6, orderType: "GTC", postOnly: true } as const;
  const post = async (changes: Partial<OrderFields> = {}) =>
    await trader.call("POST", "/order", await signed(changes));
  await book.put("/__mode", { mode: "restarting", retry_after_s: 30 });
  expect((await post(order)).status).toBe(425);
  clock.set(clock.nowMs() + 71_000);
  const refused = await post();
  expect([refused.status, refused.body["code"]]).toEqual([503, "post_only_mode"]);
  expect(refused.headers.get("retry-after")).toBe("79");
  expect((await post(order)).status).toBe(200);
  expect((await trader.call("DELETE", "/cancel-all")).body["canceled"]).toHaveLength(1);
  clock.set(clock.nowMs() + 79_000);
  expect((await post()).status).toBe(200);
});
