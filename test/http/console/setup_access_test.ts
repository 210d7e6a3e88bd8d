import { describe, expect, test } from "bun:test";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { consoleWorld, EMAIL } from "./console_server.ts";
import { setupServices } from "./setup_service.ts";

const world = consoleWorld();
const { peer, peerAddressOf, newService, signedIn } = setupServices(world);
const COMMAND = "Where the service runs, use its command: strikeline setup";

describe("a service is set up", () => {
  test("only by who is signed in", async () => {
    const service = await newService();
    expect((await service.region()).status).toBe(401);
    const { status, body } = await service.get();
    expect([status, body.code, body.hint])
      .toEqual([401, "unauthorized", "Sign in at /console of this service"]);
  });

  test("only by the oldest account, and with wallets of its own", async () => {
    const service = await signedIn();
    const other = service.server().browser(null);
    const { body: { session } } = await other.signUp("other@example.com");
    const { status, body } = await other.get("setup");
    expect([status, body.code, body.hint])
      .toEqual([403, "forbidden", `Sign in with that one. ${COMMAND}`]);
    expect((await other.post("setup/wallet")).status).toBe(403);
    expect((await other.get("session")).body.needs_setup).toBe(false);

    const wallet = newWallet(session.account.id);
    const added = { wallet, secrets: newSecrets() };
    await world.run(WalletStore.use((store) => store.add(added)));
    for (const wallet_id of [wallet.id, "nowhere"]) {
      for (const path of ["provision", "limits", "relay"]) {
        const limits = path === "limits" ? { max_order_usdc: 1, max_daily_usdc: 1 } : {};
        const refused = await service.post(path, { wallet_id, ...limits });
        expect([refused.status, refused.body]).toEqual([404, {
          error: `Cannot find the wallet "${wallet_id}"`,
          code: "not_found",
          hint: "GET /console/api/setup lists the account's wallets",
        }]);
      }
    }
  });

  test("only on its own machine, without a proxy, and under a name of that machine", async () => {
    const service = await signedIn();
    for (const headers of [{ "x-forwarded-for": "127.0.0.1" }, { via: "1.1 caddy" }]) {
      const { status, body } = await service.send(headers);
      expect([status, body.code, body.hint]).toEqual([403, "forbidden", COMMAND]);
    }
    const named = await service.get("http://console.example:3000");
    expect([named.status, named.body.hint])
      .toEqual([403, expect.stringContaining("under http://localhost or http://127.0.0.1")]);
    expect((await service.get("http://[::1]:3000")).status).toBe(200);
    peer.address = "192.0.2.1";
    expect((await service.get()).body.hint).toBe(COMMAND);
    expect(await service.needsSetup()).toBe(false);
    peer.address = "::ffff:127.0.0.1";
    expect([(await service.get()).status, await service.needsSetup()]).toEqual([200, true]);
  });

  test("not if it is a sandbox, which has all that it needs", async () => {
    const browser = (await world.serve({ sandbox: { speed: 1, seed: 1 }, peerAddressOf }))
      .browser(null);
    await browser.signUp(EMAIL);
    const { status, body } = await browser.get("setup");
    expect([status, body.code, body.hint])
      .toEqual([404, "not_found", "Start a live service, and open its console"]);
    expect((await browser.get("session")).body.needs_setup).toBe(false);
  });
});
