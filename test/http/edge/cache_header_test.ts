/** `X-Cache` of keyed reads: `HIT` exactly where no provider was asked. @module */
import { describe, expect, test } from "bun:test";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { staged } from "../../core/venue2/arbitrary.ts";
import { gameServer } from "../game/game_server.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { until } from "../../until.ts";
import { addWallet } from "../order/order_world.ts";
import { venue2Server } from "../venue2/venue2_server.ts";

const cacheOf = ({ status, headers }: { readonly status: number; readonly headers: Headers }) => [
  status,
  headers.get("x-cache"),
];

describe("X-Cache of what this service keeps itself is HIT", () => {
  test.each(["/api/v1/games", "/api/v1/teams", "/api/v1/leagues"])("%s", async (path) => {
    const { ask, write } = gameServer();
    expect(cacheOf(await ask(path))).toEqual([503, "HIT"]);
    await write({});
    const answer = await ask(path);
    expect(cacheOf(answer)).toEqual([200, "HIT"]);
    const unchanged = await ask(path, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect(cacheOf(unchanged)).toEqual([304, "HIT"]);
    const wrong = await ask(`${path}?colour=1`);
    expect(cacheOf(wrong)).toEqual([400, "HIT"]);
    // Its caller may keep the list, and asks whether it still holds.
    expect([answer, unchanged, wrong].map(({ headers }) => headers.get("cache-control")))
      .toEqual(["private, no-cache", "private, no-cache", "no-store"]);
  });

  test("an account, and whatever is said of a key", async () => {
    const { ask, issue, state } = await keyedServer();
    const [reader, trader] = [await issue(["read"]), await issue(["trade"])];
    expect(cacheOf(await ask("/api/v1/account", reader.text))).toEqual([200, "HIT"]);
    expect(cacheOf(await ask("/api/v1/account", trader.text))).toEqual([403, "HIT"]);
    expect(cacheOf(await ask("/api/v1/orders"))).toEqual([401, "HIT"]);
    state.isStoreDown = true;
    state.machineMs = 60_000;
    expect(cacheOf(await ask("/api/v1/orders", reader.text))).toEqual([503, "HIT"]);
    expect(cacheOf(await ask("/api/v1/status"))).toEqual([200, "HIT"]);
  });
});

describe("X-Cache of what a venue is asked for", () => {
  test("is MISS for open orders, and HIT for what is wrong with the question", async () => {
    const { ask, issue, runPromise } = await keyedServer();
    const { text } = await issue(["read"]);
    const { id } = await runPromise(addWallet(ACCOUNT.id));
    expect(cacheOf(await ask(`/api/v1/orders?walletId=${id}`, text))).toEqual([200, "MISS"]);
    expect(cacheOf(await ask("/api/v1/orders?walletId=1", text))).toEqual([400, "HIT"]);
    const other = await ask(`/api/v1/orders?walletId=${crypto.randomUUID()}`, text);
    expect(cacheOf(other)).toEqual([403, "HIT"]);
  });

  test("is HIT for a balance of seconds ago, and for orders of the past", async () => {
    const { ask, issue, runPromise } = await keyedServer();
    const { text } = await issue(["read"]);
    const { id } = await runPromise(addWallet(ACCOUNT.id));
    const balance = `/api/v1/wallets/balance?walletId=${id}`;
    expect(cacheOf(await ask(balance, text))).toEqual([200, "MISS"]);
    // It is kept for 3 s, by the clock of whatever machine this is.
    await until(async () => cacheOf(await ask(balance, text))[1] === "HIT", "a balance is kept");
    expect(cacheOf(await ask(`/api/v1/orders/history?walletId=${id}`, text))).toEqual([200, "HIT"]);
  });

  test.each(["active", "timestamp"])("depends for venue2/targets/%s", async (path) => {
    const { venue, ask } = venue2Server();
    venue.listed = [staged({ outcomeId: 95 })];
    const known = [true, false].flatMap((listed) =>
      [true, false].map((mids) => ({ listed, mids }))
    );
    for (const isCached of known) {
      venue.isCached = isCached;
      const word = isCached.listed && isCached.mids ? "HIT" : "MISS";
      expect(cacheOf(await ask(path))).toEqual([200, word]);
      expect(cacheOf(await ask(`${path}?slug=nobody-knows-it`))).toEqual([404, word]);
      expect(cacheOf(await ask(`${path}?slug=https://elsewhere.example/a`))).toEqual([400, "HIT"]);
    }
    venue.failure = new ProviderFailed({
      provider: "secondary venue",
      wanted: "the list of markets",
      reason: "unreachable",
      cause: new Error("away"),
    });
    expect(cacheOf(await ask(path))).toEqual([503, "MISS"]);
  });
});
