import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { conditionOf } from "../../condition.ts";
import { orderClient } from "./order_client.ts";
import { addWallet, NEG_RISK, PLAIN } from "./order_world.ts";

const MARKET = Option.getOrThrow(PLAIN.conditionId);
const OTHER_MARKET = Option.getOrThrow(NEG_RISK.conditionId);
const hashOf = (number: number) => `0x${String(number).padStart(64, "0")}`;

/** Five orders of the wallet: three in one market, on both of its outcomes. And one of another. */
async function openClient() {
  const client = await orderClient();
  const { address } = client.wallet;
  const put = (number: number, fields: { readonly tokenId: string; readonly kept?: string }) =>
    client.open.put({
      address,
      orderId: hashOf(number),
      conditionId: fields.tokenId.startsWith("1") ? MARKET : OTHER_MARKET,
      ...fields,
    });
  put(1, { tokenId: "11" });
  put(2, { tokenId: "21" });
  put(3, { tokenId: "12" });
  put(4, { tokenId: "11", kept: "already canceled or matched" });
  put(5, { tokenId: "22" });
  const other = await client.server.runPromise(addWallet(client.wallet.accountId));
  client.open.put({
    address: other.address,
    orderId: hashOf(9),
    conditionId: MARKET,
    tokenId: "11",
  });
  const own = `walletId=${client.wallet.id}`;
  const hashes = async (query = "") => {
    const { status, body } = await client.list(own + query);
    expect(status).toBe(200);
    return (body["data"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => Number(id));
  };
  return { ...client, own, other, hashes };
}

describe("GET /orders", () => {
  test("gives every order of the wallet once, page by page", async () => {
    const { list, own } = await openClient();
    const seen: unknown[] = [];
    const cursors: unknown[] = [];
    let cursor = "";
    do {
      const { status, body } = await list(own + (cursor && `&cursor=${cursor}`));
      expect([status, body["ok"]]).toEqual([200, true]);
      seen.push(...body["data"] as unknown[]);
      cursor = String(body["next_cursor"]);
      cursors.push(cursor);
    } while (cursor !== "");
    expect(seen.map((order) => Number((order as { id: string }).id))).toEqual([1, 2, 3, 4, 5]);
    expect(cursors).toEqual(["2", "4", ""]);
    expect((await list(`${own}&asset_id=11`)).body["next_cursor"]).toBe("");
    expect(seen[1]).toMatchObject({ market: OTHER_MARKET, asset_id: "21", status: "LIVE" });
    expect(seen[1]).not.toHaveProperty("owner");
  });

  test("narrows by market, outcome, both, and hash", async () => {
    const { hashes } = await openClient();
    expect(await hashes(`&market=${OTHER_MARKET}`)).toEqual([2, 5]);
    expect(await hashes("&asset_id=11")).toEqual([1, 4]);
    expect(await hashes(`&market=${MARKET}&asset_id=12`)).toEqual([3]);
    expect(await hashes(`&market=${OTHER_MARKET}&asset_id=11`)).toEqual([]);
    expect(await hashes(`&id=${hashOf(3)}`)).toEqual([3]);
    expect(await hashes(`&id=${hashOf(9)}`)).toEqual([]);
  });

  test("reads hashes in any case, and both spellings of a condition", async () => {
    const { open, wallet: { address }, hashes, cancel, own } = await openClient();
    const orderId = `0x${"ab".repeat(32)}`;
    const conditionId = conditionOf((1n << 248n) + (0xcdn << 120n));
    open.put({ address, orderId, conditionId, tokenId: "31" });
    const loud = (hash: string) => `0x${hash.slice(2).toUpperCase()}`;
    expect(await hashes(`&market=${loud(conditionId)}`)).toEqual([Number(orderId)]);
    expect(await hashes(`&market=${conditionId.slice(0, -2)}`)).toEqual([Number(orderId)]);
    expect(await hashes(`&id=${loud(orderId)}`)).toEqual([Number(orderId)]);
    const { body } = await cancel(`${own}&market=${loud(conditionId)}`);
    expect(body["canceled"]).toEqual([orderId]);
  });

  test("refuses what it cannot read", async () => {
    const { list, own } = await openClient();
    for (
      const [name, value, hint] of [
        ["market", "abc", "0x and 64 hex digits"],
        ["market", `${MARKET}0`, "0x and 64 hex digits"],
        ["asset_id", "1x", "1 to 78 digits"],
        ["asset_id", "1".repeat(79), "1 to 78 digits"],
        ["asset_id", "-1", "1 to 78 digits"],
        ["id", "0x12", "0x and 64 hex digits"],
        ["cursor", "a b", "next_cursor"],
        ["cursor", "x".repeat(257), "next_cursor"],
        ["cursor", "ä", "next_cursor"],
      ] as const
    ) {
      const { status, body } = await list(`${own}&${name}=${encodeURIComponent(value)}`);
      expect([status, body["code"]]).toEqual([400, "bad_request"]);
      expect(body["error"]).toStartWith(`Cannot use ${name} "${value.slice(0, 80)}`);
      expect(body["hint"]).toContain(hint);
    }
  });

  test("refuses id with another filter", async () => {
    const { list, own } = await openClient();
    for (const other of [`market=${MARKET}`, "asset_id=11", "cursor=2"]) {
      const { status, body } = await list(`${own}&id=${hashOf(1)}&${other}`);
      expect([status, body["hint"]])
        .toEqual([400, "Send id without market, asset_id and cursor: it names one order"]);
    }
  });
});

describe("DELETE /orders", () => {
  test.each([
    ["", [1, 2, 3, 5], [4], []],
    [`&market=${MARKET}`, [1, 3], [4], [2, 5]],
    ["&asset_id=11", [1], [4], [2, 3, 5]],
    [`&market=${MARKET}&asset_id=12`, [3], [], [1, 2, 4, 5]],
    [`&market=${OTHER_MARKET}&asset_id=12`, [], [], [1, 2, 3, 4, 5]],
  ])("cancels what passes the filter %.20s", async (filter, cancelled, kept, left) => {
    const { cancel, own, hashes, list, other } = await openClient();
    const { status, body } = await cancel(own + filter);
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      canceled: cancelled.map(hashOf),
      not_canceled: Object.fromEntries(
        kept.map((number) => [hashOf(number), "already canceled or matched"]),
      ),
    });
    const after = [...await hashes(), ...await hashes("&cursor=2"), ...await hashes("&cursor=4")];
    expect(after).toEqual([...left, ...kept].sort());
    const others = await list(`walletId=${other.id}`);
    expect(others.body["data"]).toHaveLength(1);
  });

  test("refuses a filter that it cannot use, or a body, and cancels no order", async () => {
    const { cancel, own, hashes } = await openClient();
    const twice = `market=${MARKET}&market=${MARKET}`;
    const empty = ["market=", "asset_id=", "market", `market=${MARKET}&asset_id=`];
    const half = `market=0x${"ab".repeat(31)}`;
    const wrong = [half, "market=all", "asset_id=*", "marketId=1", `id=${hashOf(1)}`, "cursor=2"];
    for (const filter of [twice, ...empty, ...wrong]) {
      const { status, body } = await cancel(`${own}&${filter}`);
      expect([filter, status, body["code"]]).toEqual([filter, 400, "bad_request"]);
    }
    const headers = { "content-type": "application/json" };
    const { status, body } = await cancel(own, { headers, body: `{"market":"${MARKET}"}` });
    expect([status, body["error"]]).toEqual([400, "Cannot use a body here: nothing was cancelled"]);
    expect(await hashes("&asset_id=11")).toEqual([1, 4]);
    expect(await hashes("&cursor=2")).toEqual([3, 4]);
  });
});

