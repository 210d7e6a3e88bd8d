import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import {
  hookSecretLocation,
  HookStore,
  type SealedHookSecrets,
  SecretBox,
} from "../../../../core/port/mod.ts";
import { checkSecrets } from "../../../../core/use_case/account/mod.ts";
import { HOOK_SECRET_BYTES } from "../../../../core/use_case/hook/mod.ts";
import { layerNoSecretBox } from "../../../memory/secret_box.ts";
import { newHook } from "../../../contract/new_hook.ts";
import { boxOf, importAll, walletWorld } from "../../../stage/wallet_world.ts";

/** Seals the secret of a webhook under the key of a byte. */
const sealed = (id: string, byte: number) =>
  Effect.provide(
    SecretBox.use((box) => box.seal(new Uint8Array(HOOK_SECRET_BYTES), hookSecretLocation(id))),
    boxOf(byte),
  );

/** Two wallets under key 1, and a webhook whose secrets are under these keys. */
async function worldOf(
  { current, former }: { readonly current: number; readonly former?: number },
) {
  const { runtime } = walletWorld();
  const { hook } = newHook("1");
  await runtime.runPromise(Effect.gen(function* () {
    yield* importAll(["w1", "w2"]);
    const secrets: SealedHookSecrets = {
      current: yield* sealed(hook.id, current),
      former: former === undefined
        ? Option.none()
        : Option.some({ sealed: yield* sealed(hook.id, former), untilMs: 0 }),
    };
    yield* HookStore.use((store) => store.add({ hook, secrets }));
  }));
  const check = (box = boxOf(1)) => runtime.runPromise(Effect.provide(checkSecrets(), box));
  return { id: hook.id, check };
}

const WELL = { formerCount: 0, unreadable: [] };

describe("checking secrets", () => {
  test("opens those of wallets and of webhooks", async () => {
    const { check } = await worldOf({ current: 1, former: 1 });
    expect(await check()).toMatchObject({
      wallets: { count: 2, ...WELL },
      hooks: { count: 1, ...WELL },
    });
  });

  test.each([[{ current: 2 }], [{ current: 1, former: 2 }]])(
    "finds that a webhook's secret does not open: %o",
    async (keys) => {
      const { id, check } = await worldOf(keys);
      const { wallets, hooks } = await check();
      expect(wallets).toMatchObject(WELL);
      expect(hooks).toMatchObject({ formerCount: 0, unreadable: [{ id }] });
      expect(hooks.unreadable[0]?.reason).toStartWith("Cannot open a secret");
    },
  );

  test.each([[{ current: 2 }], [{ current: 1, former: 2 }]])(
    "counts a webhook that only the former key opens: %o",
    async (keys) => {
      const { check } = await worldOf(keys);
      expect((await check(boxOf(1, 2))).hooks).toMatchObject({ formerCount: 1, unreadable: [] });
    },
  );

  test("opens nothing without a key", async () => {
    const { check } = await worldOf({ current: 1 });
    const { keyId, wallets, hooks } = await check(layerNoSecretBox);
    expect([keyId, wallets.unreadable.length, hooks.unreadable.length]).toEqual([null, 2, 1]);
  });
});
