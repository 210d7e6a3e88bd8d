import { afterAll, describe, expect, test } from "bun:test";
import { numberToHex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { AUTO_REDEEMER, startChain } from "./chain_world.ts";

const world = startChain();
afterAll(() => world.stop());
const { activity, book, control, give, money, owner, pass, resolve, tokens } = world;

const FRESH = 10_000_000_000n;
const set = (share: number, after = 30) => control("/__auto_redeem", { share, after_s: after });

/** Gives a new wallet five winning shares of a resolved market. */
const win = async ({ yes = "5", no = "2", key = generatePrivateKey() } = {}) => {
  const market = book.stageMarket();
  const { address } = owner(key);
  await give(address, { [market.yes]: yes, [market.no]: no });
  await resolve(market);
  return { market, address };
};

describe("the venue's own claims", () => {
  test("are none until they are asked for", async () => {
    const { address } = await win();
    pass(3_600_000);
    expect(await money(address)).toBe(FRESH);
  });

  test("come so long after the resolution, whoever looks", async () => {
    await set(1);
    const { market, address } = await win();
    pass(29_999);
    expect(await money(address)).toBe(FRESH);
    pass(1);
    expect(await money(address)).toBe(FRESH + 5_000_000n);
    expect(await tokens(address, market)).toEqual([0n, 0n]);
  });

  test("are in the index at their instant, though nobody looked meanwhile", async () => {
    await set(1);
    const { address } = await win();
    const dueSec = Math.floor(world.clock.nowMs() / 1_000) + 30;
    pass(600_000);
    const [lost, won] = await activity(address);
    expect([lost, won]).toMatchObject([
      { type: "REDEEM", size: 2, usdc_size: 0, timestamp: dueSec },
      { type: "REDEEM", size: 5, usdc_size: 5, timestamp: dueSec },
    ]);
    const hash = won?.["transaction_hash"] as `0x${string}`;
    const { to, logs } = await world.reader.getTransactionReceipt({ hash });
    expect([to, logs.length]).toEqual([AUTO_REDEEMER, 3]);
  });

  test("are of wallets that approved them, and of winners", async () => {
    await set(1);
    const { address } = await win();
    await book.put("/__account", { address, allowances: { shares: { [AUTO_REDEEMER]: 0 } } });
    const loser = await win({ yes: "0", no: "2" });
    pass(60_000);
    expect([await money(address), await money(loser.address)]).toEqual([FRESH, FRESH]);
    expect(await tokens(loser.address, loser.market)).toEqual([0n, 2_000_000n]);
  });

  test("are a share of all", async () => {
    await set(0.5);
    const keys = Array.from({ length: 40 }, (_, i) => numberToHex(i + 1, { size: 32 }));
    const wallets = [];
    for (const key of keys) wallets.push(await win({ key }));
    pass(60_000);
    const balances = await Promise.all(wallets.map(({ address }) => money(address)));
    const redeemed = balances.filter((balance) => balance > FRESH).length;
    expect(redeemed).toBeGreaterThan(8);
    expect(redeemed).toBeLessThan(32);
    await set(0);
  });

  test.each([
    [{}, `"share" must be a number from 0 to 1`],
    [{ share: 1, after_s: -1 }, `"after_s" must be a number from 0 to 86400`],
  ])("are not set by %j", async (body, error) => {
    expect(await control("/__auto_redeem", body)).toEqual({ status: 400, body: { error } });
  });
});
