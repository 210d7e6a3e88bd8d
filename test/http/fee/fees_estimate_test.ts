import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { stagedEvent, stagedMarket } from "../../stage/staged_event.ts";
import { makeFeeServer, NOW_ISO } from "./fee_server.ts";

const CRYPTO = ["crypto", "5M"];
const server = makeFeeServer([
  stagedEvent({ id: "1", slug: "five", tags: CRYPTO }),
  stagedEvent({ id: "2", slug: "published", tags: CRYPTO, markets: [stagedMarket({})] }),
  stagedEvent({
    id: "3",
    slug: "divided",
    tags: CRYPTO,
    markets: [stagedMarket({}), stagedMarket({ rate: "0.05" })],
  }),
  stagedEvent({ id: "4", slug: "plain", tags: ["politics"] }),
  stagedEvent({ id: "5", slug: "squared", markets: [stagedMarket({ exponent: "2" })] }),
  stagedEvent({
    id: "6",
    slug: "free",
    tags: CRYPTO,
    markets: [stagedMarket({ areFeesEnabled: false, feeType: "politics_fees" })],
  }),
  stagedEvent({ id: "7", slug: "match", tags: ["ncaab"] }),
  ...[Option.some(stagedMarket({ rate: "0.07" })), Option.none()].map((fee, at) =>
    stagedEvent({
      id: `${8 + at}`,
      slug: at === 0 ? "half-read" : "unclear",
      tags: CRYPTO,
      markets: [stagedMarket({})],
      unreadableMarkets: [{ named: 'id "90"', fee }],
    })
  ),
]);
afterAll(() => server.stop());

const LEGACY = "/fees/trade-estimate";
const FLAT = "/new_fees/trade-estimate";
const TRADE = { makingAmount: 50, takingAmount: 100 };

test.each([LEGACY, FLAT])(
  "An estimate of POST %s takes any spelling of its event",
  async (path) => {
    const trade = { side: "BUY", ...TRADE };
    const exact = await server.post(path, { ...trade, eventSlug: "five" });
    expect(exact.status).toBe(200);
    for (
      const event of [
        { eventSlug: " FIVE" },
        { eventSlug: "ｆive" },
        { eventSlug: "polymarket.com/es/event/Five/" },
        { eventId: "１ " },
        { eventId: "1.0" },
      ]
    ) expect((await server.post(path, { ...trade, ...event })).body).toEqual(exact.body);
  },
);

describe(`POST ${LEGACY}`, () => {
  test("estimates a BUY", async () => {
    const trade = { side: "BUY", ...TRADE, eventSlug: "five" };
    const { status, body } = await server.post(LEGACY, trade);
    expect(status).toBe(200);
    expect(body).toEqual({
      now: NOW_ISO,
      event: { id: "1", slug: "five" },
      feeConfig: {
        hasTakerFees: true,
        type: "crypto",
        feeRate: 0.25,
        exponent: 2,
        makerRebate: "20%",
        matchedByTag: "5m",
      },
      side: "BUY",
      inputs: { ...TRADE, makingAmountUnit: "usdc", takingAmountUnit: "shares" },
      averagePrice: 0.5,
      fee: {
        chargedIn: "shares",
        feeEquivalent: 1.5625,
        feeInUsdcRaw: 0.78125,
        minFeeThresholdUsdc: 0.0001,
      },
      result: { grossShares: 100, netShares: 98.4375 },
    });
  });

  test("estimates a SELL, in any case of the word", async () => {
    const trade = { side: "sell", makingAmount: 100, takingAmount: 50, eventId: 7 };
    const { body } = await server.post(LEGACY, trade);
    expect(body).toMatchObject({
      event: { id: "7", slug: "match" },
      feeConfig: { type: "sports", matchedByTag: "ncaab" },
      side: "SELL",
      inputs: { makingAmountUnit: "shares", takingAmountUnit: "usdc" },
      averagePrice: 0.5,
      fee: { chargedIn: "usdc", feeEquivalent: 0.21875, feeInUsdcRaw: 0.21875 },
      result: { grossShares: 100, netShares: 100, grossUsdc: 50, netUsdc: 49.78125 },
    });
  });

  test("estimates 0 where no rule matches", async () => {
    const trade = { side: "BUY", ...TRADE, eventId: "4" };
    const { status, body } = await server.post(LEGACY, trade);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      feeConfig: { hasTakerFees: false, type: null, feeRate: 0, exponent: 0, makerRebate: "0%" },
      fee: { chargedIn: "shares", feeEquivalent: 0, feeInUsdcRaw: 0 },
      result: { grossShares: 100, netShares: 100 },
    });
    expect(body["feeConfig"]).not.toHaveProperty("matchedByTag");
  });

  test("uses the tags, which a listing keeps, whatever the markets publish", async () => {
    const before = server.asked.length;
    const trade = { side: "BUY", ...TRADE, eventSlug: "published" };
    const { body } = await server.post(LEGACY, trade);
    expect(body).toMatchObject({ feeConfig: { feeRate: 0.25 }, fee: { feeInUsdcRaw: 0.78125 } });
    expect(server.asked.slice(before)).toEqual([['slug "published"', "current"]]);
  });
});

