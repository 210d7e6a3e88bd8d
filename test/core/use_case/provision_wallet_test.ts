import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import { SecretBox, secretPlace } from "../../../core/port/mod.ts";
import { provisionWallet, showWallet } from "../../../core/use_case/mod.ts";
import { boxOf, CREDENTIALS, importAll, keyOf, STANDING, walletWorld } from "./wallet_world.ts";

describe("provisioning a wallet", () => {
  const setUp = async () => {
    const world = walletWorld();
    await world.runtime.runPromise(importAll(["w1"]));
    return world;
  };

  test("keeps the venue's key, sealed, and says how the wallet stands", async () => {
    const { runtime, venue } = await setUp();
    const found = await runtime.runPromise(
      Effect.provide(
        Effect.andThen(TestClock.setTime(Date.UTC(2026, 10, 5, 12, 34)), provisionWallet("w1")),
        TestClock.layer(),
      ),
    );
    expect(found.standing).toEqual(STANDING);
    expect(found.wallet).toMatchObject({
      clobApiKey: Option.some(CREDENTIALS.apiKey),
      areAllowancesReady: true,
    });
    expect([venue.slugs, venue.tokenIds]).toEqual([["btc-1h-2026-11-05-1200"], ["111"]]);
    const { secrets } = await runtime.runPromise(showWallet("w1"));
    const opened = await runtime.runPromise(SecretBox.use((box) =>
      box.open(
        Option.getOrThrow(secrets.credentials),
        secretPlace("w1", "credentials"),
        (bytes) => Effect.succeed(new TextDecoder().decode(bytes)),
      )
    ));
    const { secret, passphrase } = CREDENTIALS;
    expect(JSON.parse(opened)).toEqual({ secret, passphrase });
  });

  test("lends the signing key for no longer than the question", async () => {
    const { runtime, venue } = await setUp();
    await runtime.runPromise(provisionWallet("w1"));
    expect(venue.lent).toEqual([{ copy: keyOf(7), bytes: keyOf(0) }]);
  });

  test("is not ready while one approval is missing, or where the venue names none", async () => {
    const { runtime, venue } = await setUp();
    const [first, ...others] = STANDING.approvals;
    if (first === undefined) throw new Error("no approvals");
    for (const approvals of [[], [{ ...first, isGiven: false }, ...others]]) {
      venue.standing = { ...STANDING, approvals };
      const { wallet } = await runtime.runPromise(provisionWallet("w1"));
      expect(wallet.areAllowancesReady).toBe(false);
      expect(wallet.clobApiKey).toEqual(Option.some(CREDENTIALS.apiKey));
    }
  });

  test("claims nothing that the venue does not say, and keeps what it said", async () => {
    const { runtime, venue } = await setUp();
    const fail = () => runtime.runPromise(Effect.flip(provisionWallet("w1")));
    const stored = async () => (await runtime.runPromise(showWallet("w1"))).wallet;
    const before = await stored();

    venue.credentials = "refused";
    expect((await fail()).message).toContain("address banned");
    venue.credentials = "unreachable";
    expect((await fail())._tag).toBe("ProviderFailed");
    expect(await stored()).toEqual(before);

    venue.credentials = "given";
    venue.standing = "unreachable";
    const withKey = { ...before, clobApiKey: Option.some(CREDENTIALS.apiKey) };
    expect((await fail())._tag).toBe("ProviderFailed");
    expect(await stored()).toEqual(withKey);
    for (const catalog of ["unlisted", "undeployed"] as const) {
      venue.catalog = catalog;
      expect((await fail())._tag).toBe("NotListed");
      expect(await stored()).toEqual(withKey);
    }

    venue.catalog = "listed";
    venue.standing = STANDING;
    await runtime.runPromise(provisionWallet("w1"));
    venue.standing = "unreachable";
    await fail();
    expect((await stored()).areAllowancesReady).toBe(true);
  });

  test("needs a wallet, and its signing key", async () => {
    const { runtime } = await setUp();
    const missing = await runtime.runPromise(Effect.flip(provisionWallet("w9")));
    expect(missing.message).toBe('Cannot find the wallet "w9"');
    const unreadable = await runtime.runPromise(
      Effect.flip(Effect.provide(provisionWallet("w1"), boxOf(2))),
    );
    expect(unreadable).toMatchObject({ _tag: "SecretUnreadable", reason: "other_key" });
  });
});
