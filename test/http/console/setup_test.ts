import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Effect } from "effect";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { showWallet } from "../../../core/use_case/account/mod.ts";
import { consoleWorld } from "./console_server.ts";
import { setupServices } from "./setup_service.ts";

const world = consoleWorld();
const { run, venue } = world;
const { newService, signedIn, withKey } = setupServices(world);

/** A key that anyone may know, and its address. */
const OWN_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const OWN_ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CONTRACT = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

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

test("the page knows whether the venue takes orders from here", async () => {
  const service = await signedIn();
  const region = async () => (await service.region()).body;
  expect(await region()).toEqual({ is_blocked: false, text: "orders are taken from here (US)" });
  venue.isRegionBlocked = true;
  expect(await region()).toEqual({
    is_blocked: true,
    text: "the venue refuses orders from here: it sees US NY",
  });
});