describe(`POST ${FLAT}`, () => {
  test("goes by what the venue publishes, newly asked", async () => {
    const before = server.asked.length;
    const trade = { ...TRADE, eventSlug: "published" };
    const { status, body } = await server.post(FLAT, trade);
    expect(status).toBe(200);
    expect(server.asked.slice(before)).toEqual([['slug "published"', "current"]]);
    expect(body).toEqual({
      now: NOW_ISO,
      event: { id: "2", slug: "published" },
      feeConfig: {
        source: "venue",
        hasTakerFees: true,
        type: "crypto",
        feeRate: 0.07,
        exponent: 1,
        makerRebate: "20%",
      },
      side: "BUY",
      inputs: { ...TRADE, makingAmountUnit: "usdc", takingAmountUnit: "shares" },
      averagePrice: 0.5,
      shares: 100,
      fee: { usdc: 1.75, shares: 3.5, chargedIn: "usdc", effectiveRate: 0.035 },
      result: { grossShares: 100, netShares: 100, grossUsdc: 50, netUsdc: 51.75 },
    });
  });

  test("takes the fee off what a SELL brings", async () => {
    const trade = { makingAmount: 100, takingAmount: 50, eventId: "2" };
    for (const stated of [{}, { side: "SELL" }, { side: "sell" }]) {
      expect((await server.post(FLAT, { ...trade, ...stated })).body).toMatchObject({
        side: "SELL",
        inputs: { makingAmountUnit: "shares", takingAmountUnit: "usdc" },
        shares: 100,
        fee: { usdc: 1.75, shares: 3.5 },
        result: { grossShares: 100, netShares: 100, grossUsdc: 50, netUsdc: 48.25 },
      });
    }
  });

  test.each([
    ["the rule for tags where markets disagree", "divided", {
      feeConfig: { source: "tag_rule", feeRate: 0.25, exponent: 2, matchedByTag: "5m" },
      fee: { usdc: 6.25 },
    }],
    ["0 without tags or market fees", "plain", {
      feeConfig: { source: null, hasTakerFees: false, type: null, feeRate: 0 },
      fee: { usdc: 0, shares: 0, effectiveRate: 0 },
      result: { netUsdc: 50 },
    }],
    ["0 where the venue charges no fee, even if a rule would", "free", {
      feeConfig: { source: "venue", hasTakerFees: false, type: "politics", feeRate: 0 },
      fee: { usdc: 0 },
    }],
    ["the fee of a market that cannot be read, where that is clear", "half-read", {
      feeConfig: { source: "venue", feeRate: 0.07 },
      fee: { usdc: 1.75 },
    }],
  ])("uses %s", async (_, eventSlug, expected) => {
    expect((await server.post(FLAT, { ...TRADE, eventSlug })).body).toMatchObject(expected);
  });

  test.each([
    ["squared", "the venue's schedule has the exponent 2, which this formula lacks"],
    ["unclear", 'the fee data of its market id "90" cannot be read'],
  ])("is 502, never a wrong number, for the event %s: %s", async (eventSlug, because) => {
    const trade = { ...TRADE, eventSlug };
    expect(await server.post(FLAT, trade)).toMatchObject({
      status: 502,
      body: {
        error: `Cannot estimate the fee of the event with slug "${eventSlug}": ${because}`,
        hint: "Use /api/v1/fees/trade-estimate, which applies the tag rules",
      },
    });
    expect((await server.post(LEGACY, { ...trade, side: "BUY" })).status).toBe(200);
  });
});

