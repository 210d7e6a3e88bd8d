import { afterAll, describe, expect, test } from "bun:test";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import { bookHash } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { makeMarketCodes } from "../../../../app/simulator/polymarket/venue/market_code.ts";
import { marketIds } from "../../../../app/simulator/polymarket/venue/market_id.ts";
import { tradedIds } from "../gamma/gamma_ids.ts";
import { EXCHANGE, EXCHANGE_V3, FUNDER, startOrderBook } from "./trader.ts";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

const clock = makeStillClock(ms("2026-11-20T12:01:00Z"));
const book = startOrderBook(clock);
const metadata = start("venue-metadata", clock);
afterAll(() => Promise.all([book.stop(), metadata.stop()]));

const ask = (path: string) => get<Record<string, unknown>>(`${book.url}${path}`);

/** Returns a window of the world by its metadata. */
async function windowAt(slug: string) {
  const { body } = await get(`${metadata.url}/markets/slug/${slug}`);
  const ids = tradedIds(body);
  if (ids === undefined) throw new Error(`Cannot find the window ${slug}`);
  return { ...ids, number: Number(body["id"]) };
}
const v1 = await windowAt("btc-15m-2026-11-20-1200");
const v2 = await windowAt("btc-updown-5m-1795176000");

test("the order book has the metadata's markets, and names V2 in its books", async () => {
  for (const [{ conditionId, tokenIds }, version] of [[v1, undefined], [v2, "v2"]] as const) {
    expect((await ask(`/clob-markets/${conditionId}`)).body).toMatchObject({
      c: conditionId,
      t: [{ t: tokenIds[0], o: "Up" }, { t: tokenIds[1], o: "Down" }],
      v: version ?? "v1",
    });
    const { body } = await ask(`/book?token_id=${tokenIds[0]}`);
    expect([body["market"], body["version"]]).toEqual([conditionId, version as unknown]);
  }
  const codes = makeMarketCodes(1);
  for (const [{ number }, protocol] of [[v1, "v2"], [v2, "v1"]] as const) {
    const { tokenIds } = marketIds(codes, { number, isNegRisk: false, protocol });
    expect((await ask(`/book?token_id=${tokenIds[0]}`)).status).toBe(404);
  }
  // The metadata's form of a V2 condition lacks its last byte, and is none here.
  expect((await ask(`/clob-markets/${v2.conditionId.slice(0, -2)}`)).status).toBe(404);
});

describe.each([0, 1, 2, 3])("the venue's own client with signature type %d", (signatureType) => {
  test("trades, rests and cancels in a market of V2", async () => {
    const funder = signatureType === 0 ? {} : { funderAddress: FUNDER };
    const { client } = await book.trader({ signatureType, ...funder });
    const post = async (side: Side, money: number, shares: number, orderType: OrderType) => {
      const [makerAmount, takerAmount] = (side === Side.BUY ? [money, shares] : [shares, money])
        .map((amount) => String(amount * 1e6));
      const order = { tokenID: v2.tokenIds[0], side, makerAmount, takerAmount } as never;
      return await client.postOrder(
        await client.createExchangeV3OrderFromAmounts(order),
        orderType,
        false,
        true,
      );
    };
    expect((await post(Side.BUY, 4.95, 5, OrderType.FOK)).status).toBe("matched");
    expect((await post(Side.SELL, 0.05, 5, OrderType.FAK)).status).toBe("matched");
    const { orderID } = await post(Side.BUY, 0.05, 5, OrderType.GTC);
    expect(await client.getOrder(orderID))
      .toMatchObject({ asset_id: v2.tokenIds[0], market: v2.conditionId });
    expect((await client.cancelOrder({ orderID })).canceled).toEqual([orderID]);
  });
});

test.each([["V1", v1], ["V2", v2]])(
  "an order of a market of %s is refused when it is signed for the other protocol",
  async (name, { tokenIds: [tokenId] }) => {
    const trader = await book.trader();
    const fields = { tokenId, side: "BUY", makerAmount: 4.95e6, takerAmount: 5e6 } as const;
    const [own, other] = [{ exchange: EXCHANGE, version: "2" }, {
      exchange: EXCHANGE_V3,
      version: "3",
    }].toSorted(() => name === "V1" ? 0 : -1);
    const error = async (domain: object) =>
      (await trader.post({ ...fields, ...domain })).body["error"];
    expect(await error({ ...other })).toBe("order_version_mismatch");
    // The version of one with the contract of the other is invalid.
    expect(await error({ ...own, exchange: other!.exchange })).toBe("invalid signature");
    expect(await error({ ...own })).toBeUndefined();
  },
);

test("a staged market of a protocol to come accepts no order, with any signature", async () => {
  const fields = { version: "v9", clobTokenIds: null, positionIds: ["5550001", "5550002"] };
  book.stageMarket(fields);
  await book.putBook("5550001", { asks: [["0.5", "100"]] });
  const trader = await book.trader();
  const order = { tokenId: "5550001", side: "BUY", makerAmount: 4e6, takerAmount: 8e6 } as const;
  for (const domain of [{}, { exchange: EXCHANGE_V3, version: "3" }]) {
    expect((await trader.post({ ...order, ...domain })).body["error"])
      .toBe("order_version_mismatch");
  }
});

testWithShared(
  ["polymarket/protocol_v2.json"],
  "a book of the second protocol has the hash that the venue gave it",
  async () => {
    const { book_v2: real } = await Bun.file(sharedPath("polymarket/protocol_v2.json")).json();
    const hash = bookHash({
      version: real.version,
      tokenId: real.asset_id,
      conditionId: real.market,
      timestampMs: Number(real.timestamp),
      bids: [],
      asks: [],
      sizeMinE6: 5_000_000n,
      tickE6: 10_000n,
      isNegRisk: real.neg_risk,
      lastTradePriceE6: undefined,
    });
    expect(hash).toBe(real.hash);
  },
);
