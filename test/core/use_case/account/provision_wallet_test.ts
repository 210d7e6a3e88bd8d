import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import type { Right } from "../../../../core/order/mod.ts";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { secretLocation } from "../../../../core/port/wallet_store.ts";
import { provisionWallet, showWallet } from "../../../../core/use_case/account/mod.ts";
import { ALL_RIGHTS } from "../../../contract/staged_rights.ts";
import {
  boxOf,
  CREDENTIALS,
  importAll,
  keyOf,
  VENUE_STATUS,
  walletWorld,
} from "../../../stage/wallet_world.ts";

/** Provisions at 12:34 of a day, when windows of each interval are open. */
const provisionedAtNoon = Effect.provide(
  Effect.andThen(TestClock.setTime(Date.UTC(2026, 10, 5, 12, 34)), provisionWallet("w1")),
  TestClock.layer(),
);

describe("provisioning a wallet", () => {
  const setUp = async () => {
    const world = walletWorld();
    await world.runtime.runPromise(importAll(["w1"]));
    return world;
  };

  test("stores the venue's key, sealed, and returns the wallet's venue status", async () => {
    const { runtime, venue } = await setUp();
    const found = await runtime.runPromise(provisionedAtNoon);
    expect(found.status).toEqual(VENUE_STATUS);
    expect(found.wallet).toMatchObject({
      clobApiKey: Option.some(CREDENTIALS.apiKey),
      rights: ALL_RIGHTS,
    });
    expect(venue.slugs).toEqual([
      "btc-1h-2026-11-05-1200",
      "btc-updown-5m-1793881800",
      "btc-15m-2026-11-05-1230",
      "btc-4h-2026-11-05-1200",
    ]);
    const { secrets } = await runtime.runPromise(showWallet("w1"));
    const opened = await runtime.runPromise(SecretBox.use((box) =>
      box.open(
        Option.getOrThrow(secrets.credentials),
        secretLocation("w1", "credentials"),
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

  test("notes each right that the venue speaks of, given or not", async () => {
    const { runtime, venue } = await setUp();
    const provision = async (amounts: Partial<Record<Right, bigint>>) => {
      const approvals = VENUE_STATUS.approvals.flatMap((approval) => {
        const amountE6 = amounts[approval.right];
        return amountE6 === undefined ? [] : [{ ...approval, amountE6 }];
      });
      venue.status = { ...VENUE_STATUS, approvals };
      const { wallet } = await runtime.runPromise(provisionWallet("w1"));
      expect(wallet.clobApiKey).toEqual(Option.some(CREDENTIALS.apiKey));
      return Object.fromEntries(wallet.rights);
    };
    expect(await provision({})).toEqual({});
    const all = { "collateral:exchange": 5_000_000n, "shares:exchange": 0n };
    expect(await provision(all)).toEqual({ "collateral:exchange": true, "shares:exchange": false });
    // Of which it does not speak this time stays as it was.
    expect(await provision({ "shares:exchange": 1n }))
      .toEqual({ "collateral:exchange": true, "shares:exchange": true });
    expect(await provision({ "collateral:exchange": 0n, "shares:exchange_v3": 1n })).toEqual({
      "collateral:exchange": false,
      "shares:exchange": true,
      "shares:exchange_v3": true,
    });
  });

  describe("searches for an open market", () => {
    /** The venue's answers by slug, all else being listed; returns the tokens it got. */
    const tokensWith = async (
      exceptions: Readonly<Record<string, "unlisted" | "unreachable" | "closed">>,
      catalog: "listed" | "unlisted" | "undeployed" = "listed",
    ) => {
      const { runtime, venue } = await setUp();
      venue.catalog = catalog;
      for (const [slug, state] of Object.entries(exceptions)) venue.exceptions.set(slug, state);
      await runtime.runPromise(provisionedAtNoon);
      return Option.getOrUndefined(venue.tokens[0]?.v1 ?? Option.none());
    };
    const HOUR = "btc-1h-2026-11-05-1200";
    const FIVE = "btc-updown-5m-1793881800";

    test("in the hour's window first", async () => expect(await tokensWith({})).toBe(`${HOUR} up`));

    test.each(["unlisted", "unreachable", "closed"] as const)(
      "in the other windows of now where it is %s",
      async (state) => {
        expect(await tokensWith({ [HOUR]: state })).toBe(`${FIVE} up`);
      },
    );

    test("of each known protocol, and of no unknown one", async () => {
      const { runtime, venue } = await setUp();
      venue.protocols.set(HOUR, "v9").set(FIVE, "v2");
      await runtime.runPromise(provisionedAtNoon);
      expect(venue.tokens).toEqual([{
        v1: Option.some("btc-15m-2026-11-05-1230 up"),
        v2: Option.some(`${FIVE} up`),
      }]);
    });

    test("works without markets that have a token or are listed", async () => {
      for (const catalog of ["undeployed", "unlisted"] as const) {
        expect(await tokensWith({}, catalog)).toBeUndefined();
      }
    });
  });

  test("claims nothing that the venue does not report, and keeps what it reported", async () => {
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
    venue.status = "unreachable";
    const withKey = { ...before, clobApiKey: Option.some(CREDENTIALS.apiKey) };
    expect((await fail())._tag).toBe("ProviderFailed");
    expect(await stored()).toEqual(withKey);
    venue.status = VENUE_STATUS;
    venue.catalog = "unreachable";
    expect((await fail())._tag).toBe("ProviderFailed");
    expect(await stored()).toEqual(withKey);

    venue.catalog = "listed";
    venue.status = VENUE_STATUS;
    await runtime.runPromise(provisionWallet("w1"));
    venue.status = "unreachable";
    await fail();
    expect((await stored()).rights).toEqual(ALL_RIGHTS);
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
