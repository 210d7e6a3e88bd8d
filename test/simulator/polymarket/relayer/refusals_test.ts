import { afterAll, describe, expect, test } from "bun:test";
import { ADAPTER, claimV1, type Hex, MONEY, pairV1 } from "../chain/chain_world.ts";
import { type Kind, startRelayer } from "./relayer_world.ts";

const world = startRelayer();
afterAll(() => world.stop());
const { book, builderHeaders, pass, request, set, signer } = world;

const market = book.stageMarket();
const SPLIT = { to: ADAPTER, data: pairV1("splitPosition", market, 1_000_000n) };
const OLD_ADAPTER: Hex = "0xADa100874d00e3331D00F2007a9c336a65009718";
const refused = (error: string, status = 400) => ({ status, body: { error } });

describe("credentials", () => {
  const PARAMS = "/v1/account/transactions/params";
  const signerOf = signer("SAFE");
  const query = `${PARAMS}?address=${signerOf.address}&type=SAFE`;

  test("of a builder open every signer's wallets", async () => {
    expect((await request("GET", query, { headers: builderHeaders("GET", query) })).status)
      .toBe(200);
    const body = JSON.stringify(await signer("WALLET").sign([SPLIT]));
    const headers = builderHeaders("POST", "/submit", { body });
    expect((await request("POST", "/submit", { headers, body })).status).toBe(200);
  });

  test("of a builder are made at the order book", async () => {
    const { body } = await (await book.trader()).call("POST", "/auth/builder-api-key");
    const { key: apiKey, secret, passphrase } = body as Record<string, string>;
    const key = { apiKey, secret, passphrase } as Record<
      "apiKey" | "secret" | "passphrase",
      string
    >;
    const headers = builderHeaders("GET", query, { key });
    expect((await request("GET", query, { headers })).status).toBe(200);
    const other = builderHeaders("GET", query, { key: { ...key, passphrase: "another" } });
    expect((await request("GET", query, { headers: other })).status).toBe(401);
  });

  test("of the order book do not open it", async () => {
    const { creds: { key: apiKey, secret, passphrase } } = await book.trader();
    const headers = builderHeaders("GET", query, { key: { apiKey, secret, passphrase } });
    expect(await request("GET", query, { headers })).toEqual(refused("invalid authorization", 401));
  });

  test("are needed, and cover the body", async () => {
    expect((await request("GET", query, { headers: {} })).status).toBe(401);
    const body = JSON.stringify(await signer("WALLET").sign([SPLIT]));
    const headers = builderHeaders("POST", "/submit", { body });
    expect((await request("POST", "/submit", { headers, body: `${body} ` })).status).toBe(401);
    const wrong = { ...signerOf.headers, RELAYER_API_KEY: "another" };
    expect((await request("GET", query, { headers: wrong })).status).toBe(401);
  });

  test("of a signer are for his wallets alone", async () => {
    const { headers, post } = signer("SAFE");
    expect((await request("GET", query, { headers })).status).toBe(403);
    expect((await post(await signerOf.sign([SPLIT]))).status).toBe(403);
    const { body } = await signerOf.submit([SPLIT]);
    const path = `/v1/account/transactions/${body["transactionID"]}`;
    expect((await request("GET", path, { headers })).status).toBe(404);
  });
});

