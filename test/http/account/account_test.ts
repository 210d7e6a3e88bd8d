import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Option } from "effect";
import { AccountBody } from "../../../adapters/http/account/wire_account.ts";
import { JsonNumber, parseExactJson } from "../../../core/json/mod.ts";
import { UNLIMITED, type Wallet, type WalletRights } from "../../../core/order/mod.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { keyedServer } from "./keyed_server.ts";
import "../edge/wire_formats.ts";

async function walletsOf(ask: Awaited<ReturnType<typeof keyedServer>>["ask"], key: string) {
  const { status, text, body } = await ask("/api/v1/account", key);
  expect(status).toBe(200);
  const closed = { ...AccountBody, additionalProperties: false };
  expect([...Value.Errors(closed, body)]).toEqual([]);
  return JSON.parse(text) as {
    account: { id: string };
    wallets: ReadonlyArray<Readonly<Record<string, unknown>>>;
  };
}

describe("the account of a key", () => {
  test("returns a wallet's limits exactly, and null if there is none", async () => {
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
      { max_order_usdc: null, max_daily_usdc: 2.5, claim_policy: "off" },
    ]);
  });

  test("returns what a wallet can trade, by market kind and side, and what it lacks", async () => {
    const { ask, issue, runPromise, wallets } = await keyedServer();
    const { text } = await issue(["read"]);
    const accountId = (await walletsOf(ask, text)).account.id;
    const rights: WalletRights = new Map([
      ["collateral:exchange", true],
      ["shares:exchange", true],
      ["collateral:neg_risk_exchange", true],
      ["collateral:neg_risk_adapter", false],
      ["collateral:exchange_v3", true],
    ]);
    const add = (fields: Partial<Wallet>) =>
      runPromise(wallets.add({ wallet: newWallet(accountId, fields), secrets: newSecrets() }));
    await add({ rights, clobApiKey: Option.some("key"), createdMs: 1 });
    await add({ rights, createdMs: 2 });
    const [ready, keyless] = (await walletsOf(ask, text)).wallets;
    const lacks = (side: string, right: string, known: boolean) => ({
      side,
      approval: `give(${right})`,
      known,
    });
    expect(ready).toMatchObject({ ready: true, missing: [] });
    expect(ready?.["ready_for"]).toEqual([
      { market: "v1", buy: true, sell: true, missing: [] },
      {
        market: "v1_neg_risk",
        buy: false,
        sell: false,
        missing: [
          lacks("buy", "collateral:neg_risk_adapter", true),
          lacks("sell", "shares:neg_risk_exchange", false),
          lacks("sell", "shares:neg_risk_adapter", false),
        ],
      },
      {
        market: "v2",
        buy: true,
        sell: false,
        missing: [lacks("sell", "shares:exchange_v3", false)],
      },
    ]);
    expect(keyless).toMatchObject({
      ready: false,
      missing: ["clob_api_key"],
      ready_for: [{ market: "v1", buy: false, sell: false, missing: [] }, {}, {}],
    });
  });
});
