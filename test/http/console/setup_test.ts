import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Effect, Result } from "effect";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { showWallet } from "../../../core/use_case/account/mod.ts";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { serviceSetup } from "../../../app/wiring/service_setup.ts";
import { layerWalletKeys } from "../../../app/wiring/store.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { consoleWorld, EMAIL } from "./console_server.ts";

const { run, serve, venue } = consoleWorld();
const COMMAND = "Where the service runs, use its command: strikeline setup";

/** A key that anyone may know, and its address. */
const OWN_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const OWN_ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CONTRACT = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/** Where browsers are. */
const peer = { address: "" };
beforeEach(() => void (peer.address = "127.0.0.1"));

const folders: Array<ReturnType<typeof makeFolder>> = [];
afterEach(() => folders.splice(0).forEach(({ remove }) => remove()));

/** A live service in a folder of its own, which a test starts again as often as it asks for it. */
async function newService(environment: Record<string, string | undefined> = {}) {
  const folder = makeFolder();
  folders.push(folder);
  const file = join(folder.path, ".env");
  let restarts = 0;
  const settings = () => Result.getOrThrow(readEnvironment(environment, readSettings));
  const start = () =>
    serve({
      setup: serviceSetup({
        environment,
        settings: settings(),
        file,
        restart: () => void restarts++,
      }),
      walletKeys: layerWalletKeys(settings().walletKeys),
      peerAddressOf: () => peer.address,
    });
  let server = await start();
  let browser = server.browser(null);
  return {
    file,
    restarts: () => restarts,
    walletKeys: () => layerWalletKeys(settings().walletKeys),
    server: () => server,
    signUp: (email = EMAIL) => browser.signUp(email),
    get: (origin = "http://localhost") => browser.send("GET", "setup", { origin }),
    post: (path: string, body: unknown = {}) => browser.post(`setup/${path}`, body),
    send: (headers: Record<string, string>) => browser.send("GET", "setup", { headers }),
    needsSetup: async () => (await browser.get("session")).body.needs_setup,
    startAgain: async () => {
      const cookie = browser.cookie();
      server = await start();
      browser = server.browser(null);
      browser.setCookie(cookie);
    },
  };
}

async function signedIn() {
  const service = await newService();
  await service.signUp();
  return service;
}

/** One whose secrets are sealed. */
async function withKey() {
  const service = await signedIn();
  await service.post("wallet-key");
  await service.startAgain();
  return service;
}