describe.each<[Kind]>([["WALLET"], ["SAFE"], ["PROXY"]])("a submission of kind %s", (kind) => {
  test("needs the wallet's next nonce", async () => {
    const { submit, relay } = signer(kind);
    await relay([SPLIT]);
    for (const nonce of [0n, 2n]) {
      expect(await submit([SPLIT], { nonce }))
        .toEqual(refused(`batch nonce ${nonce} does not match on-chain nonce 1`));
    }
  });

  test("needs its signer's signature of exactly this", async () => {
    const { post, sign } = signer(kind);
    const body = await sign([SPLIT]);
    const more = await sign([{ to: ADAPTER, data: pairV1("splitPosition", market, 2_000_000n) }]);
    expect(await post({ ...body, signature: more["signature"] }))
      .toEqual(refused("invalid signature"));
    // A Safe has other last bytes than a key, and no contract knows a bare parity.
    for (const last of kind === "SAFE" ? ["1b", "1c", "04", "05"] : ["1f", "20", "00", "01"]) {
      const signature = String(body["signature"]).slice(0, -2) + last;
      expect(await post({ ...body, signature })).toEqual(refused("invalid signature"));
    }
    expect(await post({ ...body, signature: "0x12" })).toEqual(refused("invalid signature"));
    expect((await post(body)).status).toBe(200);
  });

  test("waits for the one before it", async () => {
    const { submit, wallet } = signer(kind);
    expect((await submit([SPLIT])).status).toBe(200);
    const busy = refused(`wallet busy: wallet ${wallet} has an active action`);
    expect(await submit([SPLIT])).toEqual(busy);
    pass(5_999);
    expect(await submit([SPLIT])).toEqual(busy);
    pass(1);
    expect((await submit([SPLIT])).status).toBe(200);
  });

  test("calls the venue's contracts alone", async () => {
    const { submit } = signer(kind);
    for (const to of [OLD_ADAPTER, world.owner().address]) {
      const calls = [SPLIT, { to, data: claimV1(market) }];
      expect(await submit(calls))
        .toEqual(refused(
          expect.stringMatching(
            new RegExp(`^call blocked: call 1: calls to ${to} are not permitted$`, "i"),
          ) as never,
        ));
    }
    expect((await submit([{ to: MONEY, data: "0x" }])).status).toBe(200);
  });

  test("is of the signer's own wallet", async () => {
    const [owner, thief] = [signer(kind), signer(kind)];
    await owner.relay([SPLIT]);
    const body = await thief.sign([SPLIT]);
    const params = body["depositWalletParams"] as object | undefined;
    const change = params === undefined
      ? { proxyWallet: owner.wallet }
      : { depositWalletParams: { ...params, depositWallet: owner.wallet } };
    expect(await thief.post({ ...body, ...change })).toEqual(refused(
      `wallet registry validation failed: wallet ${owner.wallet} is not registered`,
    ));
  });
});

test("a batch whose deadline has passed is refused", async () => {
  const { submit } = signer("WALLET");
  const deadlineSec = world.nowSec();
  expect(await submit([SPLIT], { deadlineSec }))
    .toEqual(refused(`batch deadline ${deadlineSec} has passed`));
});

test.each([
  ["{", "invalid request body"],
  ["{}", "invalid type"],
  [JSON.stringify({ type: "SAFE-CREATE" }), "invalid type"],
  [JSON.stringify({ type: "WALLET", to: ADAPTER }), "invalid to"],
])("the body %j is refused", async (body, error) => {
  const { headers } = signer("WALLET");
  expect(await request("POST", "/submit", { headers, body })).toEqual(refused(error));
});

test("a caller submits 25 times a minute", async () => {
  const { headers, submit } = signer("WALLET");
  for (let attempt = 0; attempt < 25; attempt++) {
    expect((await request("POST", "/submit", { headers, body: "{}" })).status).toBe(400);
  }
  expect((await submit([SPLIT])).status).toBe(429);
  pass(60_000);
  expect((await submit([SPLIT])).status).toBe(200);
});

test("a caller has a quota for a day", async () => {
  await set("/__relaying", { quota: 1 });
  const { relay, submit } = signer("SAFE");
  expect(await relay([SPLIT])).toMatchObject({ state: "STATE_CONFIRMED" });
  const untilSec = 86_400 - world.nowSec() % 86_400;
  expect(await submit([SPLIT])).toEqual(
    refused(`quota exceeded: 0 units remaining, resets in ${untilSec} seconds`, 429),
  );
  pass(untilSec * 1_000);
  expect((await submit([SPLIT])).status).toBe(200);
});
