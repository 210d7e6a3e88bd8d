import { describe, expect, test } from "bun:test";
import { NOW_MS } from "../edge/test_server.ts";
import { ORDER_ID_EXAMPLE } from "../../../adapters/http/wire/order_id.ts";
import { limitOf, orderOf, sentCount, tokenOf } from "./previewed_order.ts";
import { rpcClient } from "./rpc_client.ts";

describe("preview_order", () => {
  test("is the dry run of the order route, with a token", async () => {
    const client = await rpcClient();
    client.server.clock.stillMs = NOW_MS;
    const { structuredContent } = await client.call("preview_order", orderOf(client));
    const { body } = await client.place({ dryRun: "true" });
    const { previewToken, expiresAt, limitPrice, latencyS, unsigned, ...preview } =
      structuredContent;
    expect(preview).toEqual({
      ok: true,
      status: "preview",
      order: body["order"],
      quote: body["quote"],
      fee: body["fee"],
    });
    expect(unsigned).toMatchObject({ side: "BUY", signatureType: 0 });
    expect(typeof latencyS).toBe("number");
    expect(limitPrice).toBe(0.4);
    expect(expiresAt).toBe(new Date(NOW_MS + 120_000).toISOString());
    expect(previewToken).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(await sentCount(client)).toBe(0);
  });

  test("keeps the caller's own limit, to the last digit", async () => {
    const client = await rpcClient();
    const { content } = await client.call(
      "preview_order",
      orderOf(client, { limitPrice: 0.654321 }),
    );
    expect(content[0]?.text).toContain('"limitPrice":0.654321');
  });

  test("takes null for what is not set, and its token places that order", async () => {
    const client = await rpcClient();
    const unset = { limitPrice: null, orderType: null, eventSlug: null };
    const { structuredContent } = await client.call("preview_order", orderOf(client, unset));
    expect(structuredContent["limitPrice"]).toBe(0.4);
    const { previewToken } = structuredContent;
    const placed = await client.call("place_order", { previewToken });
    expect(placed.structuredContent["status"]).toBe("matched");
    expect(await sentCount(client)).toBe(1);
  });

  test("makes no token for an order that has a field twice", async () => {
    const client = await rpcClient();
    const order = JSON.stringify(orderOf(client)).replace("}", `,"amount":50}`);
    const { text } = await client.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
        `"params":{"name":"preview_order","arguments":${order}}}`,
    );
    expect(text).toContain('two fields \\"amount\\"');
    expect(text).not.toContain("previewToken");
  });

  test("takes no dryRun, and refuses what the route refuses, in the same words", async () => {
    const client = await rpcClient();
    const withDryRun = await client.call("preview_order", orderOf(client, { dryRun: false }));
    expect(withDryRun.isError).toBe(true);
    expect(withDryRun.structuredContent["error"]).toBe('Cannot use body field "dryRun"');
    for (
      const [name, text] of [["slug", '"nothing"'], ["amount", '"10"'], ["side", "7"]] as const
    ) {
      const { body } = await client.place({ [name]: text, dryRun: "true" });
      const { structuredContent, isError } = await client.call(
        "preview_order",
        orderOf(client, { [name]: JSON.parse(text) }),
      );
      expect([isError, structuredContent]).toEqual([true, body]);
    }
  });
});

describe("place_order", () => {
  test("places what was previewed, once, however often it is asked for", async () => {
    const client = await rpcClient();
    const previewToken = await tokenOf(client);
    const first = await client.call("place_order", { previewToken });
    expect([first.isError, first.structuredContent["status"]]).toEqual([false, "matched"]);
    for (let again = 0; again < 3; again++) {
      const { structuredContent } = await client.call("place_order", { previewToken });
      expect(structuredContent).toEqual(first.structuredContent);
    }
    const together = await Promise.all(
      Array.from({ length: 5 }, () => client.call("place_order", { previewToken })),
    );
    for (const { structuredContent } of together) {
      expect(structuredContent["orderId"] ?? structuredContent["code"])
        .toBe(first.structuredContent["orderId"]);
    }
    expect(await sentCount(client)).toBe(1);
  });

  test("looks at no header of the message, only at the token", async () => {
    const client = await rpcClient();
    const call = async (name: string, args: object, sentKey: string) => {
      const params = { name, arguments: args };
      const { body } = await client.post(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        { "mcp-protocol-version": "2025-11-25", "idempotency-key": sentKey },
      );
      return body["result"];
    };
    const shown = await call("preview_order", orderOf(client), "no key has spaces");
    expect(shown).toMatchObject({ isError: false });
    const previewToken = await tokenOf(client);
    for (const sentKey of ["one", "another"]) {
      expect(await call("place_order", { previewToken }, sentKey)).toMatchObject({
        isError: false,
      });
    }
    expect(await sentCount(client)).toBe(1);
  });

  test("places one order for each token, also of the same order", async () => {
    const client = await rpcClient();
    const tokens = [await tokenOf(client), await tokenOf(client)];
    expect(tokens[0]).not.toBe(tokens[1] ?? "");
    for (const previewToken of tokens) await client.call("place_order", { previewToken });
    expect(await sentCount(client)).toBe(2);
  });

  test("trades at no price worse than that of the preview", async () => {
    const client = await rpcClient();
    const previewToken = await tokenOf(client);
    client.exchange.putBook("11", {
      bids: [],
      asks: [{ priceE6: 410_000n, sizeE6: 100_000_000n }],
    });
    const { isError, structuredContent } = await client.call("place_order", { previewToken });
    expect([isError, structuredContent["code"]]).toEqual([true, "bad_request"]);
    expect(await sentCount(client)).toBe(0);
    // The limit that the caller sets itself is the one that holds.
    const wide = await tokenOf(client, { limitPrice: 0.45 });
    client.exchange.putBook("11", {
      bids: [],
      asks: [{ priceE6: 440_000n, sizeE6: 100_000_000n }],
    });
    expect((await client.call("place_order", { previewToken: wide })).isError).toBe(false);
  });

  test("spends what a lowered preview shows, and no more once the balance has grown", async () => {
    const client = await rpcClient();
    const { exchange, wallet } = client;
    exchange.putBalance(wallet.address, 30_500_000n);
    // The last of 30.5 USDC would be spent at 0.60, which the fee leaves no money for.
    exchange.putBook("11", {
      bids: [],
      asks: [300_000n, 600_000n].map((priceE6) => ({ priceE6, sizeE6: 100_000_000n })),
    });
    const previewToken = await tokenOf(client, { amount: 30.5 });
    exchange.putBalance(wallet.address, 100_000_000n);
    const { isError, structuredContent } = await client.call("place_order", { previewToken });
    expect([isError, structuredContent["order"]]).toMatchObject([false, { amount: 29.04 }]);
    expect(structuredContent["filled"]).toMatchObject({ usdc: 29.04 });
  });
});

