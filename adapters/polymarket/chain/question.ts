/**
 * The probe's question to a node of the chain: whether it is one of Polygon, and what gas costs.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { makeChainClient } from "./chain_client.ts";
import { makeRpcClient, type RpcOptions } from "./rpc_client.ts";
import { CHAIN } from "./rpc_failure.ts";

const WEI_PER_GWEI = 1_000_000_000n;

/** Makes the question. */
export const makeChainQuestion = Effect.fnUntraced(function* (options: RpcOptions) {
  const { newestBlock, finalBlock, gasPrice } = makeChainClient(yield* makeRpcClient(options));
  const ask = Effect.gen(function* () {
    const newest = yield* newestBlock;
    const final = yield* finalBlock;
    const { baseFeeWei, tipWei } = yield* gasPrice;
    const gwei = (baseFeeWei + tipWei) / WEI_PER_GWEI;
    return `Polygon at block ${newest}, ${newest - final} after the final one; gas ${gwei} gwei`;
  });
  return {
    name: CHAIN,
    asks: "its newest block, and what gas costs",
    ask,
  } satisfies ProviderQuestion;
});
