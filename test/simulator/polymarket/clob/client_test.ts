import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { AssetType, Chain, ClobClient } from "@polymarket/clob-client-v2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { control, get, makeStillClock, ms, start } from "../../kit/support.ts";

/** Tests the simulator's protocol with the venue's own client library. */
const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = start("venue-orders", clock);
afterAll(() => book.stop());

const TOKEN_ID = "71321045679252212594626385532706912750332728571942532289631379312455583992563";

/** Makes a new wallet, in the form that the client needs. */
function makeSigner() {
  const account = privateKeyToAccount(generatePrivateKey());
  return { account, signTypedData: account.signTypedData } as unknown as Signer & {
    readonly account: typeof account;
  };
}
type Options = ConstructorParameters<typeof ClobClient>[0];
type Signer = NonNullable<Options["signer"]>;

const clientOf = (signer: Signer, options: Partial<Options> = {}) =>
  new ClobClient({ host: book.url, chain: Chain.POLYGON, signer, throwOnError: true, ...options });

let signer = makeSigner();
beforeEach(() => void (signer = makeSigner()));

/** A client with an API key. */
async function makeKeyed(options: Partial<Options> = {}) {
  const creds = await clientOf(signer).createApiKey();
  return { creds, client: clientOf(signer, { creds, ...options }) };
}

describe("the venue's own client", () => {
  test("reads the venue's time and version", async () => {
    const client = clientOf(signer);
    expect(await client.getVersion()).toBe(2);
    expect(await client.getServerTime()).toBe(clock.nowMs() / 1000);
  });

  test("makes an API key, derives it, and finds it when it may not make another", async () => {
    const client = clientOf(signer);
    await expect(client.deriveApiKey()).rejects.toMatchObject({
      message: "Could not derive api key!",
      status: 400,
    });
    const creds = await client.createApiKey();
    expect(creds.key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(creds.secret).toMatch(/^[\w-]{43}=$/);
    expect(creds.passphrase).toMatch(/^[0-9a-f]{64}$/);
    expect(await client.deriveApiKey()).toEqual(creds);
    await expect(client.createApiKey()).rejects.toMatchObject({
      message: "Could not create api key",
      status: 400,
    });
    // Its result without `throwOnError`, on which this call of the client relies.
    const lenient = clientOf(signer, { throwOnError: false });
    expect(await lenient.createOrDeriveApiKey()).toEqual(creds);
    expect(await clientOf(makeSigner()).createOrDeriveApiKey()).not.toEqual(creds);
  });

  test("uses the server's time", async () => {
    const client = clientOf(signer, { useServerTime: true });
    expect((await client.createApiKey()).key).not.toBe("");
  });

  test("has one key per address: the next nonce replaces it", async () => {
    const { creds, client } = await makeKeyed();
    const second = await client.createApiKey(1);
    expect(second.key).not.toBe(creds.key);
    await expect(client.getClosedOnlyMode()).rejects.toMatchObject({ status: 401 });
    await expect(client.deriveApiKey(0)).rejects.toMatchObject({ status: 400 });
    expect(await client.deriveApiKey(1)).toEqual(second);
  });

  test("may open positions", async () => {
    const { client } = await makeKeyed();
    expect(await client.getClosedOnlyMode()).toEqual({ closed_only: false });
  });

  test.each([0, 1, 2, 3])("reads balances and allowances with signature type %d", async (type) => {
    const funder = { funderAddress: `0x${"1".repeat(40)}` };
    const { client } = await makeKeyed({ signatureType: type, ...(type === 0 ? {} : funder) });
    const { address } = signer.account;
    await control(`${book.url}/__account`, "PUT", { address, balance: 12.5 });
    const money = { asset_type: AssetType.COLLATERAL };
    const shares = { asset_type: AssetType.CONDITIONAL, token_id: TOKEN_ID };
    await client.updateBalanceAllowance(money);
    const spenders = [
      "0xE111180000d2663C0091e4f400237545B87B996B",
      "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296",
      "0xe2222d279d744050d28e00520010520000310F59",
      "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa",
    ];
    const { balance, allowances } = await client.getBalanceAllowance(money);
    expect(balance).toBe("12500000");
    expect(Object.keys(allowances).sort()).toEqual(spenders);
    expect(new Set(Object.values(allowances))).toEqual(new Set([String(2n ** 256n - 1n)]));
    await client.updateBalanceAllowance(shares);
    expect((await client.getBalanceAllowance(shares)).balance).toBe("0");
    const { body } = await get<{ requests: ReadonlyArray<{ path: string }> }>(`${book.url}/__log`);
    expect(body.requests.at(-1)?.path).toBe(
      `/balance-allowance?asset_type=CONDITIONAL&token_id=${TOKEN_ID}&signature_type=${type}`,
    );
  });

  test("is refused without the token", async () => {
    const { client } = await makeKeyed();
    await expect(client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL }))
      .rejects.toMatchObject({ message: "Invalid asset type", status: 400 });
  });

  test("is refused with another wallet's key, and on another chain", async () => {
    const { creds } = await makeKeyed();
    await expect(clientOf(makeSigner(), { creds }).getClosedOnlyMode()).rejects
      .toMatchObject({ status: 401 });
    await expect(clientOf(makeSigner(), { chain: Chain.AMOY }).createApiKey()).rejects
      .toMatchObject({ message: "Invalid L1 Request headers", status: 401 });
  });
});
