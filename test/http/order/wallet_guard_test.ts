import { expect, test } from "bun:test";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { addWallet } from "./order_world.ts";

/** A wallet, and the requests about guards: with a body, to set one. */
async function guardClient() {
  const server = await keyedServer();
  const { text: key } = await server.issue(["read", "trade"]);
  const wallet = await server.runPromise(addWallet(ACCOUNT.id));
  const ask = (body?: unknown, { id = wallet.id, as = key } = {}) =>
    server.ask(`/api/v1/wallets/guard?walletId=${id}`, as, {
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "PUT", body: JSON.stringify(body) }),
    });
  return { server, ask };
}

test("a guard is shown, armed, renewed and disarmed", async () => {
  const { ask } = await guardClient();
  const nothing = { ok: true, seconds: null, fires_at: null, fired_at: null };
  expect((await ask()).body).toEqual(nothing);
  for (const seconds of [5, 300]) {
    const { body } = await ask({ seconds });
    expect(body).toEqual({ ok: true, seconds, fires_at: expect.any(String) });
    expect((await ask()).body).toEqual({ ...body, fired_at: null });
  }
  expect((await ask({ seconds: 0 })).body).toEqual({ ok: true, seconds: 0, fires_at: null });
  expect((await ask()).body).toEqual(nothing);
});

test("a guard takes whole seconds from 5 to 300, or 0, and nothing else", async () => {
  const { ask } = await guardClient();
  for (const seconds of [1, 4, 301, -5, 5.5, "30", null, true, undefined]) {
    const { status, body } = await ask({ seconds });
    expect([seconds, status, body["code"]]).toEqual([seconds, 400, "bad_request"]);
    expect(body["hint"]).toContain("a whole number from 5 to 300");
  }
  expect((await ask({ seconds: 30, venue: true })).status).toBe(400);
});

test("a guard is set with the scope trade, and belongs to the account", async () => {
  const { server, ask } = await guardClient();
  const { text: as } = await server.issue(["read"]);
  expect([(await ask({ seconds: 30 }, { as })).status, (await ask(undefined, { as })).status])
    .toEqual([403, 200]);
  for (const accountId of ["someone else", ACCOUNT.id]) {
    // Not provisioned either.
    const wallet = newWallet(accountId);
    await server.runPromise(server.wallets.add({ wallet, secrets: newSecrets() }));
    const asked = [{ seconds: 5 }, { seconds: 0 }, undefined].map((body) => ask(body, wallet));
    expect((await Promise.all(asked)).map(({ status }) => status))
      .toEqual(accountId === ACCOUNT.id ? [403, 200, 200] : [403, 403, 403]);
  }
});
