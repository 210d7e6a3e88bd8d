import { afterAll, describe, expect, test } from "bun:test";
import { bookHash } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { makeMarketCodes } from "../../../../app/simulator/polymarket/venue/market_code.ts";
import { marketIds } from "../../../../app/simulator/polymarket/venue/market_id.ts";
import { framesOf } from "./book_reader.ts";
import { tradedIds } from "../gamma/gamma_ids.ts";
import { type OrderFields, startOrderBook, type Trader } from "./trader.ts";
import { DOMAIN, protocolOrder, type Signing, WALLET_KINDS } from "./protocol_order.ts";
import { connect } from "../../kit/socket_client.ts";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

const clock = makeStillClock(ms("2026-11-20T12:01:00Z"));
const book = startOrderBook(clock);
const metadata = start("venue-metadata", clock);
afterAll(async () => {
  await Promise.all([book.stop(), metadata.stop()]);
});

type Wire = Readonly<Record<string, unknown>>;
const E6 = 1_000_000;
const ask = <T = Wire>(path: string) => get<T>(`${book.url}${path}`);

/** Returns a window of the world, from its metadata and its order book. */
async function windowAt(slug: string) {
  const { body } = await get<Wire>(`${metadata.url}/markets/slug/${slug}`);
  const ids = tradedIds(body);
  if (ids === undefined) throw new Error(`Cannot find the window ${slug}`);
  return { row: body, ...ids };
}
const v1 = await windowAt("btc-15m-2026-11-20-1200");
const v2 = await windowAt(`btc-updown-5m-${ms("2026-11-20T12:00:00Z") / 1000}`);
const WINDOWS = { v1, v2 };
const oldToken = (market: Wire) => {
  const [first] = JSON.parse(String(market["clobTokenIds"])) as ReadonlyArray<string>;
  return String(first);
};

describe("the order book", () => {
  test.each(["v1", "v2"] as const)("reports the protocol %s of each market", async (version) => {
    const { conditionId, tokenIds, row } = WINDOWS[version];
    expect(row["version"]).toBe(version);
    expect((await ask(`/clob-markets/${conditionId}`)).body).toMatchObject({
      c: conditionId,
      t: [{ t: tokenIds[0], o: "Up" }, { t: tokenIds[1], o: "Down" }],
      v: version,
    });
    expect((await ask(`/markets-by-token/${tokenIds[1]}`)).body).toEqual({
      condition_id: conditionId,
      primary_token_id: tokenIds[0],
      secondary_token_id: tokenIds[1],
    });
    expect((await ask(`/markets/${conditionId}`)).body).toMatchObject({
      condition_id: conditionId,
      tokens: [{ token_id: tokenIds[0] }, { token_id: tokenIds[1] }],
    });
  });

  test("writes the protocol only into books of the second, also on the socket", async () => {
    for (const [id, version] of [[v1.tokenIds[0], undefined], [v2.tokenIds[0], "v2"]] as const) {
      const { body } = await ask(`/book?token_id=${id}`);
      expect(body["version"]).toBe(version as unknown);
      expect("version" in body).toBe(version !== undefined);
      const many = await fetch(`${book.url}/books`, {
        method: "POST",
        body: JSON.stringify([{ token_id: id }]),
      });
      expect(await many.json()).toEqual([body]);
      const client = await connect(`${book.url}/ws/market`);
      client.send(JSON.stringify({ assets_ids: [id], type: "market" }));
      await client.until((frames) => frames.length > 0);
      const [first] = client.frames.flatMap(framesOf);
      client.close();
      expect(first).toMatchObject({ event_type: "book", asset_id: id });
      expect(first?.["version"]).toBe(version as unknown);
    }
    expect((await ask("/version")).body).toEqual({ version: 2 });
  });

  test("accepts only conditions of 32 bytes", async () => {
    const short = String(v2.row["conditionId"]);
    expect(short).toHaveLength(2 + 62);
    expect(v2.conditionId).toBe(`${short}00`);
    for (const path of ["clob-markets", "markets"]) {
      expect(await ask(`/${path}/${short}`))
        .toMatchObject({ status: 404, body: { error: "market not found" } });
      expect((await ask(`/${path}/${v2.conditionId}`)).status).toBe(200);
    }
  });

  test("does not find a market by its condition under the other protocol", async () => {
    const codes = makeMarketCodes(1);
    for (const [{ row }, protocol] of [[v1, "v2"], [v2, "v1"]] as const) {
      const numbered = { number: Number(row["id"]), isNegRisk: false };
      const { conditionId } = marketIds(codes, { ...numbered, protocol });
      expect((await ask(`/clob-markets/${conditionId}`)).status).toBe(404);
      const own = marketIds(codes, { ...numbered, protocol: protocol === "v1" ? "v2" : "v1" });
      expect((await ask(`/clob-markets/${own.conditionId}`)).status).toBe(200);
    }
  });

  test("has no book for a market's ids of the other protocol", async () => {
    const open = await get<ReadonlyArray<Wire>>(`${metadata.url}/markets?limit=100`);
    const found = open.body.flatMap((market) => {
      if (tradedIds(market) === undefined) return [];
      const positions = market["positionIds"] as ReadonlyArray<string> | undefined;
      if (market["version"] === "v1") return positions ?? [];
      return typeof market["clobTokenIds"] === "string" ? [oldToken(market)] : [];
    });
    expect(found.length).toBeGreaterThan(10);
    for (const id of found) {
      expect(await ask(`/book?token_id=${id}`)).toMatchObject({ status: 404 });
      expect((await ask(`/markets-by-token/${id}`)).status).toBe(404);
    }
  });
});

