/**
 * Connects the roads to the chain to the ports.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { makeChainClient } from "../../adapters/polymarket/chain/chain_client.ts";
import { makeRpcClient } from "../../adapters/polymarket/chain/rpc_client.ts";
import { makePolymarketChainBalances } from "../../adapters/polymarket/chain_balances.ts";
import { makePolymarketChainLogs } from "../../adapters/polymarket/chain_logs.ts";
import { makePolymarketChainRoad } from "../../adapters/polymarket/chain_road.ts";
import { makeRelayerClient } from "../../adapters/polymarket/relayer/client.ts";
import { ChainBalances } from "../../core/port/chain_balances.ts";
import { ChainLogs, ChainRoad } from "../../core/port/chain_road.ts";
import type { ProviderSettings } from "../settings/provider_settings.ts";

/** Provides them, with one client of the node and one of the relayer, which keep their paces. */
export function layerChain({ chain, venue }: Pick<ProviderSettings, "chain" | "venue">) {
  const { rpcUrl, relayerUrl, relayerAccess, missing } = chain;
  return Layer.unwrap(Effect.gen(function* () {
    const node = yield* Effect.transposeOption(
      Option.map(rpcUrl, (url) => Effect.map(makeRpcClient({ rpcUrl: url }), makeChainClient)),
    );
    const relayer = yield* Effect.transposeOption(
      Option.map(relayerAccess, (access) => makeRelayerClient({ relayerUrl, access })),
    );
    const { clobUrl } = venue;
    return Layer.mergeAll(
      Layer.succeed(ChainRoad, makePolymarketChainRoad({ chain: node, relayer, missing })),
      Layer.succeed(ChainLogs, makePolymarketChainLogs(node)),
      Layer.effect(ChainBalances, makePolymarketChainBalances({ chain: node, clobUrl })),
    );
  }));
}
