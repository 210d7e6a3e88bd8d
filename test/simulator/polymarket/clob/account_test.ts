import { afterAll, describe, expect, test } from "bun:test";
import { Redacted } from "effect";
import { l1Headers } from "../../../../adapters/polymarket/clob/l1_auth.ts";
import { l2Headers } from "../../../../adapters/polymarket/clob/l2_auth.ts";
import { DEV_ADDRESS, devKey } from "../../../adapters/polymarket/clob/dev_wallet.ts";
import { control, get, makeStillClock, ms, start } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = start("venue-orders", clock);
afterAll(() => book.stop());

const nowSec = () => Math.floor(clock.nowMs() / 1000);
const l1 = (nonce = 0, timestampSec = nowSec()) =>
  l1Headers({ address: DEV_ADDRESS, timestampSec, nonce }, devKey());

interface Key {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

const create = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(`${url}/auth/api-key`, { method: "POST", headers });
  return { status: response.status, body: await response.json() as unknown };
};

/** Returns the headers of a request with the wallet's only key. */
const l2 = async (
  path: string,
  { method = "GET", timestampSec = nowSec() }: {
    readonly method?: "GET" | "DELETE";
    readonly timestampSec?: number;
  } = {},
) => {
  await create(book.url, await l1());
  const { body } = await get<Key>(`${book.url}/auth/derive-api-key`, await l1());
  const credentials = {
    apiKey: body.apiKey,
    secret: Redacted.make(body.secret),
    passphrase: Redacted.make(body.passphrase),
  };
  return l2Headers({ method, path, timestampSec }, {
    address: DEV_ADDRESS,
    credentials,
  });
};

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
const L1_REFUSAL = { status: 401, body: { error: "Invalid L1 Request headers" } };
const L2_REFUSAL = { status: 401, body: { error: "Unauthorized/Invalid api key" } };

describe("a request signed by a wallet's key", () => {
  test.each(["POLY_ADDRESS", "POLY_SIGNATURE", "POLY_TIMESTAMP", "POLY_NONCE"])(
    "is refused without %s, or with another",
    async (name) => {
      const headers = await l1();
      const sent = headers[name] ?? "";
      const others = ["", "x", `${sent}0`, sent.slice(0, -1), `${sent}.5`, ` ${sent.slice(1)}`];
      expect(await create(book.url, without(headers, name))).toEqual(L1_REFUSAL);
      for (const other of others) {
        expect(await create(book.url, { ...headers, [name]: other })).toEqual(L1_REFUSAL);
      }
    },
  );

  test("is refused for another nonce or time than was signed", async () => {
    const headers = await l1();
    for (const other of [{ POLY_NONCE: "1" }, { POLY_TIMESTAMP: String(nowSec() + 1) }]) {
      expect(await create(book.url, { ...headers, ...other })).toEqual(L1_REFUSAL);
    }
  });

  test("is refused for a time that is not whole seconds", async () => {
    expect(await create(book.url, await l1(0, nowSec() + 0.5))).toEqual(L1_REFUSAL);
  });

  test("is accepted with the address in any case", async () => {
    const fresh = start("venue-orders", clock);
    const headers = { ...await l1(7), POLY_ADDRESS: DEV_ADDRESS.toLowerCase() };
    expect((await create(fresh.url, headers)).status).toBe(200);
    await fresh.stop();
  });
});

describe("a request signed by an API key", () => {
  const path = "/auth/ban-status/closed-only";

  test("is accepted with any query", async () => {
    const { body } = await get(`${book.url}${path}?a=b`, await l2(path));
    expect(body).toEqual({ closed_only: false });
  });

  test.each(["ADDRESS", "SIGNATURE", "TIMESTAMP", "API_KEY", "PASSPHRASE"])(
    "is refused without POLY_%s, or with another",
    async (name) => {
      const headers = await l2(path);
      const header = `POLY_${name}`;
      const wrong = `1${(headers[header] ?? "").slice(1)}`;
      const other = { ...headers, [header]: wrong === headers[header] ? `2${wrong}` : wrong };
      expect(await get(`${book.url}${path}`, without(headers, header))).toMatchObject(L2_REFUSAL);
      expect(await get(`${book.url}${path}`, other)).toMatchObject(L2_REFUSAL);
    },
  );

  test("is refused at another path, and if the query was signed", async () => {
    const signed = await l2(path);
    expect(await get(`${book.url}/auth/api-keys`, signed)).toMatchObject(L2_REFUSAL);
    const query = "?asset_type=COLLATERAL&signature_type=0";
    expect(await get(`${book.url}${path}${query}`, await l2(path + query)))
      .toMatchObject(L2_REFUSAL);
  });

  test("is refused for a time that is not whole seconds", async () => {
    const headers = await l2(path, { timestampSec: nowSec() + 0.5 });
    expect(await get(`${book.url}${path}`, headers)).toMatchObject(L2_REFUSAL);
  });

  test("is refused with a method or a body that was not signed", async () => {
    const remove = async (headers: Record<string, string>, body?: string) =>
      (await fetch(`${book.url}/auth/api-key`, { method: "DELETE", headers, body: body ?? null }))
        .status;
    expect(await remove(await l2("/auth/api-key"))).toBe(401);
    expect(await remove(await l2("/auth/api-key", { method: "DELETE" }), "{}")).toBe(401);
  });
});

