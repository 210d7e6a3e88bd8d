import { afterAll, expect, test } from "bun:test";
import { EXCHANGE, EXCHANGE_NEG_RISK, EXCHANGE_V3, startOrderBook } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** Which approvals of a wallet the venue asks for: each market's, and no other. */
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
const approved = (...spenders: ReadonlyArray<string>) =>
  Object.fromEntries(spenders.map((spender) => [spender, MAX]));

test.each<[name: string, allowances: unknown, lacking: Readonly<Record<string, string>>]>([
  ["the exchange", approved(EXCHANGE), {
    "negRisk BUY": EXCHANGE_NEG_RISK,
    "negRisk SELL": EXCHANGE_NEG_RISK,
    "second BUY": EXCHANGE_V3,
    "second SELL": EXCHANGE_V3,
  }],
  ["the exchange of neg-risk and its adapter", approved(EXCHANGE_NEG_RISK, ADAPTER), {
    "ordinary BUY": EXCHANGE,
    "ordinary SELL": EXCHANGE,
    "second BUY": EXCHANGE_V3,
    "second SELL": EXCHANGE_V3,
  }],
  ["the exchange of neg-risk, and an adapter that the venue does not ask for", {
    ...approved(EXCHANGE, EXCHANGE_V3, EXCHANGE_NEG_RISK, NEW_ADAPTER),
    [ADAPTER]: "0",
  }, { "negRisk BUY": ADAPTER, "negRisk SELL": ADAPTER }],
  ["shares alone", { collateral: false, shares: true }, {
    "ordinary BUY": EXCHANGE,
    "negRisk BUY": EXCHANGE_NEG_RISK,
    "second BUY": EXCHANGE_V3,
  }],
  ["money, and shares for the exchange", { collateral: MAX, shares: { [EXCHANGE]: MAX } }, {
    "negRisk SELL": EXCHANGE_NEG_RISK,
    "second SELL": EXCHANGE_V3,
  }],
])("a wallet that approved %s places what that allows", async (_, allowances, lacking) => {
  const trader = await book.trader();
  const shares = Object.fromEntries(Object.values(MARKETS).map(({ tokenId }) => [tokenId, "10"]));
  await book.put("/__account", { address: trader.address, allowances, shares });
  const refused: Record<string, string> = {};
  for (const [kind, market] of Object.entries(MARKETS)) {
    for (const side of ["BUY", "SELL"] as const) {
      await book.putBook(market.tokenId, { bids: [["0.5", "1000"]], asks: [["0.5", "1000"]] });
      const [makerAmount, takerAmount] = side === "BUY" ? [5e6, 10e6] : [10e6, 5e6];
      const order = { ...market, side, makerAmount: makerAmount!, takerAmount: takerAmount! };
      const { error } = (await trader.post(order)).body;
      const [, spender] =
        /allowance is not enough -> spender: (0x\w+), allow/.exec(String(error)) ??
          [];
      if (error !== undefined) refused[`${kind} ${side}`] = spender ?? String(error);
    }
  }
  expect(refused).toEqual(lacking);
});
