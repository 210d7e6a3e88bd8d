import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { type LevelText, type OrderFields, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** The venue's rules of an order: a kinder venue would hide what the service writes wrongly. */
const NOON = "2026-11-20T12:00:00Z";
const NOW_SEC = ms(NOON) / 1000;
const book = startOrderBook(makeStillClock(ms(NOON)));
afterAll(() => book.stop());

let trader: Trader;
beforeEach(async () => void (trader = await book.trader()));

/** One order, in a market of its own whose bids are 50 at 0.4, and its asks 10 at 0.5, 5 at 0.6. */
interface Given extends Partial<OrderFields> {
  readonly buys?: number;
  readonly sells?: number;
  /** What the shares are bought or sold for. */
  readonly money: number;
  readonly asks?: ReadonlyArray<LevelText>;
  readonly market?: Readonly<Record<string, unknown>>;
  readonly account?: Readonly<Record<string, unknown>>;
}

const ASKS = [["0.6", "5"], ["0.5", "10"]] as const;

async function placed({ buys, sells, money, asks = ASKS, market, account, ...terms }: Given) {
  const { yes } = book.stageMarket(market);
  await book.putBook(yes, { bids: [["0.4", "50"]], asks });
  const shares = { [yes]: String(sells ?? 0) };
  await book.put("/__account", { address: trader.address, shares, ...account });
  const amounts = [money * 1e6, (buys ?? sells ?? 0) * 1e6] as const;
  const [makerAmount, takerAmount] = sells === undefined ? amounts : amounts.toReversed();
  const before = (await book.orders()).length;
  const { status, body } = await trader.post({
    tokenId: yes,
    side: sells === undefined ? "BUY" : "SELL",
    makerAmount: makerAmount ?? 0,
    takerAmount: takerAmount ?? 0,
    ...terms,
  });
  return { status, error: body["error"], added: (await book.orders()).length - before };
}

const UNFILLED = /^order couldn't be fully filled. FOK orders are fully filled or killed.$/;
const NOTHING = /^no orders found to match with FAK order. FAK .* if no match is found.$/;
const decimals = (side: string, max: number) =>
  new RegExp(`^invalid amounts, the market ${side} .* of 2 decimals, taker .* of ${max} decimals$`);
const range = (price: string) =>
  new RegExp(`^invalid price \\(${price}\\), min: 0.01 - max: 0.99$`);
const SMALL = /^order 0x[0-9a-f]{64} is invalid\. Size \(4\.99\) lower than the minimum: 5$/;
const tick = (price: string) =>
  new RegExp(`^order 0x\\w{64} is invalid\\. Price \\(${price}\\d*\\) breaks .* size rule: 0.01$`);
const DOLLAR = /^invalid amount for a marketable BUY order \(\$0\.7\), min size: \$1$/;
const CROSSES = /^invalid post-only order: order crosses book$/;
const ENDS = /^invalid expiration$/;
const lacking = (rest: string) =>
  new RegExp(`^not enough balance / allowance: the balance is not enough -> balance: ${rest}$`);
const DEPOSIT = /^maker address not allowed, please use the deposit wallet flow$/;
const CLOSED_ONLY = /^'0x\w{40}' address in closed only mode$/;
const NO_BOOK = /^No orderbook exists for the requested token id$/;
const NOT_READY = /^the market is not yet ready to process new orders$/;
const GTC = { orderType: "GTC" } as const;
const GTD = { orderType: "GTD" } as const;
const FAK = { orderType: "FAK" } as const;
const FEES = { feesEnabled: true, feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true } };
const ticks = (orderPriceMinTickSize: number) => ({ orderPriceMinTickSize });
const CLOSED = { closed: true, outcomePrices: '["1", "0"]' };
const CHEAP = [["0.27", "100"]] as const;

