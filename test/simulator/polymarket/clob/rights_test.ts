import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  EXCHANGE,
  EXCHANGE_NEG_RISK,
  EXCHANGE_V3,
  type OrderFields,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { DOMAIN, protocolOrder, type Signing } from "./protocol_order.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const book = startOrderBook(makeStillClock(ms("2026-11-20T12:00:00Z")));
afterAll(() => book.stop());

const E6 = 1_000_000;
const MAX = String(2n ** 256n - 1n);
const ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";
const NEW_ADAPTER = "0xadA2005600Dec949baf300f4C6120000bDB6eAab";
const POSITION = "663574927012476832975694178961957910328055987427402067619466963999000625152";

let trader: Trader;
beforeEach(async () => void (trader = await book.trader()));

const ordinary = book.stageMarket();
const negRisk = book.stageMarket({ negRisk: true });
const MARKETS = {
  ordinary: { tokenId: ordinary.yes, domain: DOMAIN.v1 },
  negRisk: { tokenId: negRisk.yes, domain: DOMAIN.v1NegRisk },
  second: { tokenId: POSITION, domain: DOMAIN.v2 },
} as const;
type Kind = keyof typeof MARKETS;

/** Returns the refusal of an order of 5 USDC or 10 shares; undefined if accepted. */
async function refusal(kind: Kind, side: "BUY" | "SELL") {
  const { tokenId, domain } = MARKETS[kind];
  await book.putBook(tokenId, { bids: [["0.5", "1000"]], asks: [["0.5", "1000"]] });
  const amounts = side === "BUY"
    ? { makerAmount: 5 * E6, takerAmount: 10 * E6 }
    : { makerAmount: 10 * E6, takerAmount: 5 * E6 };
  const fields: OrderFields = { tokenId, side, ...amounts };
  const signing: Signing = { domain, signatureType: 0 };
  const body = await protocolOrder(trader, fields, signing);
  return (await trader.call("POST", "/order", body)).body["error"];
}
const lacking = (spender: string, amount = 5) =>
  `not enough balance / allowance: the allowance is not enough -> spender: ${spender}, ` +
  `allowance: 0, sum of matched orders: 0, order amount (inc. fees): ${amount * E6}`;
const allow = async (allowances: unknown) => {
  const { status } = await book.put("/__account", { address: trader.address, allowances });
  expect(status).toBe(200);
};

describe("an order needs the approvals of its market, and no others", () => {
  test("as healthy wallets have them: ordinary markets alone", async () => {
    await allow({ [EXCHANGE]: MAX, [EXCHANGE_NEG_RISK]: MAX, [ADAPTER]: "0" });
    expect(await refusal("ordinary", "BUY")).toBeUndefined();
    expect(await refusal("ordinary", "SELL")).toBeUndefined();
    expect(await refusal("negRisk", "BUY")).toBe(lacking(ADAPTER));
    expect(await refusal("negRisk", "SELL")).toBe(lacking(ADAPTER, 10));
    expect(await refusal("second", "BUY")).toBe(lacking(EXCHANGE_V3));
    expect(await refusal("second", "SELL")).toBe(lacking(EXCHANGE_V3, 10));
  });

  test.each(
    [
      ["ordinary", [EXCHANGE]],
      ["negRisk", [EXCHANGE_NEG_RISK, ADAPTER]],
      ["second", [EXCHANGE_V3]],
    ] as const,
  )("in a market that is %s: each of %p", async (kind, needed) => {
    await allow(Object.fromEntries(needed.map((spender) => [spender, MAX])));
    for (const side of ["BUY", "SELL"] as const) {
      expect(await refusal(kind, side)).toBeUndefined();
      for (const other of ["ordinary", "negRisk", "second"] as const) {
        if (other !== kind) expect(await refusal(other, side)).toStartWith("not enough balance");
      }
    }
    for (const spender of needed) {
      await allow(Object.fromEntries(needed.map((each) => [each, each === spender ? "0" : MAX])));
      expect(await refusal(kind, "BUY")).toBe(lacking(spender));
    }
  });

  test("where the newer adapter does not replace the one that the venue requires", async () => {
    await allow({ [EXCHANGE_NEG_RISK]: MAX, [NEW_ADAPTER]: MAX });
    expect(await refusal("negRisk", "BUY")).toBe(lacking(ADAPTER));
  });

  test("for at least its amount", async () => {
    await allow({ [EXCHANGE]: "5" });
    expect(await refusal("ordinary", "BUY")).toBeUndefined();
    await allow({ [EXCHANGE]: "4.999999" });
    expect(await refusal("ordinary", "BUY"))
      .toBe(lacking(EXCHANGE).replace("allowance: 0", "allowance: 4999999"));
  });

  test("of money to buy, and of shares to sell", async () => {
    await allow({ collateral: false, shares: true });
    for (const kind of ["ordinary", "negRisk", "second"] as const) {
      expect(await refusal(kind, "SELL")).toBeUndefined();
      expect(await refusal(kind, "BUY")).toStartWith("not enough balance / allowance: the allow");
    }
    await allow({ shares: { [EXCHANGE]: MAX } });
    await allow({ collateral: MAX });
    expect(await refusal("ordinary", "BUY")).toBeUndefined();
    expect(await refusal("ordinary", "SELL")).toBeUndefined();
    expect(await refusal("second", "SELL")).toBe(lacking(EXCHANGE_V3, 10));
  });
});

