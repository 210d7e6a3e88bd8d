import { afterAll, expect, test } from "bun:test";
import { generatePrivateKey } from "viem/accounts";
import { control } from "../../kit/support.ts";
import { ADAPTER, claimV1, startChain } from "./chain_world.ts";

const world = startChain();
afterAll(() => world.stop());
const { book, money, owner, pass, resolve, tokens } = world;

/** Long enough for a trade to be final. */
const SETTLED_MS = 4_000;

/** Has a new wallet, which signs for itself, buy twenty shares at forty cents. */
const buy = async () => {
  const market = book.stageMarket();
  await book.putBook(market.yes, { bids: [["0.30", "100"]], asks: [["0.40", "100"]] });
  const privateKey = generatePrivateKey();
  const { post, call } = await book.trader({}, privateKey);
  const { address, mine } = owner(privateKey);
  const { yes: tokenId } = market;
  await post({ tokenId, side: "BUY", makerAmount: 8e6, takerAmount: 20e6 });
  const sell = (shares: number) =>
    post({ tokenId, side: "SELL", makerAmount: shares * 1e6, takerAmount: shares * 0.3e6 });
  const onBook = async () => {
    const query = `asset_type=CONDITIONAL&token_id=${tokenId}&signature_type=0`;
    return BigInt(String((await call("GET", `/balance-allowance?${query}`)).body["balance"]));
  };
  return { market, address, mine, sell, onBook, claim: () => mine(ADAPTER, claimV1(market)) };
};

test("what was bought is on the chain once it is settled, and is claimed then", async () => {
  const { market, address, onBook, claim } = await buy();
  expect(await tokens(address, market)).toEqual([0n, 0n]);
  await resolve(market);
  // Mined in the next block, before the trade is final.
  expect((await claim()).logs).toEqual([]);
  pass(SETTLED_MS);
  expect(await tokens(address, market)).toEqual([20_000_000n, 0n]);
  expect(await onBook()).toBe(20_000_000n);
  await claim();
  expect([await money(address), await onBook()]).toEqual([10_012_000_000n, 0n]);
  pass(90_000);
  expect(await world.activity(address)).toMatchObject([
    { type: "REDEEM", size: 20, usdc_size: 20 },
    { type: "TRADE", size: 20, usdc_size: 8 },
  ]);
});

test("what was sold is not claimed, though the sale is not settled", async () => {
  const { market, address, claim, sell } = await buy();
  pass(SETTLED_MS);
  await sell(5);
  await resolve(market);
  await claim();
  pass(SETTLED_MS);
  expect(await money(address)).toBe(10_000_000_000n - 8_000_000n + 1_500_000n + 15_000_000n);
  expect(await tokens(address, market)).toEqual([0n, 0n]);
});

test("what failed on its way to the chain is never there", async () => {
  await control(`${book.url}/__settlement`, "POST", { failed: 1 });
  const { market, address, onBook, claim } = await buy();
  pass(SETTLED_MS);
  await resolve(market);
  await claim();
  expect([await money(address), await onBook()]).toEqual([10_000_000_000n, 0n]);
  expect(await tokens(address, market)).toEqual([0n, 0n]);
  await control(`${book.url}/__settlement`, "POST", {});
});
