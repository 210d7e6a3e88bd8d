import { describe, expect, test } from "bun:test";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { Option } from "effect";
import { conditionOf } from "../../condition.ts";
import { activity, CONDITION, holding, positionsClient, resolved } from "./positions_client.ts";

describe("GET /pnl", () => {
  test("adds up by day, market and series, from one instant to another", async () => {
    const { profitOf, index, hear, server, wallet } = await positionsClient();
    await hear({ tradeId: "t2", role: "maker", matchedMs: NOON_MS - 86_400_000 });
    index.resolutions.set(CONDITION, resolved(0n, 1_000_000n));
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const [before, noon] = [day(NOON_MS - 86_400_000), day(NOON_MS)];
    const bought = { claimed_usdc: 0, volume_usdc: 5.3, trades: 1 };
    const rows = [
      { key: before, realized_usdc: 0, fees_usdc: 0, ...bought },
      { key: noon, realized_usdc: -10.6, fees_usdc: 0.17437, ...bought },
    ];
    const total = { realized_usdc: -10.6, fees_usdc: 0.17437, claimed_usdc: 0 };
    expect((await profitOf()).body).toEqual({
      now: expect.any(String),
      venue_at: new Date(NOON_MS + 6_000).toISOString(),
      data: rows,
      total: { ...total, volume_usdc: 10.6, trades: 2 },
    });
    expect((await profitOf("&by=market")).body).toMatchObject({ data: [{ key: "btc-up" }] });
    expect((await profitOf("&by=series")).body).toMatchObject({ data: [{ key: "other" }] });
    const bounds = `&from=${noon}T00:00:00Z&to=${noon}T12:00:30Z`;
    expect((await profitOf(bounds)).body).toMatchObject({
      data: [{ key: noon, realized_usdc: 0, trades: 1 }],
      total: { realized_usdc: 0 },
    });
    expect((await profitOf(`&from=${noon}&to=${noon}`)).status).toBe(400);
    const { text } = await server.issue(["read"]);
    const path = `/api/v1/pnl?walletId=${wallet.id}&format=csv`;
    const answer = await server.ask(path, text);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.text).toBe([
      "key,realized_usdc,fees_usdc,claimed_usdc,volume_usdc,trades",
      `${before},0,0,0,5.3,1`,
      `${noon},-10.6,0.17437,0,5.3,1`,
      "",
    ].join("\r\n"));
  });

  test("quotes a market's name in a table, and leaves no sheet a formula to run", async () => {
    const { index, server, wallet } = await positionsClient();
    const named = { tokenId: "77", conditionId: conditionOf(77), slug: '=HYPERLINK("x"),y' };
    index.holdings = [holding(10, named)];
    const [tokenId, conditionId] = [Option.some("77"), Option.some(named.conditionId)];
    index.activity = [activity({}), activity({ tokenId, conditionId, tx: Option.some("0xbb") })];
    const { text } = await server.issue(["read"]);
    const path = `/api/v1/pnl?walletId=${wallet.id}&by=market&format=csv`;
    const [, line] = (await server.ask(path, text)).text.split("\r\n");
    expect(line).toBe(`"'=HYPERLINK(""x""),y",0,,0,5.3,1`);
  });
});
