import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { openOrdersContract } from "../../contract/open_orders_contract.ts";
import { orderVenueContract } from "../../contract/order_venue_contract.ts";
import { makeTrading, run } from "../../contract/order_venue_staging.ts";
import { control } from "../../simulator/kit/support.ts";
import { startOrderVenue } from "./order_venue_world.ts";

orderVenueContract("polymarket at its simulator", startOrderVenue);
openOrdersContract("polymarket at its simulator", startOrderVenue);

describe("the shares of a wallet", () => {
  let world: Awaited<ReturnType<typeof startOrderVenue>>;
  beforeAll(async () => void (world = await startOrderVenue()));
  afterAll(() => world.stop());

  test.each(["v1", "v2"] as const)("are read from the chain anew: %s", async (kind) => {
    const { signOn, send, stage } = makeTrading(world);
    const [market, wallet] = await stage({ protocol: kind });
    const { signatureType } = wallet.wallet;
    const question = { holder: wallet.holder, signatureType, tokenId: market.yes, kind };
    const beforeE6 = await run(world.venue.sharesE6(question));
    const bought = await send(await signOn(market, wallet), wallet);
    const moreE6 = await run(world.venue.sharesE6(question)) - beforeE6;
    expect(bought).toMatchObject({ kind: "matched", fill: { sharesE6: Option.some(moreE6) } });
    const { body: log } = await control(`${world.url}/__log`, "GET");
    const asset = kind === "v2" ? "CONDITIONAL-V2" : "CONDITIONAL";
    const query = `asset_type=${asset}&token_id=${market.yes}&signature_type=0`;
    expect((log["requests"] as ReadonlyArray<unknown>).slice(-2)).toMatchObject([
      { path: `/balance-allowance/update?${query}`, status: 200 },
      { path: `/balance-allowance?${query}`, status: 200 },
    ]);
  });
});
