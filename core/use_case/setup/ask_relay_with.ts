/**
 * Chooses the wallet with whose key at the venue the relay of the oracle is asked.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { isPaperWallet } from "../../order/mod.ts";
import { SetupRefused } from "../../port/service_setup.ts";
import { showWallet } from "../account/mod.ts";
import { ownSetup } from "./own_setup.ts";

/** Chooses it. Refused for a wallet without a key at the venue. */
export const askRelayWith = Effect.fn("askRelayWith")(function* (walletId: string) {
  const setup = yield* ownSetup;
  const { wallet } = yield* showWallet(walletId);
  if (isPaperWallet(walletId) || Option.isNone(wallet.clobApiKey)) {
    return yield* new SetupRefused({
      why: `the wallet ${walletId} has no API key of the venue`,
      hint: "Provision it first, or choose another one",
    });
  }
  yield* setup.askRelayWith(walletId);
});
