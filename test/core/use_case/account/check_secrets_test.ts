import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import {
  type SealedWebhookSecrets,
  webhookSecretLocation,
  WebhookStore,
} from "../../../../core/port/webhook_store.ts";
import { checkSecrets } from "../../../../core/use_case/account/mod.ts";
import { WEBHOOK_SECRET_BYTES } from "../../../../core/use_case/webhook/mod.ts";
import { layerNoSecretBox } from "../../../memory/secret_box.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { boxOf, importAll, walletWorld } from "../../../stage/wallet_world.ts";

/** Seals the secret of a webhook under the key of a byte. */
const sealed = (id: string, byte: number) =>
  Effect.provide(
    SecretBox.use((box) =>
      box.seal(new Uint8Array(WEBHOOK_SECRET_BYTES), webhookSecretLocation(id))
    ),
    boxOf(byte),
  );

/** Two wallets under key 1, and a webhook whose secrets are under these keys. */
async function worldOf(
  { current, former }: { readonly current: number; readonly former?: number },
) {
  const { runtime } = walletWorld();
  const { webhook } = newWebhook("1");
  await runtime.runPromise(Effect.gen(function* () {
    yield* importAll(["w1", "w2"]);
    const secrets: SealedWebhookSecrets = {
      current: yield* sealed(webhook.id, current),
      former: former === undefined
        ? Option.none()
        : Option.some({ sealed: yield* sealed(webhook.id, former), untilMs: 0 }),
    };
    yield* WebhookStore.use((store) => store.add({ webhook, secrets }));
  }));
  const check = (box = boxOf(1)) => runtime.runPromise(Effect.provide(checkSecrets(), box));
  return { id: webhook.id, check };
}

const WELL = { formerCount: 0, unreadable: [] };

describe("checking secrets", () => {
  test("opens those of wallets and of webhooks", async () => {
    const { check } = await worldOf({ current: 1, former: 1 });
    expect(await check()).toMatchObject({
      wallets: { count: 2, ...WELL },
      webhooks: { count: 1, ...WELL },
    });
  });

  test.each([[{ current: 2 }], [{ current: 1, former: 2 }]])(
    "finds that a webhook's secret does not open: %o",
    async (keys) => {
      const { id, check } = await worldOf(keys);
      const { wallets, webhooks } = await check();
      expect(wallets).toMatchObject(WELL);
      expect(webhooks).toMatchObject({ formerCount: 0, unreadable: [{ id }] });
      expect(webhooks.unreadable[0]?.reason).toStartWith("Cannot open a secret");
    },
  );

  test.each([[{ current: 2 }], [{ current: 1, former: 2 }]])(
    "counts a webhook that only the former key opens: %o",
    async (keys) => {
      const { check } = await worldOf(keys);
      expect((await check(boxOf(1, 2))).webhooks).toMatchObject({ formerCount: 1, unreadable: [] });
    },
  );

  test("opens nothing without a key", async () => {
    const { check } = await worldOf({ current: 1 });
    const { keyId, wallets, webhooks } = await check(layerNoSecretBox);
    expect([keyId, wallets.unreadable.length, webhooks.unreadable.length]).toEqual([null, 2, 1]);
  });
});
