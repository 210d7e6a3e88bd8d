import { describe, expect, test } from "bun:test";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { CONDITION, resolved } from "./positions_client.ts";
import { claimsClient } from "./claims_client.ts";

describe("a wallet that claims by itself", () => {
  test("leaves what pays less than a cent to whoever asks for it", async () => {
    const { claimByItself, claims, post, index } = await claimsClient();
    index.resolutions.set(CONDITION, resolved(999n, 999_001n));
    await claimByItself();
    expect(await claims()).toEqual([]);
    expect((await post("claim", {})).body["claims"]).toMatchObject([{ automatic: false }]);
  });

  test("claims what it has won, once, and what has failed again, later each time", async () => {
    const { advance, resolve, chain, claims, claimByItself, server } = await claimsClient();
    const pass = (ms: number) => void (server.clock.stillMs = (server.clock.stillMs ?? 0) + ms);
    server.clock.stillMs = NOON_MS + 120_000;
    await claimByItself();
    expect(await claims()).toEqual([]);
    resolve();
    chain.refused = "CTF has not approved the adapter";
    await claimByItself();
    await advance();
    const failed = { state: "failed", why: chain.refused, automatic: true };
    expect(await claims()).toMatchObject([failed]);
    for (const waitMs of [600_000, 1_200_000]) {
      const { length } = await claims();
      pass(waitMs - 1_000);
      await claimByItself();
      expect(await claims()).toHaveLength(length);
      if (waitMs > 600_000) chain.refused = undefined;
      pass(1_000);
      await claimByItself();
      if (waitMs === 600_000) await advance();
    }
    await claimByItself();
    await advance();
    await advance();
    await claimByItself();
    expect(await claims())
      .toMatchObject([{ state: "confirmed", automatic: true }, failed, failed]);
  });
});
