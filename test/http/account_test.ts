import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { JsonNumber, parseExactJson } from "../../adapters/http/json_number.ts";
import { UNLIMITED } from "../../core/order/mod.ts";
import { newSecrets, newWallet } from "../contract/wallet_store_contract.ts";
import { keyedServer } from "./keyed_server.ts";

describe("the account of a key", () => {
  test("tells a wallet's limits exactly, and null where there is none", async () => {
    const { ask, issue, runPromise, wallets } = await keyedServer();
    const { text } = await issue(["read"]);
    const overview = async () => (await ask("/api/v1/account", text)).text;
    const accountId = JSON.parse(await overview()).account.id;
    const limits = { ...UNLIMITED, orderMaxE6: Option.some(123_456_789_012_345_678n) };
    const wallet = newWallet(accountId, { limits });
    await runPromise(wallets.add({ wallet, secrets: newSecrets() }));
    expect(parseExactJson(await overview())).toMatchObject({
      wallets: [{
        id: wallet.id,
        max_order_usdc: new JsonNumber("123456789012.345678"),
        max_daily_usdc: null,
      }],
    });
    await runPromise(
      wallets.setLimits(wallet.id, { ...UNLIMITED, dayMaxE6: Option.some(2_500_000n) }),
    );
    expect(JSON.parse(await overview()).wallets).toMatchObject([
      { max_order_usdc: null, max_daily_usdc: 2.5 },
    ]);
  });
});
