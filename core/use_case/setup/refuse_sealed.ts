/**
 * Refuses to set up a service whose stored secrets its key does not open: what is set up then would
 * not work.
 *
 * @module
 */
import { Effect } from "effect";
import { SetupRefused } from "../../port/service_setup.ts";
import { checkSecrets } from "../account/mod.ts";

/** Refuses while a wallet or a webhook is sealed under a key that is not known here. */
export const refuseSealed = Effect.fn("refuseSealed")(function* () {
  const { keyId, wallets, webhooks } = yield* checkSecrets();
  const [walletCount, webhookCount] = [wallets.unreadable.length, webhooks.unreadable.length];
  if (walletCount + webhookCount === 0) return;
  return yield* new SetupRefused({
    why: `${walletCount} wallets and ${webhookCount} webhooks are sealed under ` +
      (keyId === null ? "a WALLET_KEY that is not set" : "another WALLET_KEY"),
    hint: "Set WALLET_KEY to the key that sealed them. If it is lost: set a new one, import each " +
      "wallet again by its key, and rotate each webhook",
  });
});
