/**
 * Reads the credentials for the venue's relay before every connection: a wallet may be provisioned,
 * or its keys replaced, while the service runs.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { isPaperWallet } from "../../core/order/mod.ts";
import { ProviderFailed, ProviderOff } from "../../core/port/provider_failure.ts";
import { SecretBox } from "../../core/port/secret_box.ts";
import type { VenueCredentials } from "../../core/port/venue_account.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import { orderHolder } from "../../core/use_case/order/mod.ts";
import type { RelayAccess } from "../settings/oracle_settings.ts";
import { ownCommand } from "./own_command.ts";

/**
 * Makes an effect that reads the credentials. It fails with `ProviderOff` while the wallet does not
 * exist or has none, which may change, and with `ProviderFailed` if they cannot be read.
 */
export const makeRelayCredentials = Effect.fnUntraced(function* (access: RelayAccess) {
  const ports = yield* Effect.context<WalletStore | SecretBox>();
  return access.kind === "given"
    ? Effect.succeed(access.credentials)
    : Effect.provide(credentialsOf(access.walletId), ports);
});

const credentialsOf = Effect.fnUntraced(function* (
  walletId: string,
): Effect.fn.Return<
  VenueCredentials,
  ProviderFailed | ProviderOff,
  WalletStore | SecretBox
> {
  const unusable = (why: string) =>
    new ProviderFailed({
      provider: "wallet store",
      reason: "refused",
      wanted: `the relay's credentials of wallet ${walletId}`,
      cause: new Error(why),
    });
  if (isPaperWallet(walletId)) {
    return yield* off(`set POLYMARKET_RELAY_WALLET to a real wallet: ${walletId} is on paper`);
  }
  const found = yield* Effect.mapError(
    (yield* WalletStore).find(walletId),
    ({ message }) => unusable(message),
  );
  if (Option.isNone(found)) {
    return yield* off(`set POLYMARKET_RELAY_WALLET to a wallet: there is no ${walletId}`);
  }
  const { credentials } = yield* Effect.mapError(
    orderHolder(found.value),
    (failure) =>
      failure._tag === "WalletNotReady"
        ? off(ownCommand(`account wallet provision ${walletId}`))
        : unusable(failure.message),
  );
  return credentials;
});

function off(remedy: string): ProviderOff {
  return new ProviderOff({ provider: "relay", setting: "POLYMARKET_RELAY_WALLET", remedy });
}
