import { describe, expect, test } from "bun:test";
import { control } from "../simulator/kit/support.ts";
import { account } from "./account/account_process.ts";
import { callForOrder } from "./order/order_call.ts";
import { ORDERER, startTornVenue } from "./order/torn_venue.ts";
import { placeUntilSent } from "./order/place_until_sent.ts";
import { startSandbox } from "./process.ts";

const TIMEOUT_MS = 400_000;
const UNLIMITED = String(2n ** 256n - 1n);
const EXCHANGE = "0xE111180000d2663C0091e4f400237545B87B996B";
const ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";
/** What the venue answers of a wallet that its own set-up has made since July 2026. */
const HEALTHY = {
  [EXCHANGE]: UNLIMITED,
  "0xe2222d279d744050d28e00520010520000310F59": UNLIMITED,
  [ADAPTER]: 0,
};

/** A service, its demo wallet at the venue, and hands on what that wallet allows. */
async function startTrader() {
  const venue = await startTornVenue({ seed: 1, faults: [] });
  const settings = venue.settings();
  const { url, kill, exited } = await startSandbox(settings);
  const me = async () => {
    const headers = { "x-api-key": ORDERER.apiKey };
    const answer = await (await fetch(`${url}/api/v1/account`, { headers })).json();
    return (answer as { wallets: ReadonlyArray<Record<string, unknown>> }).wallets[0] ?? {};
  };
  const { address } = await me();
  let orders = 0;
  return {
    me,
    allow: (allowances: unknown) =>
      control(`${venue.url}/__account`, "PUT", { address, allowances }),
    provision: () => account(`wallet provision ${ORDERER.walletId} --sandbox`, { settings }),
    /** Orders for 5 in a market that was put, by its number. */
    order: (market: number, side: "BUY" | "SELL", fields: Readonly<Record<string, unknown>> = {}) =>
      placeUntilSent(() =>
        callForOrder({ url, orderer: ORDERER }, {
          key: String(orders++),
          fields: { slug: venue.markets[market]?.slug, outcome: "Up", side, amount: 5, ...fields },
        })
      ),
    stop: async () => {
      kill("SIGTERM");
      expect(await exited).toBe(0);
    },
  };
}

/** As {@linkcode startTornVenue} puts them. */
const [ORDINARY, NEG_RISK] = [0, 2];

describe("a wallet as the venue sets it up today", () => {
  test("trades ordinary markets, and gets what others need", async () => {
    const { allow, provision, order, me, stop } = await startTrader();
    await allow(HEALTHY);
    const provisioned = await provision();
    expect(provisioned.code).toBe(0);
    expect(provisioned.printed).toMatch(/^missing +nothing$/m);
    expect(provisioned.printed).toMatch(/^ordinary V1 +ready +ready +-$/m);
    expect(provisioned.printed).toMatch(
      new RegExp(
        `^neg-risk V1 +not ready +not ready +to buy: pUSD 0x\\w{40} approve\\(${ADAPTER}`,
        "m",
      ),
    );

    for (const side of ["BUY", "SELL"] as const) {
      const preview = await order(ORDINARY, side, { dryRun: true });
      expect(preview).toMatchObject({ kind: "placed" });
      expect(await order(ORDINARY, side)).toMatchObject({ kind: "placed" });
      const refused = await order(NEG_RISK, side);
      if (refused.kind !== "refused") throw new Error(JSON.stringify(refused));
      expect(refused.status).toBe(403);
      expect(refused.message).toContain(ADAPTER);
      expect(refused.message).not.toContain(EXCHANGE);
    }
    expect(await me()).toMatchObject({
      ready: true,
      ready_for: [
        { market: "v1", buy: true, sell: true },
        { market: "v1_neg_risk", buy: false, sell: false },
        { market: "v2" },
      ],
    });

    // Granted meanwhile, and read again.
    await allow({ ...HEALTHY, [ADAPTER]: UNLIMITED });
    await provision();
    expect(await order(NEG_RISK, "BUY")).toMatchObject({ kind: "placed" });

    // Revoked since it was read: the venue's refusal is passed on word for word.
    await allow({ ...HEALTHY, [EXCHANGE]: "2.5" });
    const refused = await order(ORDINARY, "BUY");
    if (refused.kind !== "refused") throw new Error(JSON.stringify(refused));
    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(
      new RegExp(
        `not enough balance / allowance: the allowance is not enough -> spender: ${EXCHANGE}, ` +
          "allowance: 2500000, sum of matched orders: 0, order amount \\(inc\\. fees\\): \\d+ " +
          "Nothing was placed\\. ",
      ),
    );
    await stop();
  }, TIMEOUT_MS);
});
