/** How a service is set up, without a file: what is chosen, and what was made. @module */
import { Effect, Option } from "effect";
import {
  type ChosenSettings,
  type ServiceSetup,
  SigningKeyUnreadable,
} from "../../../../core/port/service_setup.ts";
import { ADDRESS, keyOf } from "../../../stage/wallet_world.ts";

/** Nothing is chosen at first. A text is a key if it has bytes. */
export function stagedSetup(chosen: Partial<ChosenSettings> = {}) {
  const done = { walletKeys: 0, relay: [] as Array<string>, signingKeys: [] as Array<Uint8Array> };
  const lent = (signingKey: Uint8Array) => {
    done.signingKeys.push(signingKey);
    return { signingKey, address: ADDRESS };
  };
  const setup: ServiceSetup = {
    chosen: Effect.succeed({
      hasWalletKey: false,
      hasOracle: false,
      relayWalletId: Option.none(),
      file: ".env",
      ...chosen,
    }),
    makeWalletKey: Effect.sync(() => void done.walletKeys++),
    askRelayWith: (id) => Effect.sync(() => void done.relay.push(id)),
    makeSigningKey: Effect.sync(() => ({ ...lent(keyOf(7)), file: "wallet.key" })),
    readSigningKey: (text) =>
      text.length === 0 ? Effect.fail(new SigningKeyUnreadable()) : Effect.succeed(lent(keyOf(7))),
    readAddress: (text) => Option.liftPredicate((text: string) => text.startsWith("0x"))(text),
  };
  return { setup, done };
}
