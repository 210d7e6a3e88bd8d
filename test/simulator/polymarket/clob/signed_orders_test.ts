import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  EXCHANGE_V3,
  FUNDER,
  type MarketTokens,
  type OrderFields,
  OrderType,
  Side,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const book = startOrderBook(makeStillClock(ms("2026-11-20T12:00:00Z")));
afterAll(() => book.stop());

const E6 = 1_000_000;
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
const buying = (): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: 4 * E6,
  takerAmount: 8 * E6,
});

/** Returns the refusal of an order, and checks that the venue does not have it. */
async function refusal(fields: OrderFields) {
  const before = (await book.orders()).length;
  const { status, body } = await trader.post(fields);
  expect((await book.orders()).length).toBe(before);
  return [status, body["error"]];
}

describe("an order is refused", () => {
  test("of another owner, or of another signer", async () => {
    const other = await book.trader();
    expect(await refusal({ ...buying(), owner: other.creds.key }))
      .toEqual([400, "the order owner has to be the owner of the API KEY"]);
    expect(await refusal({ ...buying(), maker: other.address, signer: other.address }))
      .toEqual([400, "the order signer address has to be the address of the API KEY"]);
  });

  test("with an invalid signature", async () => {
    const refused = [400, "invalid signature"];
    const { yes } = book.stageMarket({ negRisk: true });
    expect(await refusal({ ...buying(), tokenId: yes })).toEqual(refused);
    expect(await refusal({ ...buying(), version: "1" })).toEqual(refused);
    expect(await refusal({ ...buying(), maker: FUNDER })).toEqual(refused);
    const type3 = { ...buying(), maker: FUNDER, signer: FUNDER, signatureType: 3 } as const;
    expect(await refusal(type3)).toEqual(refused);
    const body = await trader.sign(buying());
    for (const name of ["salt", "makerAmount", "timestamp"] as const) {
      const value = name === "salt" ? 7_777_777 : String(Number(body.order[name]) * 2);
      const answer = await trader.call("POST", "/order", changed({ [name]: value })(body));
      expect([answer.status, answer.body["error"]]).toEqual(refused);
    }
  });

  test("whose deposit wallet's signature has another tail after the key's", async () => {
    const wallet = await book.trader({ signatureType: 3, funderAddress: FUNDER });
    const args = { tokenID: market.yes, amount: 4, price: 0.5, side: Side.BUY };
    const order = await wallet.client.createMarketOrder(args);
    const { signature } = order;
    expect(signature).toHaveLength(2 + 2 * 317);
    const post = async (changed: string) => {
      const answer = wallet.client.postOrder(
        { ...order, signature: changed },
        OrderType.FOK,
        false,
        true,
      );
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

  test("in a market whose reported protocol has changed", async () => {
    const third = { ...buying(), exchange: EXCHANGE_V3, version: "3" };
    await book.put("/__mode", { protocol: { token_id: market.yes, version: "v2" } });
    expect(await refusal(buying())).toEqual([400, "order_version_mismatch"]);
    expect((await trader.post(third)).status).toBe(200);
    await book.put("/__mode", { protocol: { token_id: market.yes, version: "v3" } });
    for (const each of [buying(), third]) {
      expect(await refusal(each)).toEqual([400, "order_version_mismatch"]);
    }
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
    const body = await trader.sign(buying());
    const { status, body: said } = await trader.call("POST", "/order", change(body));
    expect([status, said["error"]]).toEqual([400, "Invalid order payload"]);
  });

  test("without the key that signed the exact bytes", async () => {
    const body = JSON.stringify(await trader.sign(buying()));
    const { status } = await fetch(`${book.url}/order`, { method: "POST", body });
    expect(status).toBe(401);
  });
});
