import { describe, expect, test } from "bun:test";
import { type Right, RIGHTS } from "../../../core/order/mod.ts";
import { layerSecretBoxOff } from "../../../adapters/node_crypto/secret_box.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { type BodyTexts, orderClient } from "./order_client.ts";
import { makeOrderWorld } from "./order_world.ts";

const NEG_RISK: BodyTexts = { slug: `"candidate-a"`, outcome: `"Yes"`, amount: "20" };
const SELL: BodyTexts = { side: `"SELL"`, amount: "5" };

describe("what a wallet was allowed decides what it may trade", () => {
  test.each<[given: ReadonlyArray<Right>, fields: BodyTexts, lacking: string | undefined]>([
    [["collateral:exchange"], {}, undefined],
    [["shares:exchange"], SELL, undefined],
    [["shares:exchange"], {}, "give(collateral:exchange)"],
    [
      ["collateral:exchange"],
      NEG_RISK,
      "give(collateral:neg_risk_exchange) and give(collateral:neg_risk_adapter)",
    ],
  ])("%j for %j lacks %p", async (given, fields, lacking) => {
    const rights = new Map(RIGHTS.map((right) => [right, given.includes(right)]));
    const { place, exchange } = await orderClient({ rights });
    for (const dryRun of ["true", "false"]) {
      const { status, body } = await place({ ...fields, dryRun });
      if (lacking === undefined) expect(status).toBe(200);
      else {
        expect([status, body["code"]]).toEqual([403, "forbidden"]);
        expect(body["hint"]).toStartWith(`It lacks ${lacking} from `);
      }
    }
    expect(exchange.receivedOrders).toHaveLength(lacking === undefined ? 1 : 0);
  });

  test("nothing: an unlisted market is reported first, and lists and cancels go on", async () => {
    const { wallet, place, list, cancel } = await orderClient({ rights: new Map() });
    expect((await place({ slug: `"nowhere"` })).status).toBe(404);
    expect((await list(`walletId=${wallet.id}`)).status).toBe(200);
    expect((await cancel(`walletId=${wallet.id}`)).status).toBe(200);
  });
});

describe("without the key to the wallets", () => {
  test.each([
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", {}],
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", { dryRun: true }],
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", { slug: "nowhere" }],
    ["GET", "/api/v1/orders", undefined],
    ["DELETE", "/api/v1/orders", undefined],
  ])("%s %s %j names the setting, though the account has no wallet", async (method, path, more) => {
    const orders = makeOrderWorld({ box: layerSecretBoxOff("WALLET_KEY") });
    const server = await keyedServer({ orders });
    const { text: key } = await server.issue(["read", "trade"]);
    const walletId = crypto.randomUUID();
    const fine = { walletId, slug: "btc-up", outcome: "Up", side: "BUY", amount: 10 };
    const init = more === undefined ? { method } : {
      method,
      headers: { "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify({ ...fine, ...more }),
    };
    const query = more === undefined ? `?walletId=${walletId}` : "";
    const { status, body } = await server.ask(`${path}${query}`, key, init);
    expect([status, body["code"]]).toEqual([503, "unavailable"]);
    expect(body["hint"]).toContain("WALLET_KEY");
    expect(JSON.stringify(body)).not.toContain(walletId);
    expect(orders.exchange.receivedOrders).toHaveLength(0);
    expect(await server.runPromise(server.wallets.ofAccount(ACCOUNT.id))).toEqual([]);
  });
});
