import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { stagedEvent, stagedMarket } from "../../stage/staged_event.ts";
import { makeFeeServer } from "./fee_server.ts";

const CRYPTO = ["crypto", "5M"];
const server = makeFeeServer([
  stagedEvent({
    id: "8",
    slug: "half-read",
    tags: CRYPTO,
    markets: [stagedMarket({})],
    unreadableMarkets: [{ named: 'id "80"', fee: Option.some(stagedMarket({ rate: "0.07" })) }],
  }),
  stagedEvent({
    id: "9",
    slug: "unclear",
    tags: CRYPTO,
    markets: [stagedMarket({})],
    unreadableMarkets: [{ named: 'id "90"', fee: Option.none() }],
  }),
]);
afterAll(() => server.stop());

const LEGACY = "/fees/trade-estimate";
const FLAT = "/new_fees/trade-estimate";

describe("markets that cannot be read", () => {
  const trade = (eventSlug: string) => ({ makingAmount: 50, takingAmount: 100, eventSlug });

  test("count by their fee, where that is clear", async () => {
    expect((await server.post(FLAT, trade("half-read"))).body).toMatchObject({
      feeConfig: { source: "venue", feeRate: 0.07 },
      fee: { usdc: 1.75 },
    });
  });

  test("are no guess where their fee is not", async () => {
    const { status, body } = await server.post(FLAT, trade("unclear"));
    expect(status).toBe(502);
    expect(body["error"]).toContain('the fee data of its market id "90" cannot be read');
    expect((await server.post(LEGACY, { ...trade("unclear"), side: "BUY" })).status).toBe(200);
  });
});
