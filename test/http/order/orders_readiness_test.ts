import { describe, expect, test } from "bun:test";
import { type Right, RIGHTS, type WalletRights } from "../../../core/order/mod.ts";
import { layerSecretBoxOff } from "../../../adapters/node_crypto/secret_box.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { type BodyTexts, orderClient } from "./order_client.ts";
import { makeOrderWorld } from "./order_world.ts";

const SHARES_ADAPTER = "give(shares:neg_risk_adapter)";
const NEG_RISK: BodyTexts = { slug: `"candidate-a"`, outcome: `"Yes"`, amount: "20" };
const SELL: BodyTexts = { side: `"SELL"`, amount: "5" };

/** Every right but these is given; these are known not to be. */
function without(...missing: ReadonlyArray<Right>): WalletRights {
  return new Map(RIGHTS.map((right) => [right, !missing.includes(right)]));
}

function only(...given: ReadonlyArray<Right>): WalletRights {
  return new Map(RIGHTS.map((right) => [right, given.includes(right)]));
}

/** Places it, and previews it: both must answer the same. */
async function statusOf(rights: WalletRights, fields: BodyTexts) {
  const { place, exchange } = await orderClient({ rights });
  const preview = await place({ ...fields, dryRun: "true" });
  expect(exchange.receivedOrders).toHaveLength(0);
  const placed = await place(fields);
  expect(preview.status).toBe(placed.status);
  expect(exchange.receivedOrders).toHaveLength(placed.status === 200 ? 1 : 0);
  return { status: placed.status, hint: String(placed.body["hint"] ?? ""), body: placed.body };
}

describe("a wallet is checked for the requested market", () => {
  const ordinary = only("collateral:exchange", "shares:exchange");

  test("an ordinary market needs the ordinary exchange alone", async () => {
    expect((await statusOf(ordinary, {})).status).toBe(200);
    expect((await statusOf(ordinary, SELL)).status).toBe(200);
  });

  test("a neg-risk market needs its exchange and the adapter, and no more", async () => {
    const negRisk = only("collateral:neg_risk_exchange", "collateral:neg_risk_adapter");
    expect((await statusOf(negRisk, NEG_RISK)).status).toBe(200);
    const refusal = await statusOf(ordinary, NEG_RISK);
    expect([refusal.status, refusal.body["code"]]).toEqual([403, "forbidden"]);
    expect(refusal.hint).toContain(
      "It lacks give(collateral:neg_risk_exchange) and give(collateral:neg_risk_adapter) from ",
    );
  });

  test("a purchase needs the money's approvals, a sale those of shares", async () => {
    const rights = without("collateral:exchange", "shares:neg_risk_adapter");
    expect((await statusOf(rights, SELL)).status).toBe(200);
    const buying = await statusOf(rights, {});
    expect(buying.status).toBe(403);
    expect(buying.hint).toContain("It lacks give(collateral:exchange) from ");
    expect(buying.hint).not.toContain("shares");
    const selling = await statusOf(rights, { ...NEG_RISK, ...SELL });
    expect(selling.status).toBe(403);
    expect(selling.hint).toContain(`It lacks ${SHARES_ADAPTER} from `);
  });

  test("an unknown right counts as lacking, and is reported as such", async () => {
    const { status, hint, body } = await statusOf(new Map(), {});
    expect([status, body["error"]]).toEqual([
      403,
      expect.stringContaining("it lacks what ordinary V1 markets need"),
    ]);
    expect(hint).toStartWith("Provisioning has not seen give(collateral:exchange) from ");
    expect(hint).toContain("bun run account wallet provision ");
  });

  test("an unlisted market is reported before what the wallet lacks", async () => {
    const { place } = await orderClient({ rights: new Map() });
    expect((await place({ slug: `"nowhere"` })).status).toBe(404);
  });

  test("listing and cancelling need no approvals", async () => {
    const { wallet, list, cancel } = await orderClient({ rights: new Map() });
    expect((await list(`walletId=${wallet.id}`)).status).toBe(200);
    expect((await cancel(`walletId=${wallet.id}`)).status).toBe(200);
  });
});

describe("without the key to the wallets", () => {
  /** Nothing can be stored without it, so there is no wallet either. */
  const shut = async () => {
    const orders = makeOrderWorld({ box: layerSecretBoxOff("WALLET_KEY") });
    const server = await keyedServer({ orders });
    const { text: key } = await server.issue(["read", "trade"]);
    return { ...orders, server, key };
  };

  test.each([
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", {}],
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", { dryRun: true }],
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", { slug: "nowhere" }],
    ["GET", "/api/v1/orders", undefined],
    ["DELETE", "/api/v1/orders", undefined],
  ])("%s %s %j names the setting, though the account has no wallet", async (method, path, more) => {
    const { server, key, exchange } = await shut();
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
    expect(exchange.receivedOrders).toHaveLength(0);
    expect(await server.runPromise(server.wallets.ofAccount(ACCOUNT.id))).toEqual([]);
  });
});