describe.each(["v1", "v2"] as const)("an order of a %s market", (version) => {
  const { tokenIds: [tokenId] } = WINDOWS[version];
  const buying: OrderFields = {
    tokenId,
    side: "BUY",
    makerAmount: 4.95 * E6,
    takerAmount: 5 * E6,
    orderType: "FOK",
  };
  const selling: OrderFields = {
    tokenId,
    side: "SELL",
    makerAmount: 5 * E6,
    takerAmount: 0.05 * E6,
    orderType: "FAK",
  };
  const resting: OrderFields = { ...buying, makerAmount: 0.05 * E6, orderType: "GTC" };
  const post = async (trader: Trader, fields: OrderFields, signing: Signing) =>
    await trader.call("POST", "/order", await protocolOrder(trader, fields, signing));

  test.each(WALLET_KINDS)("is bought, sold and cancelled with wallet kind %d", async (kind) => {
    const trader = await book.trader();
    const signing = { domain: DOMAIN[version], signatureType: kind };
    for (const fields of [buying, selling]) {
      const { status, body } = await post(trader, fields, signing);
      expect([status, body["status"], body["error"]]).toEqual([200, "matched", undefined]);
      expect(body["tradeIDs"]).not.toHaveLength(0);
      expect(Object.keys(body)).not.toContain("transactionsHashes");
    }
    const { body } = await post(trader, resting, signing);
    expect(body["status"]).toBe("live");
    const id = String(body["orderID"]);
    expect((await trader.call("GET", `/data/order/${id}`)).body)
      .toMatchObject({ asset_id: tokenId, market: WINDOWS[version].conditionId });
    const cancelled = await trader.call("DELETE", "/order", { orderID: id });
    expect(cancelled.body).toEqual({ canceled: [id], not_canceled: {} });
  });

  test.each(WALLET_KINDS)("is refused when signed for the other: kind %d", async (kind) => {
    const trader = await book.trader();
    const others = version === "v1" ? [DOMAIN.v2] : [DOMAIN.v1, DOMAIN.v1NegRisk];
    for (const domain of others) {
      const { status, body } = await post(trader, buying, { domain, signatureType: kind });
      expect([status, body]).toEqual([400, { error: "order_version_mismatch" }]);
    }
    // The version of one with the contract of the other is invalid.
    const { version: half } = DOMAIN[version];
    const { verifyingContract } = version === "v1" ? DOMAIN.v2 : DOMAIN.v1;
    const domain = { version: half, verifyingContract } as unknown as Signing["domain"];
    const mixed = await post(trader, buying, { domain, signatureType: kind });
    expect([mixed.status, mixed.body]).toEqual([400, { error: "invalid signature" }]);
  });
});

