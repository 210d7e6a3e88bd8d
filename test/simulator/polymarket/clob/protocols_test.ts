import { afterAll, describe, expect, test } from "bun:test";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import { bookHash } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { EXCHANGE, EXCHANGE_V3, FUNDER, startOrderBook } from "./trader.ts";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

const clock = makeStillClock(ms("2026-11-20T12:01:00Z"));
const book = startOrderBook(clock);
const metadata = start("venue-metadata", clock);
/** After so long, what was bought can be sold. */
const MINED_MS = 1_000;
afterAll(() => Promise.all([book.stop(), metadata.stop()]));

const ask = (path: string) => get<Record<string, unknown>>(`${book.url}${path}`);

/** The ids of a window of the world by its metadata, of one protocol or the other. */
async function windowAt(slug: string) {
  const { body } = await get(`${metadata.url}/markets/slug/${slug}`);
  const { version, conditionId, clobTokenIds, positionIds } = body;
  const tokenIds = version === "v2" ? positionIds : JSON.parse(String(clobTokenIds));
  return {
    conditionId: String(conditionId) + (version === "v2" ? "00" : ""),
    tokenIds: tokenIds as readonly [string, string],
  };
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
    clock.set(clock.nowMs() + MINED_MS);
    expect((await post(Side.SELL, 0.05, 5, OrderType.FAK)).status).toBe("matched");
    const { orderID } = await post(Side.BUY, 0.05, 5, OrderType.GTC);
    expect(await client.getOrder(orderID))
      .toMatchObject({ asset_id: v2.tokenIds[0], market: v2.conditionId });
    expect((await client.cancelOrder({ orderID })).canceled).toEqual([orderID]);
  });
});

test("an order is refused when it is signed for another protocol than its market's", async () => {
  const trader = await book.trader();
  book.stageMarket({ version: "v9", clobTokenIds: null, positionIds: ["5550001", "5550002"] });
  await book.putBook("5550001", { asks: [["0.5", "100"]] });
  const first = { exchange: EXCHANGE, version: "2" };
  const second = { exchange: EXCHANGE_V3, version: "3" };
  const [mismatch, invalid] = ["order_version_mismatch", "invalid signature"];
  const order = { side: "BUY", makerAmount: 4.95e6, takerAmount: 5e6 } as const;
  for (
    const [tokenId, domain, error] of [
      [v1.tokenIds[0], second, mismatch],
      // The version of one with the contract of the other.
      [v1.tokenIds[0], { ...first, exchange: EXCHANGE_V3 }, invalid],
      [v1.tokenIds[0], first, undefined],
      [v2.tokenIds[0], first, mismatch],
      [v2.tokenIds[0], { ...second, exchange: EXCHANGE }, invalid],
      [v2.tokenIds[0], second, undefined],
      // A protocol to come accepts no signature.
      ["5550001", first, mismatch],
      ["5550001", second, mismatch],
    ] as const
  ) {
    expect((await trader.post({ tokenId, ...order, ...domain })).body["error"]).toEqual(error);
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
