/**
 * Implements {@linkcode ChainBalances}: by a node of the chain where one is set up, else by the
 * order book, which is made to reread the chain before.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Holdings } from "../../core/chain/mod.ts";
import { ChainBalances } from "../../core/port/chain_balances.ts";
import { wanting } from "../outbound/mod.ts";
import { moneyCall, readMoney, readShares, sharesCall } from "./chain/balance_call.ts";
import type { ChainClient } from "./chain/chain_client.ts";
import { unreadable } from "./chain/rpc_failure.ts";
import type { AssetQuery } from "./clob/balance.ts";
import type { ClobOptions } from "./clob/call.ts";
import { type ClobClient, makeClobClient } from "./clob/client.ts";
import type { Hex } from "./clob/contracts.ts";
import { forHolder } from "./clob/for_holder.ts";

/** The node's client, if there is one, and the order book's address. */
export interface ChainBalancesOptions extends ClobOptions {
  readonly chain: Option.Option<Pick<ChainClient, "read">>;
}

/** Makes the adapter. Needs the {@linkcode ProviderWatch}. */
export const makePolymarketChainBalances = Effect.fnUntraced(
  function* ({ chain, clobUrl }: ChainBalancesOptions) {
    const clob = yield* makeClobClient({ clobUrl });
    return ChainBalances.of({
      of: Effect.fn("ChainBalances.of")((query: BalanceQuery) =>
        Option.match(chain, {
          onNone: () => byOrderBook(clob, query),
          onSome: (client) => byNode(client, query),
        })
      ),
    });
  },
);

type BalanceQuery = Parameters<ChainBalances["Service"]["of"]>[0];

/** Asks the contracts. */
function byNode(
  { read }: Pick<ChainClient, "read">,
  { holder: { funder }, market }: BalanceQuery,
) {
  const decoded = <A>(answer: Hex, decode: (data: Hex) => A) =>
    Effect.try({
      try: () => decode(answer),
      catch: () => wanting(unreadable("an answer that is no balance"), "the wallet's balances"),
    });
  return Effect.all({
    usdcE6: Effect.flatMap(read(moneyCall(funder)), (data) => decoded(data, readMoney)),
    sharesE6: Effect.flatMap(
      read(sharesCall(funder, market)),
      (data) => decoded(data, readShares),
    ),
  }, { concurrency: "unbounded" });
}

/** Asks the order book, asset by asset. */
function byOrderBook(
  client: Pick<ClobClient, "freshBalance">,
  { holder, signatureType, market: { kind, tokenIds } }: BalanceQuery,
) {
  const shares = kind === "v2" ? "CONDITIONAL-V2" : "CONDITIONAL";
  const balanceE6 = (asset: AssetQuery["asset"]) =>
    Effect.map(
      client.freshBalance(holder, { asset, signatureType }),
      ({ balance }) => BigInt(balance),
    );
  const asking = Effect.all([
    balanceE6({ kind: "COLLATERAL" }),
    balanceE6({ kind: shares, tokenId: tokenIds[0] }),
    balanceE6({ kind: shares, tokenId: tokenIds[1] }),
  ], { concurrency: "unbounded" });
  const holdings = Effect.map(
    asking,
    ([usdcE6, first, second]): Holdings => ({ usdcE6, sharesE6: [first, second] }),
  );
  return forHolder(holdings, { holder, wanted: "get what the wallet has on the chain" });
}
