import { describe, expect, test } from "bun:test";
import { Effect, type ManagedRuntime, Option } from "effect";
import { paperWalletId } from "../../../../core/order/mod.ts";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { type ChosenSettings, ServiceSetupPort } from "../../../../core/port/service_setup.ts";
import { secretLocation, WalletStore } from "../../../../core/port/wallet_store.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { openAccount, provisionWallet, showWallet } from "../../../../core/use_case/account/mod.ts";
import {
  addOwnWallet,
  askRelayWith,
  makeWallet,
  makeWalletKey,
  refuseSealed,
  setupState,
} from "../../../../core/use_case/setup/mod.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { layerNoSecretBox } from "../../../memory/secret_box.ts";
import { ADDRESS, CONTRACT, importAll, keyOf, walletWorld } from "../../../stage/wallet_world.ts";
import { stagedSetup } from "./staged_setup.ts";

const newRuntime = () => walletWorld().runtime;
type Ports = ManagedRuntime.ManagedRuntime.Services<ReturnType<typeof newRuntime>>;

const OWNER = { id: "w1", email: "a@b.c" };
const OPENED = openAccount({ id: "1", email: OWNER.email });

/** A service that is set up, with wallets in memory. */
function setupWorld(chosen: Partial<ChosenSettings> = {}) {
  const runtime = newRuntime();
  const { setup, done } = stagedSetup(chosen);
  return {
    done,
    run: <A>(effect: Effect.Effect<A, unknown, Ports>) =>
      runtime.runPromise(effect.pipe(Effect.provideService(ServiceSetupPort, setup))),
  };
}

const areOverwritten = (secrets: ReadonlyArray<Uint8Array>) =>
  secrets.length > 0 && secrets.every((secret) => secret.every((byte) => byte === 0));

/** What is sealed as a wallet's signing key. */
const sealedKey = Effect.fnUntraced(function* (id: string) {
  const [{ secrets }, box] = [yield* showWallet(id), yield* SecretBox];
  return yield* box.open(
    secrets.signingKey,
    secretLocation(id, "signingKey"),
    (bytes) => Effect.succeed(bytes.toHex()),
  );
});

/** A wallet like this one on paper, with a key that this service alone takes. */
const putOnPaper = Effect.fnUntraced(function* (id: string) {
  const { wallet, secrets } = yield* showWallet(id);
  const paper = {
    ...wallet,
    id: paperWalletId(crypto.randomUUID()),
    funder: ADDRESS,
    clobApiKey: Option.some("key"),
  };
  yield* WalletStore.use((store) => store.add({ wallet: paper, secrets }));
  return paper.id;
});

describe("the wallet key of a service", () => {
  test("is made once", async () => {
    const [fresh, known] = [setupWorld(), setupWorld({ hasWalletKey: true })];
    await fresh.run(makeWalletKey());
    await known.run(makeWalletKey());
    expect([fresh.done.walletKeys, known.done.walletKeys]).toEqual([1, 0]);
  });

  test("is not made where a wallet or a webhook is sealed under one that is not set", async () => {
    const refusal = async (sealed: Effect.Effect<unknown, unknown, Ports>) => {
      const { run, done } = setupWorld();
      const made = Effect.provide(makeWalletKey(), layerNoSecretBox);
      const refused = await run(Effect.andThen(sealed, Effect.flip(made)));
      expect(done.walletKeys).toBe(0);
      return refused;
    };
    expect(await refusal(importAll(["w1", "w2"]))).toMatchObject({
      _tag: "SetupRefused",
      why: expect.stringMatching(/^2 wallets and 0 webhooks are sealed/),
      hint: expect.stringMatching(/^Set WALLET_KEY to the key that sealed them\. If it is lost/),
    });
    expect(await refusal(WebhookStore.use((store) => store.add(newWebhook("1")))))
      .toMatchObject({ why: expect.stringMatching(/^0 wallets and 1 webhooks are sealed/) });
  });
});