describe("API keys", () => {
  test("are the same after a restart of the same seed, and others of another", async () => {
    const books = [1, 1, 2].map((seed) => start("venue-orders", clock, seed));
    const headers = await l1();
    const [first, again, other] = await Promise.all(books.map(({ url }) => create(url, headers)));
    expect([first?.status, again?.status, other?.status]).toEqual([200, 200, 200]);
    expect(again?.body).toEqual(first?.body);
    expect(other?.body).not.toEqual(first?.body);
    await Promise.all(books.map((each) => each.stop()));
  });

  test("stay valid after a restart of the venue, until they are deleted", async () => {
    const path = "/auth/ban-status/closed-only";
    const [asked, deleted] = [await l2(path), await l2("/auth/api-key", { method: "DELETE" })];
    const next = start("venue-orders", clock);
    expect((await get(`${next.url}${path}`, asked)).status).toBe(200);
    const gone = await fetch(`${next.url}/auth/api-key`, { method: "DELETE", headers: deleted });
    expect(gone.status).toBe(200);
    expect(await get(`${next.url}${path}`, asked)).toMatchObject(L2_REFUSAL);
    await next.stop();
  });
});

describe("accounts", () => {
  const EXCHANGE = "0xE111180000d2663C0091e4f400237545B87B996B";
  const put = (body: unknown) => control(`${book.url}/__account`, "PUT", body);
  const read = async (query: string) =>
    (await get<{ balance: string; allowances: Record<string, string> }>(
      `${book.url}/balance-allowance?${query}&signature_type=0`,
      await l2("/balance-allowance"),
    )).body;
  const money = () => read("asset_type=COLLATERAL");

  test("hold the overrides, and keep omitted fields", async () => {
    const address = DEV_ADDRESS.toLowerCase();
    expect(await put({ address, balance: "0.000001" })).toMatchObject({ status: 200 });
    expect(await put({ address: DEV_ADDRESS, allowances: 2.5 })).toMatchObject({ status: 200 });
    const { balance, allowances } = await money();
    expect(balance).toBe("1");
    expect(Object.values(allowances)).toEqual(Array(4).fill("2500000"));
    const shares = await read("asset_type=CONDITIONAL&token_id=5");
    expect(shares.balance).toBe("0");
    expect(new Set(Object.values(shares.allowances)).size).toBe(1);
    expect(Object.values(shares.allowances)[0]).not.toBe("0");
  });

  test.each([
    [true, Array(4).fill(String(2n ** 256n - 1n))],
    [false, ["0", "0", "0", "0"]],
    ["7", Array(4).fill("7000000")],
    [{ [EXCHANGE.toLowerCase()]: "1" }, ["1000000"]],
    [{}, []],
    // As reported for a spender without a limit.
    [{ [EXCHANGE]: String(2n ** 256n - 1n) }, [String(2n ** 256n - 1n)]],
    [String(2n ** 256n - 1n), Array(4).fill(String(2n ** 256n - 1n))],
  ])("allow what %j says", async (allowances, expected) => {
    await put({ address: DEV_ADDRESS, allowances });
    const found = (await money()).allowances;
    expect<unknown>(Object.values(found)).toEqual(expected);
    expect(Object.keys(found)[0] ?? EXCHANGE).toBe(EXCHANGE);
  });

  test.each([
    ["asset_type=USDC"],
    ["a=b"],
    ["asset_type=CONDITIONAL"],
    ["asset_type=CONDITIONAL-V2"],
    ["asset_type=CONDITIONAL-V3&token_id=5"],
    ["asset_type=CONDITIONAL&token_id=0x1"],
  ])("are not reported for %s", async (query) => {
    expect<unknown>(await read(query)).toEqual({ error: "Invalid asset type" });
  });

  test.each([
    [{ balance: 1 }, `"address" must be text`],
    [{ address: "me" }, `"address" must be an address`],
    [{ address: DEV_ADDRESS, balance: -1 }, `"balance" must be USDC`],
    [{ address: DEV_ADDRESS, balance: "1.0000001" }, `"balance" must be USDC`],
    [{ address: DEV_ADDRESS, balance: null }, `"balance" must be USDC`],
    [{ address: DEV_ADDRESS, allowances: [] }, `"allowances" must be true`],
    [{ address: DEV_ADDRESS, allowances: { me: 1 } }, `"allowances" must be true`],
    [{ address: DEV_ADDRESS, allowances: { [EXCHANGE]: "much" } }, `"allowances" must be true`],
    [{ address: DEV_ADDRESS, allowances: { shares: "much" } }, `"allowances" must be true`],
    [{ address: DEV_ADDRESS, allowances: { shares: 1, [EXCHANGE]: 1 } }, `"allowances" must be`],
    [{ address: DEV_ADDRESS, depositWalletOnly: 1 }, `"depositWalletOnly" must be true or false`],
    [{ address: DEV_ADDRESS, colour: "red" }, `Unknown key "colour"`],
  ])("cannot be %j", async (body, error) => {
    const { status, body: said } = await put(body);
    expect(status).toBe(400);
    expect(said["error"]).toStartWith(error);
  });
});
