import { expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { GuardStore } from "../../../core/port/guard_store.ts";
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
  return { server, wallet, ask };
}

test("a guard is shown, armed, renewed and disarmed", async () => {
  const { ask } = await guardClient();
  const unsent = { venue: false, venue_at: null };
  const nothing = { ok: true, seconds: null, fires_at: null, fired_at: null, ...unsent };
  expect((await ask()).body).toEqual(nothing);
  for (const seconds of [5, 300]) {
    const { body } = await ask({ seconds });
    expect(body).toEqual({ ok: true, seconds, fires_at: expect.any(String), venue: false });
    expect((await ask()).body).toEqual({ ...body, fired_at: null, venue_at: null });
  }
  const disarmed = { ok: true, seconds: 0, fires_at: null, venue: false };
  expect((await ask({ seconds: 0 })).body).toEqual(disarmed);
  expect((await ask()).body).toEqual(nothing);
});

test("a guard takes whole seconds from 5 to 300, or 0, and nothing else", async () => {
  const { ask } = await guardClient();
  for (const seconds of [1, 4, 301, -5, 5.5, "30", null, true, undefined]) {
    const { status, body } = await ask({ seconds });
    expect([seconds, status, body["code"]]).toEqual([seconds, 400, "bad_request"]);
    expect(body["hint"]).toContain("a whole number from 5 to 300");
  }
  for (const venue of ["true", 1]) {
    const { status, body } = await ask({ seconds: 30, venue });
    expect([status, body["code"]]).toEqual([400, "bad_request"]);
    expect(body["hint"]).toContain("true to begin");
  }
  expect((await ask({ seconds: 30, venues: true })).status).toBe(400);
});

test("the venue's heartbeats are begun, left as they are, and ended with a warning", async () => {
  const { server, wallet, ask } = await guardClient();
  expect((await ask({ seconds: 0, venue: true })).body).toMatchObject({ seconds: 0, venue: true });
  for (const rest of [{}, { venue: null }]) {
    expect((await ask({ seconds: 30, ...rest })).body).toMatchObject({ seconds: 30, venue: true });
  }
  const [chain] = await server.runPromise(
    GuardStore.use(({ heartbeats }) => heartbeats({ limit: 9 })),
  );
  expect(chain).toEqual({
    apiKey: Option.getOrThrow(wallet.clobApiKey),
    walletId: wallet.id,
    heartbeatId: "",
  });
  const noted = { apiKey: chain?.apiKey ?? "", heartbeatId: "h1", atMs: 1_787_414_400_250 };
  await server.runPromise(GuardStore.use((store) => store.noteHeartbeat(noted)));
  const venue_at = "2026-08-22T16:00:00.250Z";
  expect((await ask()).body).toMatchObject({ seconds: 30, venue: true, venue_at });
  const { body } = await ask({ seconds: 0, venue: false });
  expect(body).toMatchObject({ ok: true, venue: false });
  expect(body["hint"]).toContain("cancels every open order of this API key within 15 s");
  expect((await ask()).body).toMatchObject({ venue: false, venue_at });
});

test("more heartbeats than are sent are refused, and change nothing", async () => {
  const { server, wallet, ask } = await guardClient();
  await server.runPromise(
    GuardStore.use(({ set }) =>
      Effect.forEach(Array.from({ length: 200 }), (_, at) =>
        set({
          walletId: `w${at}`,
          seconds: Option.none(),
          venue: Option.some({ kind: "send", apiKey: `k${at}` }),
          nowMs: 0,
        }))
    ),
  );
  const { status, body } = await ask({ seconds: 30, venue: true });
  expect([status, body["error"]]).toEqual([
    503,
    `Cannot send heartbeats for the wallet "${wallet.id}": they are sent for 200 API keys, and ` +
    "for no more",
  ]);
  expect((await ask()).body).toMatchObject({ seconds: null, venue: false });
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
