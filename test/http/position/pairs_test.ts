import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { BOOKLESS, PLAIN } from "../order/order_world.ts";
import { claimsClient } from "./claims_client.ts";

describe("POST /positions/split and /merge", () => {
  test("make shares of USDC, and USDC of shares, once a key", async () => {
    const { post, advance, chain, ask } = await claimsClient();
    const split = { slug: PLAIN.slug, size: 20.5 };
    await post("split", split, "split");
    await advance();
    await advance();
    const done = await post("split", split, "split");
    expect(done.body["split"]).toMatchObject({ kind: "split", state: "confirmed", usdc: -20.5 });
    expect((await ask()).data).toMatchObject([
      { outcome: "Up", shares: 30.5, cost_usdc: 15.55 },
      { outcome: "Down", shares: 20.5, cost_usdc: 10.25 },
    ]);
    await post("merge", split, "merge");
    await advance();
    await advance();
    expect((await post("merge", split, "merge")).body["merge"])
      .toMatchObject({ kind: "merge", state: "confirmed", usdc: 20.5 });
    expect(chain.usdcE6).toBe(100_000_000n);
    expect(chain.sent).toHaveLength(2);
  });

  test("are told once they are done, though what comes after them has no end", async () => {
    const { post, advance, chain } = await claimsClient();
    const split = { slug: PLAIN.slug, size: 20.5 };
    await post("split", split, "first");
    await post("split", { ...split, slug: BOOKLESS.slug }, "other");
    await advance();
    let reads = 0;
    // Nobody says what has become of the first one, and then all can be read again.
    chain.beforeRead = Effect.sync(() => void (chain.isUp = ++reads > 1));
    await advance();
    expect(chain.sent).toHaveLength(2);
    chain.isStalling = true;
    await advance();
    expect((await post("split", split, "first")).body["split"])
      .toMatchObject({ state: "confirmed", usdc: -20.5 });
    expect((await post("split", { ...split, slug: BOOKLESS.slug }, "other")).body["split"])
      .toMatchObject({ state: "sent" });
  });

  test("are refused beyond what the wallet has, with what that is", async () => {
    const { post } = await claimsClient();
    const split = await post("split", { slug: PLAIN.slug, size: 100.000001 });
    expect([split.status, split.body]).toMatchObject([400, {
      error: "Cannot split 100.000001: the wallet has 100 USDC on the chain",
      hint: "Send at most 100",
    }]);
    const merge = await post("merge", { slug: PLAIN.slug, size: 1 });
    expect([merge.status, merge.body]).toMatchObject([400, {
      error: "Cannot merge 1: the wallet has 0 shares of both outcomes on the chain",
    }]);
    for (
      const [slug, status] of [["btc-closed", 400], ["nowhere", 404], ["btc-v9", 503]] as const
    ) {
      expect((await post("split", { slug, size: 1 }, slug)).status).toBe(status);
    }
    expect((await post("split", { slug: PLAIN.slug, size: 0 })).status).toBe(400);
    expect((await post("split", { slug: PLAIN.slug, size: 0.0000001 })).status).toBe(400);
  });
});
