import { describe, expect, test } from "bun:test";
import { isWholeKey } from "../../core/access/mod.ts";
import { control } from "../simulator/kit/support.ts";
import { openSandbox } from "./open_sandbox.ts";
import { runUntilSent } from "./order/place_until_sent.ts";
import { makeFolder } from "./process.ts";
import { startWorld } from "./world_of_processes.ts";

/** Address, key and wallet as the sandbox prints them, and its three requests to paste. */
async function startDemo(settings: Record<string, string> = {}) {
  const sandbox = await openSandbox(settings);
  const apiKey = sandbox.said(/API key +(\S+)/);
  const walletId = sandbox.said(/wallet +([0-9a-f-]{36})/);
  sandbox.said(/Try:\n(?: {2}curl .*\n){3}/);
  const commands = sandbox.greeting.match(/^ {2}curl .*$/gm) ?? [];
  const account = async () => {
    const response = await fetch(`${sandbox.url}/api/v1/account`, {
      headers: { "x-api-key": apiKey },
    });
    return { status: response.status, body: await response.json() as Record<string, unknown> };
  };
  return { ...sandbox, apiKey, walletId, commands, account };
}

describe("the sandbox's demo user", () => {
  test(
    "has a key that is good at once, a wallet that is ready, and requests that work",
    async () => {
      const demo = await startDemo();
      expect(isWholeKey(demo.apiKey)).toBe(true);
      const { status, body } = await demo.account();
      expect(status).toBe(200);
      expect(body["key"]).toMatchObject({ scopes: ["read", "trade"] });
      expect(body["wallets"]).toMatchObject([{ id: demo.walletId, ready: true, missing: [] }]);
      expect(demo.commands).toHaveLength(3);
      for (const command of demo.commands) {
        expect(await runUntilSent(command)).toEndWith("}200");
      }
      await demo.stop();
    },
    300_000,
  );

  test("is the same for the same seed, and takes the names it is given", async () => {
    // One after another, as each of them has deadlines.
    const one = await startDemo();
    const other = await startDemo();
    const named = await startDemo({
      SANDBOX_API_KEY: "sk_test_as_it_is",
      SANDBOX_WALLET_ID: "00000000-0000-0000-0000-00000000000A",
    });
    expect([other.apiKey, other.walletId]).toEqual([one.apiKey, one.walletId]);
    expect([named.apiKey, named.walletId])
      .toEqual(["sk_test_as_it_is", "00000000-0000-0000-0000-00000000000a"]);
    expect((await named.account()).body["wallets"]).toMatchObject([{ ready: true }]);
  }, 300_000);

  test("reports why its wallet is not ready when the venue is unreachable", async () => {
    const folder = makeFolder();
    const demo = await startDemo({
      POLYMARKET_CLOB_URL: "http://127.0.0.1:1",
      DATA_DIR: folder.path,
    });
    expect(demo.greeting).toMatch(/wallet +\S+ \(not ready: Cannot /);
    expect((await demo.account()).body["wallets"]).toMatchObject([{ ready: false }]);
    await demo.stop();
    folder.remove();
  }, 300_000);

  test("has a wallet that is ready though the venue takes its time", async () => {
    const { simulators, settings } = startWorld({ startIso: new Date().toISOString(), speed: 1 });
    // As on a busy machine: each answer is in time, all of them together take seconds.
    const slow = { match: "GET /", kind: "delay", delay_ms: 2_000 };
    await control(`${simulators.urlOf("venue-orders")}/__faults`, "POST", slow);
    const folder = makeFolder();
    const demo = await startDemo({ ...settings, DATA_DIR: folder.path });
    expect((await demo.account()).body["wallets"]).toMatchObject([{ ready: true, missing: [] }]);
    await demo.stop();
    await simulators.stop();
    folder.remove();
  }, 300_000);
});
