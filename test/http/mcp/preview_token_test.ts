import { describe, expect, test } from "bun:test";
import { Layer, ManagedRuntime } from "effect";
import fc from "fast-check";
import { PREVIEW_MS, TOLD_MS } from "../../../adapters/http/mcp/preview_token.ts";
import { IDEMPOTENCY_MS } from "../../../core/order/mod.ts";
import { randomKey } from "../account/keyed_server.ts";
import { NOW_MS } from "../edge/test_server.ts";
import { makeOrderWorld } from "../order/order_world.ts";
import { type Client, orderOf, sentCount, tokenOf } from "./previewed_order.ts";
import { rpcClient } from "./rpc_client.ts";

/** A key of the same account that may do everything. */
const otherKey = async ({ server }: Client) => (await server.issue(["read", "trade"])).text;

describe("a token", () => {
  test("places until two minutes have passed by the service's clock, and not after", async () => {
    const client = await rpcClient();
    const { clock } = client.server;
    clock.stillMs = NOW_MS;
    const [early, late] = [await tokenOf(client), await tokenOf(client)];
    clock.stillMs = NOW_MS + PREVIEW_MS - 1;
    expect((await client.call("place_order", { previewToken: early })).isError).toBe(false);
    clock.stillMs = NOW_MS + PREVIEW_MS;
    const { isError, structuredContent } = await client.call("place_order", { previewToken: late });
    expect([isError, structuredContent]).toMatchObject([true, {
      error: "Cannot use the previewToken: it has expired",
      code: "bad_request",
    }]);
    expect(await sentCount(client)).toBe(1);
  });

  test("of a day ago is not said to have placed nothing, and places nothing now", async () => {
    const client = await rpcClient();
    const { clock } = client.server;
    clock.stillMs = NOW_MS;
    const previewToken = await tokenOf(client);
    const first = await client.call("place_order", { previewToken });
    clock.stillMs = NOW_MS + PREVIEW_MS + TOLD_MS - 1;
    expect(await client.call("place_order", { previewToken })).toEqual(first);
    for (const afterMs of [PREVIEW_MS + TOLD_MS, IDEMPOTENCY_MS + 1, 10 * IDEMPOTENCY_MS]) {
      clock.stillMs = NOW_MS + afterMs;
      const { isError, structuredContent } = await client.call("place_order", { previewToken });
      expect([isError, structuredContent["code"]]).toEqual([true, "bad_request"]);
      expect(structuredContent["hint"]).toContain("an earlier one may have");
      expect(structuredContent["hint"]).toContain("/api/v1/orders/history");
    }
    expect(await sentCount(client)).toBe(1);
  });

  test("that has placed an order is not said to have placed nothing, whoever asks", async () => {
    const client = await rpcClient();
    const previewToken = await tokenOf(client);
    await client.call("place_order", { previewToken });
    const askers = [[previewToken, await otherKey(client)], [previewToken.slice(1)]] as const;
    for (const [sent, key] of askers) {
      const { structuredContent } = await client.call("place_order", { previewToken: sent }, key);
      expect(structuredContent["hint"]).toMatch(/^This call placed nothing/);
      expect(structuredContent["hint"]).not.toContain("Nothing was placed");
    }
    expect(await sentCount(client)).toBe(1);
  });

  test("of another key of the account is refused, and so is one of another account", async () => {
    const client = await rpcClient();
    const previewToken = await tokenOf(client);
    const byOther = await client.call("place_order", { previewToken }, await otherKey(client));
    expect(byOther.structuredContent).toMatchObject({
      error: "Cannot use the previewToken: it was issued to another API key of this account",
      code: "forbidden",
    });
    const stranger = await strangerKey(client);
    const byStranger = await client.call("place_order", { previewToken }, stranger);
    expect(byStranger.structuredContent).toMatchObject({
      error: "Cannot use the previewToken: it was issued to another account",
      code: "forbidden",
    });
    expect(await sentCount(client)).toBe(0);
  });

  test.each(["", "x", "a.b", ".", "..", "=".repeat(50), "é".repeat(60)])(
    "that is none, %p, is refused",
    async (previewToken) => {
      const client = await rpcClient();
      const { isError, structuredContent } = await client.call("place_order", { previewToken });
      expect([isError, structuredContent["error"]])
        .toEqual([true, "Cannot read the previewToken"]);
    },
  );

  test.each([[{}], [{ previewToken: 5 }], [{ previewToken: null }], [{ token: "x" }]])(
    "is text under its name, and not %j",
    async (args) => {
      const client = await rpcClient();
      const { isError, structuredContent } = await client.call("place_order", args);
      expect([isError, structuredContent["code"]]).toEqual([true, "bad_request"]);
    },
  );

  test("with any other character is refused, and places nothing", async () => {
    const client = await rpcClient();
    const token = await tokenOf(client);
    const chars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const changes = fc.record({
      at: fc.nat({ max: token.length - 1 }),
      to: fc.constantFrom(...chars),
    });
    await fc.assert(fc.asyncProperty(changes, async ({ at, to }) => {
      fc.pre(token[at] !== to);
      const previewToken = token.slice(0, at) + to + token.slice(at + 1);
      const { isError, structuredContent } = await client.call("place_order", { previewToken });
      expect([isError, structuredContent["code"]]).toEqual([true, "bad_request"]);
    }));
    // The last character of base64url has bits that mean nothing.
    for (const to of chars) {
      if (token.endsWith(to)) continue;
      const previewToken = token.slice(0, -1) + to;
      expect((await client.call("place_order", { previewToken })).isError).toBe(true);
    }
    expect(await sentCount(client)).toBe(0);
    expect((await client.call("place_order", { previewToken: token })).isError).toBe(false);
  });

  test("holds on another replica of the same store, and places no second order there", async () => {
    const world = makeOrderWorld();
    const ports = await ManagedRuntime.make(world.layer).context();
    const shared = { ...world, layer: Layer.succeedContext(ports) };
    const [one, other] = [await rpcClient({}, shared), await rpcClient({}, shared)];
    const [id, key] = [crypto.randomUUID(), randomKey()];
    for (const { server } of [one, other]) await server.issue(["read", "trade"], key, { id });
    const preview = await one.call("preview_order", orderOf(one), key);
    const { previewToken } = preview.structuredContent;
    const placed = await other.call("place_order", { previewToken }, key);
    expect(placed.isError).toBe(false);
    expect(await one.call("place_order", { previewToken }, key)).toEqual(placed);
    expect([await sentCount(one), await sentCount(other)]).toEqual([1, 0]);
  });
});

/** A key of an account of its own. */
async function strangerKey({ server }: Client): Promise<string> {
  const account = { id: crypto.randomUUID(), email: "other@example.com", createdMs: NOW_MS };
  await server.runPromise(server.store.addAccount(account));
  const { text } = await server.issue(["read", "trade"], randomKey(), { accountId: account.id });
  return text;
}
