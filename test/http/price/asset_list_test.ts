import { afterAll, describe, expect, test } from "bun:test";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

const DAY = "date=2026-11-20&interval=daily";

describe.each([
  ["/targets/active", "types=5min,1hour"],
  ["/markets/timestamps", DAY],
])("a list of assets of %s", (path, query) => {
  test("is answered by asset, in its order, each as it is answered alone", async () => {
    const [btc, eth] = await Promise.all(
      ["btc", "eth"].map((asset) => server.get(`${path}?asset=${asset}&${query}`)),
    );
    const { status, body } = await server.get(`${path}?asset=ETH,btc&${query}`);
    const [{ now, ...ofBtc }, { now: _, ...ofEth }] = [btc?.body ?? {}, eth?.body ?? {}];
    expect([status, body]).toEqual([200, { now, assets: { btc: ofBtc, eth: ofEth } }]);
    expect(Object.keys(body["assets"] as object)).toEqual(["eth", "btc"]);
    expect(ofEth).toMatchObject({ asset: "eth" });
  });

  test("that has one counts as one", async () => {
    const { body } = await server.get(`${path}?asset=Btc&${query}`);
    expect(body).toMatchObject({ asset: "btc" });
    expect(body).toEqual((await server.get(`${path}?${query}`)).body);
  });

  test.each([
    ["btc,gold", 'Cannot use asset "gold"', "Use one of btc, "],
    ["btc,eth,BTC", 'Cannot use asset "btc,eth,BTC"', "Name btc once"],
    ["btc,,eth", 'Cannot use asset "btc,,eth"', "Separate the values with single commas"],
    ["btc,", 'Cannot use asset "btc,"', "Separate the values with single commas"],
  ])("is not %s", async (assets, error, hint) => {
    const { status, body } = await server.get(`${path}?asset=${assets}&${query}`);
    expect([status, body["error"]]).toEqual([400, error]);
    expect(body["hint"]).toStartWith(hint);
  });
});

test.each([
  "/targets/timestamp/batch?timestamp=2026-11-20T10:00:00Z&type=1h&assets",
  "/windows/active?asset",
])(
  "%s refuses an asset that is named twice",
  async (path) => {
    const { status, body } = await server.get(`${path}=btc,btc`);
    expect([status, body["hint"]]).toEqual([400, "Name btc once"]);
  },
);

test("of several assets, targets that a provider lacks are told beside the others", async () => {
  await server.fault("exchange-futures", { match: "GET /fapi/v1/", kind: "status", status: 500 });
  const asked = "/targets/active?types=daily&asset";
  const { status, headers, body } = await server.get(`${asked}=hype,bnb`);
  expect(status).toBe(200);
  expect(headers.get("x-cache")).toBe("MISS");
  expect(body["assets"]).toMatchObject({
    hype: { results: [{ ok: false, price: null }] },
    bnb: { results: [{ ok: true }] },
  });
  await server.clearFaults("exchange-futures");
  server.clock.set(server.clock.nowMs() + 1_001);
  const found = await server.get(`${asked}=hype,bnb`);
  expect(found.body["assets"]).toMatchObject({ hype: { results: [{ ok: true }] } });
  const again = await server.get(`${asked}=hype,bnb`);
  expect([again.headers.get("x-cache"), again.body]).toEqual(["HIT", found.body]);
});