describe("a staged event", () => {
  const POSITION = "651150819117105875331414918119047680898421632356043490229292782433651916800";
  const OTHER = "651150819117105875331414918119047680898421632356043490229292782433651916801";
  const CONDITION = "0x017089ce3ba22aaa0a4cba8250b8c8e1eb0000000000000000000000000000";

  /** As in the venue's documentation, with every market's common fields. */
  const stageRecorded = (fields: Wire = {}) =>
    book.stagedEvents.put({
      id: "70001",
      slug: "recorded-v2",
      markets: [{
        id: "70002",
        version: "v2",
        conditionId: CONDITION,
        outcomes: '["Yes", "No"]',
        clobTokenIds: null,
        positionIds: [POSITION, OTHER],
        acceptingOrders: true,
        ...fields,
      }],
    });

  test("is traded under the second protocol, on the book of its position", async () => {
    await book.putBook(POSITION, { bids: [["0.08", "100"]], asks: [["0.09", "100"]] });
    // Its id alone shows that, before the event is known.
    const before = await ask(`/markets-by-token/${OTHER}`);
    stageRecorded();
    expect((await ask(`/markets-by-token/${OTHER}`)).body).toEqual(before.body);
    expect(before.body).toEqual({
      condition_id: `${CONDITION}00`,
      primary_token_id: POSITION,
      secondary_token_id: OTHER,
    });
    expect((await ask(`/book?token_id=${OTHER}`)).body)
      .toMatchObject({ version: "v2", bids: [{ price: "0.91", size: "100" }] });
    const trader = await book.trader();
    const fields: OrderFields = {
      tokenId: POSITION,
      side: "BUY",
      makerAmount: 1.8 * E6,
      takerAmount: 20 * E6,
    };
    const body = await protocolOrder(trader, fields, { domain: DOMAIN.v2, signatureType: 0 });
    expect((await trader.call("POST", "/order", body)).body).toMatchObject({ status: "matched" });
  });

  test("under the first protocol cannot be traded by its positions", async () => {
    stageRecorded({ id: "70003", version: "v1", clobTokenIds: '["77770001", "77770002"]' });
    const { body } = await ask("/markets-by-token/77770001");
    expect(body).toMatchObject({ condition_id: CONDITION, secondary_token_id: "77770002" });
  });

  test("of an unknown protocol accepts no order, with any signature", async () => {
    book.stagedEvents.put({
      id: "70004",
      slug: "of-the-future",
      markets: [{
        id: "70005",
        version: "v9",
        conditionId: "0x05",
        positionIds: ["5550001", "5550002"],
        acceptingOrders: true,
      }],
    });
    await book.putBook("5550001", { asks: [["0.5", "100"]] });
    expect((await ask("/book?token_id=5550001")).body["version"]).toBe("v9");
    const trader = await book.trader();
    const fields: OrderFields = {
      tokenId: "5550001",
      side: "BUY",
      makerAmount: 4 * E6,
      takerAmount: 8 * E6,
    };
    for (const domain of Object.values(DOMAIN)) {
      const body = await protocolOrder(trader, fields, { domain, signatureType: 0 });
      expect((await trader.call("POST", "/order", body)).body["error"])
        .toBe("order_version_mismatch");
    }
  });
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
