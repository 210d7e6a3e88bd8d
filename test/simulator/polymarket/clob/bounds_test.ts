/** What the simulated venue keeps of a trader who never stops. @module */
import { describe, expect, test } from "bun:test";
import {
  makeAccounts,
  sharesOf,
  TOKENS_MAX,
  WALLETS_MAX,
} from "../../../../app/simulator/polymarket/clob/accounts.ts";
import { KEYS_MAX, makeApiKeys } from "../../../../app/simulator/polymarket/clob/api_keys.ts";
import { makeBooks, TRADED_MAX } from "../../../../app/simulator/polymarket/clob/books.ts";
import { FUNDERS_MAX, makeFunders } from "../../../../app/simulator/polymarket/clob/funders.ts";
import {
  makeLiquidity,
  REPLACED_MAX,
  USED_MAX,
} from "../../../../app/simulator/polymarket/clob/liquidity.ts";
import type { Markets } from "../../../../app/simulator/polymarket/clob/markets.ts";
import {
  makeLedger,
  ORDERS_MAX,
  type PlacedOrder,
} from "../../../../app/simulator/polymarket/clob/placed_order.ts";
import {
  BUCKETS_MAX,
  makeRateBuckets,
} from "../../../../app/simulator/polymarket/clob/rate_bucket.ts";
import {
  makeTradeLog,
  type Trade,
  TRADES_MAX,
} from "../../../../app/simulator/polymarket/clob/trade_log.ts";
import type { TradedMarket } from "../../../../app/simulator/polymarket/clob/traded_market.ts";

const ONE_E6 = 1_000_000n;
/** More of each thing than is kept. */
const MORE = 100;

const times = (count: number, act: (number: number) => void) => {
  for (let number = 0; number < count; number++) act(number);
};
const marketOf = (number: number) =>
  ({
    conditionId: `c${number}`,
    tokenIds: [`${number}`, `other ${number}`],
  }) as never as TradedMarket;
const orderOf = (number: number) =>
  ({ id: `0x${number}`, status: "live", market: marketOf(number) }) as never as PlacedOrder;

describe("a wallet", () => {
  test("keeps the shares of the tokens that it traded last", () => {
    const accounts = makeAccounts();
    const buy = (tokenId: string) =>
      accounts.move("0xA", { tokenId, moneyE6: 0n, sharesE6: ONE_E6 });
    const held = (tokenId: string) => sharesOf(accounts.of("0xa"), tokenId) / ONE_E6;
    buy("kept");
    times(TOKENS_MAX - 1, (number) => buy(`${number}`));
    buy("kept");
    times(MORE, (number) => buy(`more ${number}`));
    expect(accounts.of("0xa").sharesE6.size).toBe(TOKENS_MAX);
    expect([held("kept"), held("0"), held(`more ${MORE - 1}`)]).toEqual([1_002n, 1_000n, 1_001n]);
  });

  test("is a new one again after so many others", () => {
    const accounts = makeAccounts();
    times(WALLETS_MAX + 1, (number) => accounts.put(`${number}`, { balanceE6: 1n }));
    expect(accounts.of("0").balanceE6).toBe(10_000n * ONE_E6);
    expect(accounts.of("1").balanceE6).toBe(1n);
    expect(accounts.payerOf({ maker: "none", signer: "0" })).toBe("none");
    expect(accounts.payerOf({ maker: "none", signer: "1" })).toBe("1");
  });
});

test("the ledger drops the oldest orders that have ended, and none that rests", () => {
  const ledger = makeLedger();
  const resting = orderOf(-1);
  ledger.add(resting);
  times(3 * ORDERS_MAX, (number) => {
    const placed = orderOf(number);
    ledger.add(placed);
    ledger.mark(placed, number % 2 === 0 ? "matched" : "canceled");
    if (number % 1_000 === 0) expect(ledger.all().length).toBeLessThanOrEqual(ORDERS_MAX);
  });
  expect(ledger.byId(resting.id)).toBe(resting);
  expect(ledger.byId("0x0")).toBeUndefined();
  // The newest are still there, in the order of acceptance.
  const ids = ledger.all().slice(1).map(({ id }) => Number(id.slice(2)));
  expect(ids.length).toBeGreaterThanOrEqual(ORDERS_MAX / 2 - 1);
  expect(ids).toEqual(ids.map((_, at) => 3 * ORDERS_MAX - ids.length + at));
});