describe("setting a service up from its page", () => {
  test("takes step after step, and says what is still missing", async () => {
    const service = await newService();
    expect(await service.needsSetup()).toBe(true);
    await service.signUp();
    expect((await service.get()).body).toEqual({
      file: service.file,
      has_wallet_key: false,
      has_oracle: false,
      relay_wallet_id: null,
      wallets: [],
      key_count: 0,
    });
    const early = await service.post("wallet");
    expect([early.status, early.body.hint]).toEqual([503, expect.stringContaining("WALLET_KEY")]);

    await service.post("wallet-key");
    await service.startAgain();
    expect((await service.get()).body.has_wallet_key).toBe(true);
    const { status, body: { wallet, key_file } } = await service.post("wallet");
    expect([status, wallet.has_venue_key]).toEqual([201, false]);
    expect(readFileSync(key_file, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);

    const off = await service.post("relay", { wallet_id: wallet.id });
    expect([off.status, off.body]).toEqual([409, {
      error: `Cannot set the service up: the wallet ${wallet.id} has no API key of the venue`,
      code: "bad_request",
      hint: "Provision it first, or choose another one",
    }]);
    const provisioned = await service.post("provision", { wallet_id: wallet.id });
    expect(provisioned.body.wallets).toMatchObject([{ id: wallet.id, has_venue_key: true }]);
    const limits = { wallet_id: wallet.id, max_order_usdc: 12.345678, max_daily_usdc: "none" };
    expect((await service.post("limits", limits)).body.wallets)
      .toMatchObject([{ max_order_usdc: 12.345678, max_daily_usdc: null }]);

    const asked = await service.post("relay", { wallet_id: wallet.id });
    expect([asked.status, asked.body.has_oracle]).toEqual([200, false]);
    expect(await service.needsSetup()).toBe(true);
    await service.startAgain();
    expect((await service.get()).body)
      .toMatchObject({ has_oracle: true, relay_wallet_id: wallet.id });
    expect([await service.needsSetup(), service.restarts()]).toEqual([false, 2]);
  });

  test("makes one wallet key, however often it is asked for", async () => {
    const service = await signedIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.post("wallet-key")));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const written = readFileSync(service.file, "utf8");
    expect(written).toMatch(/^WALLET_KEY=[\w+/]{43}=\n$/);
    await service.startAgain();
    await service.post("wallet-key");
    expect([readFileSync(service.file, "utf8"), service.restarts()]).toEqual([written, 1]);
  });

  test("seals a private key, and tells it nobody", async () => {
    const service = await withKey();
    const body = {
      private_key: ` ${OWN_KEY}\n`,
      signature_type: 2,
      funder: CONTRACT.toLowerCase(),
    };
    const answer = await service.post("own-wallet", body);
    const { wallet } = answer.body;
    expect([answer.status, answer.body]).toEqual([201, {
      wallet: {
        id: wallet.id,
        address: OWN_ADDRESS,
        has_venue_key: false,
        max_order_usdc: wallet.max_order_usdc,
        max_daily_usdc: wallet.max_daily_usdc,
        limit_command: `strikeline account wallet limit ${wallet.id}`,
      },
      key_file: null,
    }]);
    const { wallet: { funder, signatureType }, secrets } = await run(showWallet(wallet.id));
    expect([funder, signatureType]).toEqual([CONTRACT, 2]);
    const opened = SecretBox.use((box) =>
      box.open(
        secrets.signingKey,
        secretLocation(wallet.id, "signingKey"),
        (secret) => Effect.succeed(secret.toHex()),
      )
    );
    expect(await run(Effect.provide(opened, service.walletKeys()))).toBe(OWN_KEY.slice(2));
    const shown = JSON.stringify([secrets, await service.get()]);
    expect(shown).not.toContain(OWN_KEY.slice(2, 20));
  });

  test("quotes no private key that it refuses", async () => {
    const service = await withKey();
    const entry = { private_key: OWN_KEY, signature_type: 0 };
    const refused: ReadonlyArray<readonly [unknown, string, string]> = [
      [{ ...entry, private_key: `${OWN_KEY}0` }, "Cannot read the private key", "64 hexadecimal"],
      [{ ...entry, private_key: "0".repeat(64) }, "Cannot read the private key", "64 hexadecimal"],
      [{ ...entry, private_key: 7 }, "Cannot read private_key as text", "Send text"],
      [{ ...entry, private_key: [OWN_KEY] }, "Cannot read private_key as text", "Send text"],
      [{ signature_type: 0 }, 'a body without "private_key"', "Send text"],
      [{ ...entry, signature_type: 4 }, 'Cannot use signature_type "4"', "2 (Safe)"],
      [{ ...entry, signature_type: 1 }, 'Cannot use funder ""', "address of its contract"],
      [{ ...entry, funder: "0x12" }, 'Cannot use funder "0x12"', "40 hexadecimal digits"],
      [{ ...entry, funder: CONTRACT }, `Cannot use funder "${CONTRACT}"`, "leave it out"],
    ];
    for (const [body, error, hint] of refused) {
      const answer = await service.post("own-wallet", body);
      expect([answer.status, answer.body]).toEqual([400, {
        error: expect.stringContaining(error),
        code: "bad_request",
        hint: expect.stringContaining(hint),
      }]);
      expect(JSON.stringify(answer.body)).not.toContain(OWN_KEY.slice(2));
    }
    expect((await service.get()).body.wallets).toEqual([]);
  });

  test("refuses limits that are none", async () => {
    const service = await withKey();
    const { body: { wallet: { id } } } = await service.post("wallet");
    for (const max_order_usdc of [0, -1, "50", "", 0.0000001, 1e12, true, {}]) {
      const body = { wallet_id: id, max_order_usdc, max_daily_usdc: 1 };
      const { status, body: { hint } } = await service.post("limits", body);
      expect([status, hint]).toEqual([400, expect.stringContaining("as a JSON number, or")]);
    }
  });

  test("goes on when the venue answers again, and says why it refuses a wallet", async () => {
    const service = await withKey();
    const { body: { wallet: { id } } } = await service.post("wallet");
    venue.credentials = "unreachable";
    expect((await service.post("provision", { wallet_id: id })).status).toBe(503);
    venue.credentials = "refused";
    const refused = await service.post("provision", { wallet_id: id });
    expect([refused.status, refused.body.error, refused.body.hint]).toEqual([
      403,
      expect.stringContaining("address banned"),
      "Check the wallet's type and funder against the venue's message",
    ]);
    venue.credentials = "given";
    expect((await service.post("provision", { wallet_id: id })).body.wallets)
      .toMatchObject([{ has_venue_key: true }]);
  });
});

describe("a service is set up", () => {
  const refusal = async (service: Awaited<ReturnType<typeof newService>>) => {
    const { status, body } = await service.get();
    return [status, body.code, body.hint];
  };

  test("only by who is signed in", async () => {
    expect(await refusal(await newService()))
      .toEqual([401, "unauthorized", "Sign in at /console of this service"]);
  });

  test("only by the oldest account, and with wallets of its own", async () => {
    const service = await withKey();
    const { body: { wallet: { id } } } = await service.post("wallet");
    const other = service.server().browser(null);
    await other.signUp("other@example.com");
    const { status, body } = await other.get("setup");
    expect([status, body.code, body.hint])
      .toEqual([403, "forbidden", `Sign in with that one. ${COMMAND}`]);
    expect((await other.post("setup/wallet")).status).toBe(403);
    expect((await other.get("session")).body.needs_setup).toBe(false);
    for (
      const [path, more] of [
        ["provision", {}],
        ["limits", { max_order_usdc: 1, max_daily_usdc: 1 }],
        ["relay", {}],
      ] as const
    ) {
      const unknown = await service.post(path, { ...more, wallet_id: "nowhere" });
      expect([unknown.status, unknown.body]).toEqual([404, {
        error: 'Cannot find the wallet "nowhere"',
        code: "not_found",
        hint: "GET /console/api/setup lists the account's wallets",
      }]);
      expect((await service.post(path, { ...more, wallet_id: id })).status).not.toBe(404);
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
    const browser =
      (await serve({ sandbox: { speed: 1, seed: 1 }, peerAddressOf: () => peer.address }))
        .browser(null);
    await browser.signUp(EMAIL);
    const { status, body } = await browser.get("setup");
    expect([status, body.code, body.hint])
      .toEqual([404, "not_found", "Start a live service, and open its console"]);
    expect((await browser.get("session")).body.needs_setup).toBe(false);
  });
});