describe.each(["list", "cancel"] as const)("%s", (method) => {
  test("is 503 while the venue is down", async () => {
    const { own, setDown, ...client } = await openClient();
    setDown(true);
    const { status, body } = await client[method](own);
    expect([status, body["code"]]).toEqual([503, "unavailable"]);
    expect(body["error"]).toContain("from the venue orders: it cannot be reached");
  });
});

test.each(["list", "cancel", "history", "balance"] as const)(
  "%s takes a wallet of the account alone, by its UUID in either case",
  async (method) => {
    const client = await openClient();
    const { wallet, server } = client;
    const strangers = await server.runPromise(addWallet(crypto.randomUUID()));
    const ask = async (query: string) => {
      const { status, body, headers } = await client[method](query);
      return [status, body["code"], headers.get("x-cache"), body["error"]];
    };
    const cache = method === "cancel" ? null : "HIT";
    for (const id of [strangers.id, crypto.randomUUID()]) {
      const error = `Cannot use the wallet "${id}": your account has no such wallet`;
      expect(await ask(`walletId=${id}`)).toEqual([403, "forbidden", cache, error]);
    }
    for (const query of [`walletId=${wallet.id.replaceAll("-", "")}`, "walletId=1", ""]) {
      expect(await ask(query)).toMatchObject([400, "bad_request", cache, expect.anything()]);
    }
    expect(await client.hashes("&cursor=2")).toEqual([3, 4]);
    expect((await ask(`walletId=${wallet.id.toUpperCase()}`))[0]).toBe(200);
  },
);