describe.each([LEGACY, FLAT])("POST %s", (path) => {
  const trade = (making: string, taking: string) =>
    server.post(
      path,
      `{"side":"BUY","makingAmount":${making},"takingAmount":${taking},"eventId":"1"}`,
    );

  test.each([
    ["999999999999999.123456789012345678", "1000000000000000"],
    ["0.00000001", "0.000000010000000000000000000001"],
    ["0.1", "0.30000000000000000001"],
  ])("takes %s for %s to the last digit", async (making, taking) => {
    const { status, text } = await trade(making, taking);
    expect(status).toBe(200);
    expect(text).toContain(`"makingAmount":${making},"makingAmountUnit":"usdc"`);
    expect(text).toContain(`"takingAmount":${taking},"takingAmountUnit":"shares"`);
  });

  test("writes a number out however it was spelled", async () => {
    const { text } = await trade("0.5E+2", "1.000e2");
    expect(text).toContain(`"makingAmount":50,"makingAmountUnit"`);
    expect(text).toContain(`"takingAmount":100,"takingAmountUnit"`);
    expect(text).toEqual((await trade("50", "100")).text);
  });

  test("reports whether the venue was asked", async () => {
    const server = makeFeeServer([stagedEvent({ id: "8", slug: "eight" })]);
    const trade = { side: "BUY", ...TRADE, eventSlug: "eight" };
    const answers = [await server.post(path, trade), await server.post(path, trade)];
    expect(answers.map(({ headers }) => headers.get("x-cache"))).toEqual(["MISS", "HIT"]);
    await server.stop();
  });

  test.each([
    ["eventSlug", "nothing", 'Cannot find the event with slug "nothing": the venue lists none'],
    ["eventId", "nothing", 'Cannot find the event with id "nothing": the venue lists none'],
    ["eventSlug", "down", 'Cannot get the event with slug "down" from the venue: it did not'],
  ])("%s %s is 502", async (field, name, error) => {
    const answer = await server.post(path, { side: "BUY", ...TRADE, [field]: name });
    expect([answer.status, answer.headers.get("x-cache")]).toEqual([502, "MISS"]);
    expect(answer.body["error"]).toStartWith(error);
  });
});

describe("amounts in which a float has no digits left", () => {
  // Beside them, 60 digits of Python's decimal module.
  const amounts = `"makingAmount":123456789012345.12345678,"takingAmount":1000000000000000`;

  test(`POST ${FLAT}`, async () => {
    const { text } = await server.post(FLAT, `{${amounts},"eventId":2.0}`);
    expect(text).toContain(`"usdc":7575064718137.44967,"shares":61358024769135.84136,`);
    expect(text).toContain(`"effectiveRate":0.06135802`);
    expect(text).toContain(
      `"grossUsdc":123456789012345.12345678,"netUsdc":131031853730482.57312678}`,
    );
  });

  test(`POST ${LEGACY}`, async () => {
    const { text } = await server.post(LEGACY, `{"side":"BUY",${amounts},"eventId":10e-1}`);
    expect(text).toContain(`"averagePrice":0.12345679,`);
    expect(text).toContain(
      `"feeEquivalent":2927632932855.65305159,"feeInUsdcRaw":361436161297.15351624,`,
    );
    expect(text).toContain(`"netShares":997072367067144.34694841}`);
  });
});
