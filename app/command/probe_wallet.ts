/**
 * Reads the credentials of a wallet for the probe, from a store that no service has open.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { Effect, Layer, Option, Result } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { VenueCredentials } from "../../core/port/venue_account.ts";
import type { Settings } from "../settings/settings.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { makeRelayCredentials } from "../wiring/relay_access.ts";
import { layerStore } from "../wiring/store.ts";
import { worldFolder } from "../wiring/world_folder.ts";
import { layerWalletKeys } from "../wiring/store.ts";

/** Opens the store when run. Fails like the relay without credentials: `refused`. */
export function walletCredentials(
  { storage, walletKeys }: Settings,
  walletId: string,
): Effect.Effect<VenueCredentials, ProviderFailed> {
  return Effect.gen(function* () {
    const folder = worldFolder(storage, "live");
    const isEmbedded = Option.isNone(storage.databaseUrl);
    if (isEmbedded && !existsSync(folder)) {
      return yield* refused(`no store in ${storage.dataDir} has the wallet ${walletId}`);
    }
    if (isEmbedded && (yield* Effect.promise(() => isAnswered(operatorSocketPath(folder))))) {
      return yield* refused("the running service has the wallet: see relay at /api/v1/status");
    }
    const layer = Layer.merge(
      layerStore(storage, { world: "live", folder }),
      layerWalletKeys(walletKeys),
    );
    const opened = yield* makeRelayCredentials({ kind: "wallet", walletId }).pipe(
      Effect.flatten,
      Effect.provide(layer),
      Effect.result,
    );
    if (Result.isSuccess(opened)) return opened.success;
    const { failure } = opened;
    if (failure._tag === "ProviderFailed") return yield* failure;
    return yield* refused(
      failure._tag === "ProviderOff" ? failure.remedy ?? failure.message : String(failure),
    );
  });
}

function refused(why: string): ProviderFailed {
  return new ProviderFailed({ provider: "relay", reason: "refused", cause: new Error(why) });
}
