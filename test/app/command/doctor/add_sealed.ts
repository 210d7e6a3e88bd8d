/** A wallet and a webhook in a store of live mode. @module */
import { randomBytes } from "node:crypto";
import { Effect, Option } from "effect";
import type { Settings } from "../../../../app/settings/settings.ts";
import { layerStore, layerWalletKeys } from "../../../../app/wiring/store.ts";
import { makeWorldFolder } from "../../../../app/wiring/world_folder.ts";
import { AccountStore } from "../../../../core/port/account_store.ts";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { secretLocation, WalletStore } from "../../../../core/port/wallet_store.ts";
import { webhookSecretLocation, WebhookStore } from "../../../../core/port/webhook_store.ts";
import { newAccount } from "../../../contract/account_store_contract.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { newWallet } from "../../../contract/new_wallet.ts";

/** Stores them, sealed under the key of the settings. */
export async function addSealed({ storage, walletKeys }: Settings): Promise<void> {
  const folder = `${storage.dataDir}/live`;
  makeWorldFolder(folder);
  const adding = Effect.gen(function* () {
    const box = yield* SecretBox;
    const account = yield* AccountStore.use((store) => store.addAccount(newAccount()));
    const wallet = newWallet(account.id);
    const signingKey = yield* box.seal(randomBytes(32), secretLocation(wallet.id, "signingKey"));
    const secrets = { signingKey, credentials: Option.none() };
    yield* WalletStore.use((store) => store.add({ wallet, secrets }));
    const { webhook } = newWebhook(account.id);
    const current = yield* box.seal(randomBytes(32), webhookSecretLocation(webhook.id));
    const sealed = { webhook, secrets: { current, former: Option.none() } };
    yield* WebhookStore.use((store) => store.add(sealed));
  });
  await Effect.runPromise(adding.pipe(
    Effect.provide(layerStore(storage, { world: "live", folder })),
    Effect.provide(layerWalletKeys(walletKeys)),
  ));
}
