/** The demo user of sandboxes that differ from the usual one. @module */
import { expect, test } from "bun:test";
import { Result } from "effect";
import { demoIdentity } from "../../app/sandbox/demo_identity.ts";
import { readSandboxChoice } from "../../app/sandbox/sandbox_choice.ts";
import { RARE_GAMES, type Settings } from "./environment.ts";
import { openSandbox } from "./open_sandbox.ts";

const identityOf = (environment: Settings) => {
  const { settings, worldSettings } = Result.getOrThrow(readSandboxChoice([], environment));
  return demoIdentity({ ...settings, ...worldSettings });
};

test("the demo user is the same for the same seed, and takes the names it is given", () => {
  expect(identityOf({ SANDBOX_SEED: "7" })).toEqual(identityOf({ SANDBOX_SEED: "7" }));
  expect(identityOf({ SANDBOX_SEED: "8" }).apiKey).not.toBe(identityOf({}).apiKey);
  expect(identityOf({
    SANDBOX_API_KEY: "sk_test_as_it_is",
    SANDBOX_WALLET_ID: "00000000-0000-0000-0000-00000000000A",
  })).toMatchObject({
    apiKey: "sk_test_as_it_is",
    walletId: "00000000-0000-0000-0000-00000000000a",
  });
});

test("the demo user's wallet is not ready where the venue is out of reach", async () => {
  const sandbox = await openSandbox({ ...RARE_GAMES, POLYMARKET_CLOB_URL: "http://127.0.0.1:1" });
  expect(sandbox.greeting).toMatch(/wallet +\S+ \(not ready: Cannot /);
  const headers = { "x-api-key": sandbox.said(/API key +(\S+)/) };
  const account = await (await fetch(`${sandbox.url}/api/v1/account`, { headers })).json();
  expect(account).toMatchObject({ wallets: [{ ready: false }] });
  await sandbox.stop();
});
