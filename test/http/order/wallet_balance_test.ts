import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { layerSecretBoxOff } from "../../../adapters/node_crypto/secret_box.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { UNLIMITED } from "../../../core/order/mod.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { newOrder } from "../../contract/order_fixture.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { orderClient } from "./order_client.ts";
import { makeOrderWorld } from "./order_world.ts";

const DAY_MS = 86_400_000;
const limited = (dayMaxE6: bigint) => ({
  limits: { ...UNLIMITED, dayMaxE6: Option.some(dayMaxE6) },
});

/** What a client's wallet has and spent. */
async function fundsOf({ balance, wallet }: Awaited<ReturnType<typeof orderClient>>) {
  const { status, exact, headers } = await balance(`walletId=${wallet.id}`);
  expect(status).toBe(200);
  return { ...exact as Readonly<Record<string, unknown>>, cache: headers.get("x-cache") };
}

describe("GET /wallets/balance", () => {
  test("gives what the venue says and what was spent, to the last digit", async () => {
    const client = await orderClient(limited(12_345_678_901_234_567_890n));
    client.exchange.putBalance(client.wallet.address, 98_765_432_109_876_543_210n);
    const startMs = Date.now();
    expect(await fundsOf(client)).toMatchObject({
      ok: true,
      wallet_id: client.wallet.id,
      balance_usdc: new JsonNumber("98765432109876.54321"),
      balance_error: null,
      spent_today_usdc: new JsonNumber("0"),
      max_daily_usdc: new JsonNumber("12345678901234.56789"),
      left_today_usdc: new JsonNumber("12345678901234.56789"),
      cache: "MISS",
    });
    await client.place({ amount: "10.129" });
    const later = await fundsOf(client) as Record<string, unknown>;
    expect(later).toMatchObject({
      spent_today_usdc: new JsonNumber("10.12"),
      left_today_usdc: new JsonNumber("12345678901224.44789"),
    });
    const now = Date.parse(String(later["now"]));
    expect(Date.parse(String(later["balance_at"]))).toBeGreaterThanOrEqual(startMs);
    expect(Date.parse(String(later["balance_at"]))).toBeLessThanOrEqual(now);
    expect(Date.parse(String(later["day_ends_at"]))).toBe(now - now % DAY_MS + DAY_MS);
  });

  test("has nulls without a limit, and nothing left below a lowered one", async () => {
    const unlimited = await orderClient();
    expect(await fundsOf(unlimited)).toMatchObject({ max_daily_usdc: null, left_today_usdc: null });
    const client = await orderClient(limited(20_000_000n));
    await client.place();
    const { limits } = limited(4_000_000n);
    const { server: { runPromise, wallets }, wallet } = client;
    await runPromise(wallets.setLimits(wallet.id, limits));
    expect(await fundsOf(client)).toMatchObject({
      spent_today_usdc: new JsonNumber("10"),
      max_daily_usdc: new JsonNumber("4"),
      left_today_usdc: new JsonNumber("0"),
    });
  });

  test("says why there is no balance while the venue is down, and asks it again", async () => {
    const client = await orderClient(limited(50_000_000n));
    await client.place();
    client.setDown(true);
    expect(await fundsOf(client)).toMatchObject({
      balance_usdc: null,
      balance_at: null,
      balance_error: { error: expect.any(String), hint: expect.any(String) },
      spent_today_usdc: new JsonNumber("10"),
      left_today_usdc: new JsonNumber("40"),
      cache: "MISS",
    });
    // The cause is for the operator.
    expect(client.server.causes.join()).toContain("ProviderFailed");
    client.setDown(false);
    expect(await fundsOf(client)).toMatchObject({
      balance_usdc: expect.any(JsonNumber),
      balance_error: null,
    });
  });

  test("says so where the wallet is not provisioned, or its secrets cannot be opened", async () => {
    for (
      const [box, hint, cache] of [
        [undefined, "strikeline account wallet provision", "HIT"],
        [layerSecretBoxOff("WALLET_KEY"), "WALLET_KEY", "MISS"],
      ] as const
    ) {
      const orders = makeOrderWorld(box === undefined ? {} : { box });
      const server = await keyedServer({ orders });
      const { text: key } = await server.issue(["read"]);
      const wallet = newWallet(ACCOUNT.id, limited(5_000_000n));
      const createdMs = Date.now();
      const owner = { accountId: ACCOUNT.id, walletId: wallet.id };
      await server.runPromise(server.wallets.add({ wallet, secrets: newSecrets() }));
      await server.runPromise(OrderStore.use(({ add }) => add(newOrder(owner, { createdMs }))));
      const { status, body, headers } = await server.ask(
        `/api/v1/wallets/balance?walletId=${wallet.id}`,
        key,
      );
      expect([status, headers.get("x-cache")]).toEqual([200, cache]);
      expect(body).toMatchObject({
        balance_usdc: null,
        balance_error: { hint: expect.stringContaining(hint) },
        spent_today_usdc: 2.5,
        left_today_usdc: 2.5,
      });
    }
  });
});
