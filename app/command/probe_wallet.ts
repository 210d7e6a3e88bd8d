/**
 * The relay of the oracle as the probe asks it with a wallet of the store: by the wallet's
 * credentials, or by the service that runs with them.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { Effect, Layer, Option, Result } from "effect";
import { RELAY } from "../../adapters/polymarket/relay/relay_name.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { VenueCredentials } from "../../core/port/venue_account.ts";
import type { Settings } from "../settings/settings.ts";
import { callOperation } from "../operator/call_operation.ts";
import { CHECK_OPERATION } from "../operator/check_operation.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { makeRelayCredentials } from "../wiring/relay_access.ts";
import { layerStore } from "../wiring/store.ts";
import { worldFolder } from "../wiring/world_folder.ts";
import { layerWalletKeys } from "../wiring/store.ts";

/** The credentials of a wallet, or what a service says that runs with them. */
export type WalletRelay =
  | { readonly kind: "credentials"; readonly credentials: VenueCredentials }
  | { readonly kind: "running"; readonly state: string };

/** Opens the store unless a service has it. Fails like the relay without credentials: `refused`. */
export function walletRelay(
  { storage, walletKeys }: Settings,
  walletId: string,
): Effect.Effect<WalletRelay, ProviderFailed> {
  return Effect.gen(function* () {
    const folder = worldFolder(storage, "live");
    const isEmbedded = Option.isNone(storage.databaseUrl);
    if (isEmbedded && !existsSync(folder)) {
      return yield* refused(`no store in ${storage.dataDir} has the wallet ${walletId}`);
    }
    const unix = operatorSocketPath(folder);
    if (isEmbedded && (yield* Effect.promise(() => isAnswered(unix)))) {
      return { kind: "running", state: yield* Effect.promise(() => stateOfRunning(unix)) };
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
    if (Result.isSuccess(opened)) return { kind: "credentials", credentials: opened.success };
    const { failure } = opened;
    if (failure._tag === "ProviderFailed") return yield* failure;
    return yield* refused(
      failure._tag === "ProviderOff" ? failure.remedy ?? failure.message : String(failure),
    );
  });
}

async function stateOfRunning(unix: string): Promise<string> {
  const reply = await callOperation((request) => fetch(request, { unix }), CHECK_OPERATION, {});
  if (!reply.ok) return reply.error;
  return reply.result.providers.find(({ name }) => name === RELAY)?.state ?? "unknown";
}

function refused(why: string): ProviderFailed {
  return new ProviderFailed({ provider: RELAY, reason: "refused", cause: new Error(why) });
}