describe("a limit order", () => {
  test("is previewed where it has a price and a size, and placed by its token", async () => {
    const client = await rpcClient();
    const preview = await client.call("preview_order", limitOf(client));
    expect(preview.structuredContent).toMatchObject({ status: "preview", quote: null, fee: null });
    expect(preview.structuredContent).not.toHaveProperty("limitPrice");
    expect(await sentCount(client)).toBe(0);
    const { previewToken } = preview.structuredContent;
    for (let again = 0; again < 2; again++) {
      const { isError, structuredContent } = await client.call("place_order", { previewToken });
      expect([isError, structuredContent]).toMatchObject([false, { status: "live" }]);
    }
    expect(await sentCount(client)).toBe(1);
  });

  test.each([
    [{ amount: 10 }, 'Cannot use body field "amount"'],
    [{ limitPrice: 0.5 }, 'Cannot use body field "limitPrice"'],
    [{ size: undefined }, 'Cannot use a body without "size"'],
  ])("with the terms of a market order, %j, is refused", async (fields, error) => {
    const client = await rpcClient();
    const { structuredContent } = await client.call("preview_order", {
      ...limitOf(client),
      ...fields,
    });
    expect(structuredContent["error"]).toBe(error);
    expect(structuredContent).not.toHaveProperty("previewToken");
  });
});

describe("the tools with keys", () => {
  test("place nothing without a key for each order, which routes may do without", async () => {
    const client = await rpcClient();
    const { walletId, ...order } = limitOf(client);
    const orders = [{ ...order, idempotencyKey: "a" }, order];
    const calls = [
      ["place_order_batch", { walletId, orders }],
      ["replace_order", { walletId, orderId: ORDER_ID_EXAMPLE, price: 0.3 }],
    ] as const;
    for (const [tool, args] of calls) {
      const { isError, structuredContent } = await client.call(tool, args);
      expect([isError, structuredContent]).toMatchObject([true, { reason: "invalid" }]);
      expect(structuredContent["error"]).toContain("idempotencyKey");
    }
    expect(await sentCount(client)).toBe(0);
  });
});

test("a refused order says why in one word", async () => {
  const client = await rpcClient();
  const { structuredContent } = await client.call("preview_order", {
    ...limitOf(client),
    slug: "nothing",
  });
  expect(structuredContent["reason"]).toBe("unknown_market");
});

describe("list_orders and cancel_orders", () => {
  test("answer as their routes do", async () => {
    const client = await rpcClient();
    const walletId = client.wallet.id;
    const listed = await client.call("list_orders", { walletId });
    expect(listed.structuredContent).toEqual((await client.list(`walletId=${walletId}`)).body);
    for (const unset of [{}, { market: null, asset_id: null }]) {
      const cancelled = await client.call("cancel_orders", { walletId, ...unset });
      expect(cancelled.structuredContent).toEqual({ ok: true, canceled: [], not_canceled: {} });
    }
  });

  test("cancel nothing where a filter has no value", async () => {
    const client = await rpcClient();
    const walletId = client.wallet.id;
    for (const filter of [{ market: "" }, { market: {} }, { asset_id: [] }]) {
      const { isError, structuredContent } = await client.call("cancel_orders", {
        walletId,
        ...filter,
      });
      expect([isError, structuredContent["code"]]).toEqual([true, "bad_request"]);
    }
  });
});