describe("a wallet of a new service", () => {
  test("is not made where it cannot be sealed, so that no key is written", async () => {
    const { run, done } = setupWorld();
    const made = Effect.andThen(OPENED, makeWallet(OWNER));
    expect(await run(Effect.flip(Effect.provide(made, layerNoSecretBox))))
      .toMatchObject({ _tag: "SecretBoxOff" });
    expect(done.signingKeys).toEqual([]);
  });

  test("is made, with a copy of its key, of which no bytes stay", async () => {
    const { run, done } = setupWorld();
    const { file, stored: { wallet } } = await run(Effect.andThen(OPENED, makeWallet(OWNER)));
    expect([file, wallet.id, wallet.address, wallet.funder, wallet.signatureType])
      .toEqual(["wallet.key", "w1", ADDRESS, ADDRESS, 0]);
    expect(areOverwritten(done.signingKeys)).toBe(true);
    expect(await run(sealedKey("w1"))).toBe(keyOf(7).toHex());
  });

  test("is its owner's, whose key is overwritten wherever it was", async () => {
    const { run, done } = setupWorld();
    const text = keyOf(1);
    const funder = Option.some(CONTRACT);
    const { stored: { wallet } } = await run(
      Effect.andThen(OPENED, addOwnWallet({ ...OWNER, text, signatureType: 2, funder })),
    );
    expect([wallet.funder, wallet.signatureType]).toEqual([CONTRACT, 2]);
    expect(areOverwritten([text, ...done.signingKeys])).toBe(true);
    expect(await run(sealedKey("w1"))).toBe(keyOf(7).toHex());
  });

  test("leaves no bytes of a key where it cannot be added", async () => {
    const { run, done } = setupWorld();
    const refusal = (funder: string | undefined, adding = OPENED) =>
      Effect.gen(function* () {
        yield* adding;
        const text = keyOf(1);
        const own = { ...OWNER, text, signatureType: 2 as const };
        const refused = yield* Effect.flip(
          addOwnWallet({ ...own, funder: Option.fromUndefinedOr(funder) }),
        );
        expect(areOverwritten([text])).toBe(true);
        return refused;
      });
    expect(await run(refusal("nowhere"))).toMatchObject({
      message: 'Cannot use funder "nowhere"',
      hint: expect.stringContaining("40 hexadecimal digits"),
    });
    expect(await run(refusal(undefined))).toMatchObject({ parameter: "funder" });
    expect(await run(Effect.provide(refusal(CONTRACT), layerNoSecretBox)))
      .toMatchObject({ _tag: "SecretBoxOff" });
    expect([done.signingKeys.length, areOverwritten(done.signingKeys)]).toEqual([2, true]);
    expect(await run(Effect.provideService(refusal(CONTRACT), ServiceSetupPort, undefined)))
      .toMatchObject({ _tag: "SetupRefused", hint: "Use a live service" });
  });
});

describe("the relay of the oracle", () => {
  test("is asked with a wallet that has the venue's key, and with no other", async () => {
    const { run, done } = setupWorld();
    await run(importAll(["w1"]));
    const refused = { _tag: "SetupRefused", hint: "Provision it first, or choose another one" };
    expect(await run(Effect.flip(askRelayWith("w1")))).toMatchObject(refused);
    expect(await run(Effect.flip(askRelayWith("w2")))).toMatchObject({ _tag: "WalletMissing" });
    await run(provisionWallet("w1"));
    const onPaper = Effect.flatMap(putOnPaper("w1"), askRelayWith);
    expect(await run(Effect.flip(onPaper))).toMatchObject(refused);
    expect(done.relay).toEqual([]);
    await run(askRelayWith("w1"));
    expect(done.relay).toEqual(["w1"]);
  });
});

test("nothing is set up where what is stored does not open", async () => {
  const { run } = setupWorld({ hasWalletKey: true });
  await run(Effect.andThen(importAll(["w1"]), refuseSealed()));
  const lost = Effect.provide(refuseSealed(), layerNoSecretBox);
  expect(await run(Effect.flip(lost))).toMatchObject({
    message: expect.stringMatching(/1 wallets and 0 webhooks .* WALLET_KEY that is not set$/),
  });
});

test("a service is set up as far as its first account is, without what is on paper", async () => {
  const { run } = setupWorld({ hasOracle: true });
  const [none] = [await run(setupState())];
  expect([none.account, none.wallets, none.keyCount]).toEqual([Option.none(), [], 0]);
  await run(importAll(["w1"]));
  await run(putOnPaper("w1"));
  const { account, wallets, chosen } = await run(setupState());
  expect([Option.getOrThrow(account).email, wallets.map(({ id }) => id), chosen.hasOracle])
    .toEqual([OWNER.email, ["w1"], true]);
  await run(openAccount({ id: "2", email: "other@b.c" }));
  const other = await run(setupState("other@b.c"));
  expect([Option.getOrThrow(other.account).email, other.wallets]).toEqual(["other@b.c", []]);
});
