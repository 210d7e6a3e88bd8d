import { afterAll, beforeEach, expect, test } from "bun:test";
import { EXCHANGE, EXCHANGE_NEG_RISK, EXCHANGE_V3, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const book = startOrderBook(makeStillClock(ms("2026-11-20T12:00:00Z")));
afterAll(() => book.stop());

const MAX = String(2n ** 256n - 1n);
const ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";
const NEW_ADAPTER = "0xadA2005600Dec949baf300f4C6120000bDB6eAab";
const MARKETS = {
  ordinary: { tokenId: book.stageMarket().yes, exchange: EXCHANGE },
  negRisk: { tokenId: book.stageMarket({ negRisk: true }).yes, exchange: EXCHANGE_NEG_RISK },
  second: { tokenId: book.stageV2Market().yes, exchange: EXCHANGE_V3, version: "3" },
} as const;
type Kind = keyof typeof MARKETS;
const KINDS = Object.keys(MARKETS) as ReadonlyArray<Kind>;

let trader: Trader;
beforeEach(async () => void (trader = await book.trader()));

/** Returns the refusal of an order of 5 USDC or 10 shares; undefined if accepted. */
async function refusal(kind: Kind, side: "BUY" | "SELL") {
  const market = MARKETS[kind];
  await book.putBook(market.tokenId, { bids: [["0.5", "1000"]], asks: [["0.5", "1000"]] });
  const [makerAmount, takerAmount] = side === "BUY" ? [5e6, 10e6] as const : [10e6, 5e6] as const;
  return (await trader.post({ ...market, side, makerAmount, takerAmount })).body["error"];
}
const lacking = (spender: string, amount = 5) =>
  `not enough balance / allowance: the allowance is not enough -> spender: ${spender}, ` +
  `allowance: 0, sum of matched orders: 0, order amount (inc. fees): ${amount * 1e6}`;
const allow = async (allowances: unknown) => {
  const { status } = await book.put("/__account", { address: trader.address, allowances });
  expect(status).toBe(200);
};

test.each(
  [
    ["ordinary", [EXCHANGE]],
    ["negRisk", [EXCHANGE_NEG_RISK, ADAPTER]],
    ["second", [EXCHANGE_V3]],
  ] as const,
)("an order needs the approvals of its market alone: %s", async (kind, needed) => {
  await allow(Object.fromEntries(needed.map((spender) => [spender, MAX])));
  for (const side of ["BUY", "SELL"] as const) {
    expect(await refusal(kind, side)).toBeUndefined();
    for (const other of KINDS.filter((each) => each !== kind)) {
      expect(await refusal(other, side)).toStartWith("not enough balance");
    }
  }
  for (const spender of needed) {
    await allow(Object.fromEntries(needed.map((each) => [each, each === spender ? "0" : MAX])));
    expect(await refusal(kind, "BUY")).toBe(lacking(spender));
  }
});

test("the newer adapter does not replace the one that the venue requires", async () => {
  await allow({ [EXCHANGE_NEG_RISK]: MAX, [NEW_ADAPTER]: MAX });
  expect(await refusal("negRisk", "BUY")).toBe(lacking(ADAPTER));
});

test("a purchase needs the approval of money, and a sale that of shares", async () => {
  await allow({ collateral: false, shares: true });
  for (const kind of KINDS) {
    expect(await refusal(kind, "SELL")).toBeUndefined();
    expect(await refusal(kind, "BUY")).toStartWith("not enough balance / allowance: the allow");
  }
  await allow({ collateral: MAX, shares: { [EXCHANGE]: MAX } });
  expect(await refusal("ordinary", "BUY")).toBeUndefined();
  expect(await refusal("second", "SELL")).toBe(lacking(EXCHANGE_V3, 10));
});
