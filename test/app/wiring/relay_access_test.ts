import { describe, expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import { makeRelayCredentials } from "../../../app/wiring/relay_access.ts";
import { provisionWallet } from "../../../core/use_case/account/mod.ts";
import { CREDENTIALS, importAll, walletWorld } from "../command/account/wallet_world.ts";
import { ownCommand } from "../../../app/wiring/own_command.ts";

describe("the relay's credentials of a wallet", () => {
  test("are off, with a hint, until the wallet exists and is provisioned", async () => {
    const { runtime } = walletWorld();
    const credentials = await runtime.runPromise(
      makeRelayCredentials({ kind: "wallet", walletId: "w1" }),
    );
    const off = (remedy: string) => ({
      _tag: "ProviderOff",
      setting: "POLYMARKET_RELAY_WALLET",
      remedy,
    });
    expect(await runtime.runPromise(Effect.flip(credentials)))
      .toMatchObject(off("set POLYMARKET_RELAY_WALLET to a wallet: there is no w1"));
    await runtime.runPromise(importAll(["w1"]));
    expect(await runtime.runPromise(Effect.flip(credentials)))
      .toMatchObject(off(ownCommand("account wallet provision w1")));
    await runtime.runPromise(provisionWallet("w1"));
    const { apiKey, secret } = await runtime.runPromise(credentials);
    expect([apiKey, Redacted.value(secret)]).toEqual([CREDENTIALS.apiKey, CREDENTIALS.secret]);
    await runtime.dispose();
  });
});