describe("an order is refused", () => {
  test.each<[string, Given, RegExp]>([
    ["that cannot be bought whole", { buys: 12, money: 6 }, UNFILLED],
    ["that cannot be sold whole", { sells: 51, money: 20.4 }, UNFILLED],
    ["whose shares are rounded up", { buys: 18.5186, money: 5, asks: CHEAP }, UNFILLED],
    ["that finds nothing to take", { buys: 10, money: 4, ...FAK }, NOTHING],
    ["of less than a dollar", { buys: 1.4, money: 0.7 }, DOLLAR],
    ["of less than a dollar, in part", { buys: 1.4, money: 0.7, ...FAK }, DOLLAR],
    ["below the minimum that rests", { sells: 4.99, money: 1.996, ...GTC }, SMALL],
    ["below the minimum", { sells: 4.99, money: 1.996 }, SMALL],
    ["below the minimum, in part", { sells: 4.99, money: 1.996, ...FAK }, SMALL],
    ["between ticks that rests", { buys: 20, money: 10.1, ...GTC }, tick("0.505")],
    ["between ticks", { buys: 20, money: 10.1 }, tick("0.505")],
    ["hardly between ticks", { buys: 9.9999, money: 5, ...FAK }, tick("0.500005")],
    ["at no price", { sells: 20, money: 0.000001 }, range("0")],
    ["at a price of 1", { sells: 20, money: 20 }, range("1")],
    ["above 1", { sells: 20, money: 24 }, range("1.2")],
    ["of money with three decimals", { buys: 8.002, money: 4.001 }, decimals("buy", 4)],
    ["of shares with five decimals", { buys: 9.99995, money: 5 }, decimals("buy", 4)],
    ["that sells three decimals", { sells: 10.005, money: 4.002 }, decimals("sell", 4)],
    ["in dimes, of four", { sells: 5.55, money: 0.5551, market: ticks(0.1) }, decimals("sell", 3)],
    ["in cents, of five", { sells: 5.55, money: 0.16651 }, decimals("sell", 4)],
    [
      "in half cents, of six",
      { sells: 10.11, money: 0.050551, market: ticks(0.005) },
      decimals("sell", 5),
    ],
    ["in mills, of six", { buys: 16.666665, money: 5, market: ticks(0.001) }, decimals("buy", 5)],
    ["post-only, and crosses", { buys: 20, money: 10, ...GTC, postOnly: true }, CROSSES],
    ["that ends too soon", { buys: 20, money: 9, ...GTD, expiration: NOW_SEC + 179 }, ENDS],
    ["that ends, but not when", { buys: 20, money: 9, ...GTD }, ENDS],
    ["that may not end", { buys: 20, money: 9, ...GTC, expiration: NOW_SEC + 600 }, ENDS],
    [
      "that its balance does not pay",
      { buys: 8, money: 4, account: { balance: "3.999999" } },
      lacking("3999999, order amount: 4000000"),
    ],
    [
      "whose fee its balance does not pay",
      { buys: 8, money: 4, market: FEES, account: { balance: "4.139999" } },
      lacking("4139999, sum of matched orders: 0, order amount \\(inc. fees\\): 4140000"),
    ],
    ["past the deposit flow", { buys: 8, money: 4, account: { depositWalletOnly: true } }, DEPOSIT],
    ["of a sell-only address", { buys: 8, money: 4, account: { closedOnly: true } }, CLOSED_ONLY],
    [
      "of a banned address",
      { sells: 10, money: 4, account: { banned: true } },
      /' address banned$/,
    ],
    ["of an unknown token", { buys: 8, money: 4, tokenId: "123" }, NO_BOOK],
    ["of a closed market", { buys: 8, money: 4, market: CLOSED }, NO_BOOK],
    ["of a market not ready", { buys: 8, money: 4, market: { acceptingOrders: false } }, NOT_READY],
  ])("%s", async (_, given, error) => {
    const status = error === NO_BOOK ? 404 : 400;
    expect(await placed(given))
      .toEqual({ status, error: expect.stringMatching(error), added: 0 });
  });

  test("that its wallet cannot pay for beside its other orders", async () => {
    await placed({ buys: 20, money: 9, ...GTC, account: { balance: "12" } });
    const counted = "sum of active orders: 9000000, sum of matched orders: 0";
    expect((await placed({ buys: 8, money: 4 })).error)
      .toMatch(lacking(`12000000, ${counted}, order amount \\(inc. fees\\): 4000000`));
  });
});

test.each<[string, Given]>([
  ["of exactly a dollar", { buys: 2, money: 1 }],
  ["whose shares are rounded down", { buys: 18.5185, money: 5, asks: CHEAP }],
  ["in mills, of five", { buys: 7.14286, money: 5, market: ticks(0.001), ...FAK }],
  ["in dimes, of three", { sells: 5.55, money: 0.555, market: ticks(0.1) }],
  ["in cents, of four", { sells: 5.55, money: 0.1665 }],
  ["in half cents, of five", { sells: 10.11, money: 0.05055, market: ticks(0.005) }],
  ["that is post-only and rests", { buys: 20, money: 9, ...GTC, postOnly: true }],
  ["that ends in two minutes", { buys: 20, money: 9, ...GTD, expiration: NOW_SEC + 180 }],
  ["whose fee is just paid", { buys: 8, money: 4, market: FEES, account: { balance: "4.14" } }],
  ["that closes, of an address that may", { sells: 10, money: 4, account: { closedOnly: true } }],
])("an order is taken %s", async (_, given) => {
  expect(await placed(given)).toEqual({ status: 200, error: undefined, added: 1 });
});
