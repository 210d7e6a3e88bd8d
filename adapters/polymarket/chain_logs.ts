/**
 * Implements {@linkcode ChainLogs} by a node of the chain, where one is set up.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { ChainLogs } from "../../core/port/chain_road.ts";
import { wanting } from "../outbound/mod.ts";
import type { ChainClient, Receipt } from "./chain/chain_client.ts";
import { loggedMoves } from "./chain/logged_moves.ts";
import { unreadable } from "./chain/rpc_failure.ts";

/** Makes the adapter. */
export function makePolymarketChainLogs(
  chain: Option.Option<Pick<ChainClient, "receipt">>,
): ChainLogs["Service"] {
  return ChainLogs.of({
    movedBy: Effect.fn("ChainLogs.movedBy")(
      function* ({ tx, address }: { readonly tx: string; readonly address: string }) {
        if (Option.isNone(chain)) return Option.none();
        const receipt = yield* chain.value.receipt(tx);
        if (Option.isNone(receipt)) return Option.none();
        return yield* Effect.asSome(readMoves(receipt.value, address));
      },
    ),
  });
}

const readMoves = ({ logs }: Receipt, address: string) =>
  Effect.try({
    try: () => loggedMoves(logs, address),
    catch: () => wanting(unreadable("logs that these contracts do not write"), "what it moved"),
  });
