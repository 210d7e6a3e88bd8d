/**
 * A road to the chain that is set up, of those that wallets take by their type.
 *
 * @module
 */
import type { Effect } from "effect";
import type { RoadReport, SignedCalls } from "../../../core/chain/mod.ts";
import type { CallsRefused, ChainRoad } from "../../../core/port/chain_road.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";

type Port = ChainRoad["Service"];

/** Signs, sends and looks as {@linkcode ChainRoad} does. */
export interface OpenRoad {
  /** How many claims fit in one submission. */
  readonly claimsMax: number;
  readonly sign: (
    draft: Parameters<Port["sign"]>[0],
  ) => Effect.Effect<SignedCalls, CallsRefused | ProviderFailed>;
  readonly send: Port["send"];
  readonly look: (
    ...question: Parameters<Port["look"]>
  ) => Effect.Effect<RoadReport, ProviderFailed>;
}