describe("balances by asset", () => {
  const read = async (assetType: string, tokenId = "") => {
    const query = `asset_type=${assetType}&token_id=${tokenId}&signature_type=0`;
    const { status, body } = await trader.call("GET", `/balance-allowance?${query}`);
    expect(status).toBe(200);
    return body as { readonly balance: string; readonly allowances: Record<string, string> };
  };

  test("of either protocol exclude the other's", async () => {
    await book.putBook(POSITION, { asks: [["0.5", "10"]] });
    const shares = (tokenId: string) => ({ [tokenId]: "7" });
    await book.put("/__account", {
      address: trader.address,
      shares: { ...shares(POSITION), ...shares(ordinary.yes) },
    });
    const balance = async (assetType: string, tokenId: string) =>
      (await read(assetType, tokenId)).balance;
    expect(await balance("CONDITIONAL", ordinary.yes)).toBe("7000000");
    expect(await balance("CONDITIONAL-V2", ordinary.yes)).toBe("0");
    expect(await balance("CONDITIONAL", POSITION)).toBe("0");
    expect(await balance("CONDITIONAL-V2", POSITION)).toBe("7000000");
  });

  test("have their protocol's spenders, and money both protocols'", async () => {
    const first = [EXCHANGE, EXCHANGE_NEG_RISK, ADAPTER];
    expect(Object.keys((await read("COLLATERAL")).allowances)).toEqual([...first, EXCHANGE_V3]);
    expect(Object.keys((await read("CONDITIONAL", ordinary.yes)).allowances)).toEqual(first);
    expect((await read("CONDITIONAL-V2", POSITION)).allowances).toEqual({ [EXCHANGE_V3]: MAX });
    await allow({ collateral: { [EXCHANGE_V3]: "5" }, shares: { [EXCHANGE]: "1" } });
    expect((await read("COLLATERAL")).allowances).toEqual({ [EXCHANGE_V3]: "5000000" });
    expect((await read("CONDITIONAL", ordinary.yes)).allowances).toEqual({ [EXCHANGE]: MAX });
    expect((await read("CONDITIONAL-V2", POSITION)).allowances).toEqual({});
  });

  test("are refreshed per asset", async () => {
    for (const asset of ["COLLATERAL", "CONDITIONAL", "CONDITIONAL-V2"]) {
      const query = `asset_type=${asset}&token_id=${POSITION}&signature_type=0`;
      const { status } = await trader.call("GET", `/balance-allowance/update?${query}`);
      expect(status).toBe(200);
    }
    const { status } = await trader.call("GET", "/balance-allowance/update?asset_type=SHARES");
    expect(status).toBe(400);
  });
});
