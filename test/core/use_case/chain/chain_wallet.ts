/**
 * A wallet that claims, splits and merges in a {@linkcode ChainWorld}.
 *
 * @module
 */
import { Effect, Layer, Option, References } from "effect";
import { TestClock } from "effect/testing";
import type { ChainAction } from "../../../../core/chain/mod.ts";
import { ChainBalances } from "../../../../core/port/chain_balances.ts";
import { ChainLogs, ChainRoad } from "../../../../core/port/chain_road.ts";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { LedgerStore } from "../../../../core/port/ledger_store.ts";
import { NewId } from "../../../../core/port/new_id.ts";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { secretLocation, WalletStore } from "../../../../core/port/wallet_store.ts";
import { IndexReadings } from "../../../../core/use_case/ledger/mod.ts";
import type { newWallet } from "../../../contract/new_wallet.ts";
import { layerMemoryChainStore } from "../../../memory/chain_store.ts";
import { layerMemorySecretBox } from "../../../memory/secret_box.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";
import { type ChainWorld, MARKETS } from "./chain_world.ts";

/** Stores a wallet with its secrets. */
export const storeWallet = Effect.fnUntraced(function* (wallet: ReturnType<typeof newWallet>) {
  const box = yield* SecretBox;
  const place = (secret: "signingKey" | "credentials") => secretLocation(wallet.id, secret);
  const credentials = new TextEncoder().encode('{"secret":"s","passphrase":"p"}');
  yield* (yield* WalletStore).add({
    wallet,
    secrets: {
      signingKey: yield* box.seal(new Uint8Array(32).fill(1), place("signingKey")),
      credentials: Option.some(yield* box.seal(credentials, place("credentials"))),
    },
  });
});

/** Asks for an action of a market of the world. Returns its id. */
export const ask = Effect.fnUntraced(function* (
  walletId: string,
  { kind, market: at, sizeE6, at: count }: {
    readonly kind: ChainAction["kind"];
    readonly market: number;
    readonly sizeE6: bigint;
    readonly at: number;
  },
) {
  const market = MARKETS[at];
  if (market === undefined) return [];
  const requestedMs = yield* Effect.clockWith((clock) => clock.currentTimeMillis);
  const { actions } = yield* (yield* ChainStore).request({
    walletId,
    idempotencyKey: `key ${count}`,
    requestSha256: "",
    actions: [{
      id: `action ${count}`,
      walletId,
      kind,
      market,
      sizeE6: kind === "claim" ? Option.none() : Option.some(sizeE6),
      payoutsE6: kind === "claim" ? Option.some([1_000_000n, 0n]) : Option.none(),
      isAutomatic: false,
      requestedMs,
    }],
  });
  return actions.map(({ id }) => id);
});

/** All that {@linkcode advanceWallet} needs, by the world. */
export function layerOf(
  world: ChainWorld,
  road: ChainRoad["Service"] = world.road,
  balancesOf: ChainBalances["Service"]["of"] = ({ market }) => world.balancesOf(market),
) {
  let ids = 0;
  return Layer.mergeAll(
    layerMemoryChainStore,
    layerMemoryWalletStore,
    layerMemorySecretBox(7),
    Layer.succeed(ChainRoad, road),
    Layer.succeed(ChainLogs, { movedBy: ({ tx }) => world.movedBy(tx) }),
    Layer.succeed(ChainBalances, { of: balancesOf }),
    Layer.succeed(IndexReadings, { of: () => Effect.succeed(Option.none()) }),
    Layer.mock(LedgerStore, { activityOf: () => world.activity() }),
    Layer.succeed(NewId, Effect.sync(() => `submission ${ids++}`)),
    Layer.succeed(References.MinimumLogLevel, "None"),
  ).pipe(Layer.provideMerge(TestClock.layer()));
}
