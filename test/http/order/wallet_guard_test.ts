import { describe, expect, test } from "bun:test";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { addWallet, makeOrderWorld } from "./order_world.ts";

/** A wallet, and the requests about guards. */
async function guardClient() {
  const server = await keyedServer({ orders: makeOrderWorld() });
  const { text: key } = await server.issue(["read", "trade"]);
  const wallet = await server.runPromise(addWallet(ACCOUNT.id));
  const path = (id: string) => `/api/v1/wallets/guard?walletId=${id}`;
  const put = (body: unknown, { id = wallet.id, as = key } = {}) =>
    server.ask(path(id), as, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const get = ({ id = wallet.id, as = key } = {}) => server.ask(path(id), as);
  return { server, put, get };
}

describe("the guard of a wallet", () => {
  test("is shown, armed, renewed and disarmed", async () => {
    const { put, get } = await guardClient();
    const nothing = { ok: true, seconds: null, fires_at: null, fired_at: null };
    expect((await get()).body).toEqual(nothing);
    for (const seconds of [5, 300]) {
      const { status, body } = await put({ seconds });
      expect([status, body]).toEqual([200, { ok: true, seconds, fires_at: expect.any(String) }]);
      expect((await get()).body).toEqual({ ...body, fired_at: null });
    }
    expect((await put({ seconds: 0 })).body).toEqual({ ok: true, seconds: 0, fires_at: null });
    expect((await get()).body).toEqual(nothing);
  });

  test("takes whole seconds from 5 to 300, or 0, and nothing else", async () => {
    const { put, get } = await guardClient();
    for (const seconds of [1, 4, 301, -5, 5.5, "30", null, true]) {
      const { status, body } = await put({ seconds });
      expect([seconds, status, body["code"]]).toEqual([seconds, 400, "bad_request"]);
      expect(body["hint"]).toContain("a whole number from 5 to 300");
    }
    const { status, body } = await put({});
    expect([status, body["hint"]]).toEqual([400, expect.stringContaining("from 5 to 300")]);
    expect((await put({ seconds: 30, venue: true })).status).toBe(400);
    expect((await get()).body["seconds"]).toBe(null);
  });

  test("is set with the scope trade, and belongs to the account", async () => {
    const { server, put, get } = await guardClient();
    const { text: as } = await server.issue(["read"]);
    expect((await put({ seconds: 30 }, { as })).status).toBe(403);
    expect((await get({ as })).status).toBe(200);
    const wallet = newWallet("someone else");
    await server.runPromise(server.wallets.add({ wallet, secrets: newSecrets() }));
    const ends = [await get({ id: wallet.id }), await put({ seconds: 0 }, { id: wallet.id })];
    expect(ends.map(({ status, body }) => [status, body["code"]]))
      .toEqual([[403, "forbidden"], [403, "forbidden"]]);
  });
});
