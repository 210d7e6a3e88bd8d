/**
 * Implements {@linkcode ChainRoad} for the wallets of the primary venue: a key's own transaction by
 * a node of the chain, calls of a wallet that is a contract by the venue's relayer.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ChainRoadName } from "../../core/chain/mod.ts";
import { ChainRoad, RoadOff, type RoadWallet } from "../../core/port/chain_road.ts";
import type { ChainClient } from "./chain/chain_client.ts";
import { makeKeyRoad } from "./chain/key_road.ts";
import type { OpenRoad } from "./chain/open_road.ts";
import type { RelayerClient } from "./relayer/client.ts";
import { makeRelayerRoad } from "./relayer/relayer_road.ts";

/** The clients of the roads that are set up, and the settings that the others lack. */
export interface ChainRoadOptions {
  readonly chain: Option.Option<ChainClient>;
  readonly relayer: Option.Option<RelayerClient>;
  readonly missing: Readonly<Record<ChainRoadName, string>>;
}

/** Makes the adapter. */
export function makePolymarketChainRoad(
  { chain, relayer, missing }: ChainRoadOptions,
): ChainRoad["Service"] {
  const roads: Readonly<Record<ChainRoadName, Option.Option<OpenRoad>>> = {
    rpc: Option.map(chain, makeKeyRoad),
    relayer: Option.map(relayer, makeRelayerRoad),
  };
  const open = (name: ChainRoadName): Effect.Effect<OpenRoad, RoadOff> =>
    Effect.mapError(
      Effect.fromOption(roads[name]),
      () => new RoadOff({ setting: missing[name] }),
    );
  return ChainRoad.of({
    claimsMax: (wallet) => Effect.map(open(roadOf(wallet)), ({ claimsMax }) => claimsMax),
    sign: Effect.fn("ChainRoad.sign")((draft: Parameters<ChainRoad["Service"]["sign"]>[0]) =>
      Effect.flatMap(open(roadOf(draft.wallet)), ({ sign }) => sign(draft))
    ),
    send: Effect.fn("ChainRoad.send")((...[calls, wallet]: Parameters<OpenRoad["send"]>) =>
      Effect.matchEffect(open(calls.road), {
        onSuccess: ({ send }) => send(calls, wallet),
        // Signed before the setting was taken away, and good again when it is back.
        onFailure: ({ message }) =>
          Effect.succeed({
            kind: "refused",
            why: message,
            retry: { when: "later", afterMs: OFF_MS },
          }),
      })
    ),
    look: Effect.fn("ChainRoad.look")((...[calls, wallet]: Parameters<OpenRoad["look"]>) =>
      Effect.flatMap(open(calls.road), ({ look }) => look(calls, wallet))
    ),
  });
}

/** How soon a road that is off is tried again, in milliseconds. */
const OFF_MS = 60_000;

/** Returns the road of a wallet's type. */
function roadOf({ signatureType }: Pick<RoadWallet, "signatureType">): ChainRoadName {
  return signatureType === 0 ? "rpc" : "relayer";
}