test("the log of trades keeps the latest", () => {
  const trades = makeTradeLog();
  times(TRADES_MAX + MORE, (number) => trades.add({ id: `${number}` } as never as Trade));
  expect(trades.all().length).toBe(TRADES_MAX);
  expect(trades.all()[0]?.id).toBe(`${MORE}`);
});

describe("the books", () => {
  const liquidityAt = (nowMs: () => number) =>
    makeLiquidity({
      worldLevels: () => ({ bids: [], asks: [{ priceE6: 500_000n, sizeE6: 9n * ONE_E6 }] }),
      nowMs,
    });

  test("know the last trades of so many tokens", () => {
    const books = makeBooks({
      markets: { byToken: (id: string) => marketOf(Number(id)) } as never as Markets,
      liquidity: liquidityAt(() => 0),
      ledger: makeLedger(),
      lastTradeE6: () => undefined,
      nowMs: () => 0,
    });
    times(TRADED_MAX / 2 + 1, (number) => books.traded(marketOf(number), `${number}`, 400_000n));
    expect(books.book("0")?.lastTradePriceE6).toBeUndefined();
    expect(books.book("1")?.lastTradePriceE6).toBe(400_000n);
  });

  test("fill up again after so many levels were taken from", () => {
    const liquidity = liquidityAt(() => 0);
    const taking = { side: "BUY", priceE6: 500_000n, sizeE6: ONE_E6 } as const;
    times(
      USED_MAX + 1,
      (number) => liquidity.take(marketOf(number), { ...taking, tokenId: `${number}` }),
    );
    const left = (number: number) =>
      liquidity.levels(marketOf(number), `${number}`).asks[0]?.sizeE6;
    expect([left(0), left(1)]).toEqual([9n * ONE_E6, 8n * ONE_E6]);
  });

  test("are the world's again after so many were replaced", () => {
    const liquidity = liquidityAt(() => 0);
    times(REPLACED_MAX + 1, (number) => liquidity.put(`${number}`, { bids: [], asks: [] }));
    const offers = (number: number) => liquidity.levels(marketOf(number), `${number}`).asks.length;
    expect([offers(0), offers(1)]).toEqual([1, 0]);
  });
});

describe("what is kept of a key is forgotten after so many others:", () => {
  test("its contract", () => {
    const funders = makeFunders();
    const learn = (number: number) =>
      funders.learn({
        address: `${number}`,
        order: { signatureType: 1, maker: "0xM" },
      } as never as PlacedOrder);
    times(FUNDERS_MAX + 1, learn);
    expect([funders.of("0", "1"), funders.of("1", "1")]).toEqual([undefined, "0xm"]);
  });

  test("what it used of its limits", () => {
    const buckets = makeRateBuckets(() => 0);
    const take = (signer: string) =>
      Number(
        buckets.take(signer, { counted: "orders", count: 10, tier: "standard", limits: "enforced" })
          .headers["Poly-RateLimit-Remaining"],
      );
    times(BUCKETS_MAX + 1, (number) => void take(`${number}`));
    expect([take(`${BUCKETS_MAX}`), take("0")]).toEqual([40, 50]);
  });

  test("its nonces", () => {
    const keys = makeApiKeys(1);
    const first = keys.create("0", "0");
    expect(keys.create("0", "0")).toBeUndefined();
    times(KEYS_MAX, (number) => void keys.create(`${number + 1}`, "0"));
    expect(keys.create("0", "0")).toEqual(first);
  });
});
