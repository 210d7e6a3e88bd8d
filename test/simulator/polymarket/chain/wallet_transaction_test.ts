import { expect, test } from "bun:test";
import { makeChainLog } from "../../../../app/simulator/polymarket/chain/chain_log.ts";
import { beginTransaction } from "../../../../app/simulator/polymarket/chain/wallet_transaction.ts";
import { makeAccounts } from "../../../../app/simulator/polymarket/clob/accounts.ts";

const WALLET = "0x00000000000000000000000000000000000000a1";

test("a transaction takes back nothing that a resting order of its wallet trades meanwhile", () => {
  const accounts = makeAccounts();
  const chain = makeChainLog();
  const { balanceE6 } = accounts.of(WALLET);
  let paidE6 = 0n;
  // Whoever looks at the chain has what is due done first, such as a trade.
  const trade = () => {
    paidE6 += 620_500n;
    accounts.move(WALLET, { tokenId: "1", moneyE6: -620_500n, sharesE6: 3_650_000n });
  };
  chain.tendBy(trade);
  trade();
  beginTransaction({ accounts, chain }, { address: WALLET, atMs: 0 }).commit("0x1");
  expect(accounts.of(WALLET).balanceE6).toBe(balanceE6 - paidE6);
});
