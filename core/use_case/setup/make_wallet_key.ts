/**
 * Makes the key under which the secrets of a new service are sealed.
 *
 * @module
 */
import { Effect } from "effect";
import { SetupRefused } from "../../port/service_setup.ts";
import { checkSecrets } from "../account/mod.ts";
import { ownSetup } from "./own_setup.ts";

/**
 * Makes and keeps the key unless there is one. Refused where secrets are stored: they are sealed
 * under a key that is not set, and would be lost for good under a new one.
 */
export const makeWalletKey = Effect.fn("makeWalletKey")(function* () {
  const setup = yield* ownSetup;
  if ((yield* setup.chosen).hasWalletKey) return;
  const { wallets, webhooks } = yield* checkSecrets();
  if (wallets.count + webhooks.count > 0) {
    return yield* new SetupRefused({
      why:
        `${wallets.count} wallets and ${webhooks.count} webhooks are sealed under a WALLET_KEY ` +
        "that is not set",
      hint: "Set WALLET_KEY to the key that sealed them",
    });
  }
  yield* setup.makeWalletKey;
});
