import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { layerGameStore } from "../../../adapters/postgres/game_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { layerOutcomeMarketStore } from "../../../adapters/postgres/outcome_market_store.ts";
import { layerSignInStore } from "../../../adapters/postgres/sign_in_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { layerTargetStore } from "../../../adapters/postgres/target_store.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { UNLIMITED } from "../../../core/order/mod.ts";
import * as port from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { newAccount, newKey } from "../../contract/account_store_contract.ts";
import { changesOf } from "../../contract/game_fixture.ts";
import { newBox, newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { newOrder } from "../../contract/order_fixture.ts";
import { ALL_RIGHTS } from "../../contract/staged_rights.ts";
import { targetAt } from "../../contract/target_store_contract.ts";
import { staged } from "../../core/venue2/arbitrary.ts";

const gone = Effect.fail(new SqlFailed({ cause: "gone" }));
const stores = Layer.mergeAll(
  layerAccountStore,
  layerGameStore,
  layerOrderStore,
  layerOutcomeMarketStore,
  layerSignInStore,
  layerTargetStore,
  layerWalletStore,
).pipe(Layer.provide(Layer.mock(Sql, {
  schema: "none",
  isShared: true,
  process: "test",
  query: () => gone,
  transaction: () => gone,
  ping: gone,
})));

const [account, key] = [newAccount(), newKey("a")];
const [wallet, secrets] = [newWallet("a"), newSecrets()];
const added = newOrder({ accountId: "a", walletId: "w" });
const { id, state } = added.order;
const reservation = { accountId: "a", key: "k", orderId: id };
const [at, none] = [UnixSec(1), Option.none<never>()];

const asked = Effect.gen(function* () {
  const accounts = yield* port.AccountStore;
  const games = yield* port.GameStore;
  const orders = yield* port.OrderStore;
  const markets = yield* port.OutcomeMarketStore;
  const signIns = yield* port.SignInStore;
  const targets = yield* port.TargetStore;
  const wallets = yield* port.WalletStore;
  return {
    "store an account": [
      accounts.addAccount(account),
      signIns.register({ account, passwordHash: "h", mustBeFirst: true }),
    ],
    "find an account": [accounts.findAccount("a@b.c")],
    "store an API key": [accounts.addKey(key, "s")],
    "find an API key": [accounts.findKey("s", 0)],
    "find API keys": [accounts.keysOf("a"), accounts.keysByPrefix("sk")],
    "revoke an API key": [accounts.revokeKey(key.id, 1)],
    "note that an API key was used": [accounts.recordUse(key.id, 1)],
    "find games": [
      games.gamesIn({ leagues: [], range: { startSec: at, endSec: at } }),
      games.gamesById(["espn:1"]),
    ],
    "find games of platforms": [games.platformGames({ league: "epl", seenSinceSec: at })],
    "find games without a link": [games.unsettled({ seenSinceSec: at, limit: 1 })],
    "store games": [games.write(changesOf({}))],
    "find the last write of games": [games.head],
    "find changed games": [games.changedSince({ afterSeq: 0, limit: 1 })],
    "find scans": [games.scansSince(at)],
    "delete old scans": [games.forgetScans(at)],
    "store an order": [
      orders.add(added),
      orders.add({ ...added, dayMaxE6: Option.some(1n) }),
      orders.add({ ...added, isReserved: true }),
    ],
    "reserve a key": [orders.reserve({ ...reservation, forMs: 1 })],
    "release a key": [orders.release(reservation)],
    "find an order": [orders.ofKey({ ...reservation, atMs: 0 })],
    "replace an order's bytes": [
      orders.replace({
        id,
        from: "x",
        to: { body: "", state, notionalE6: 1n, loweredToE6: none, priceE6: none },
      }),
    ],
    "store an order's state": [orders.note({ id, state, latencyMs: none, lookUpAtMs: 0 })],
    "take orders to look up": [orders.takeDue({ nowMs: 0, untilMs: 1, limit: 1, all: true })],
    "forget idempotency keys": [orders.forgetKeys(0)],
    "list a wallet's orders": [
      orders.list({ walletId: "w", states: ["sent"], conditionId: none, after: none, limit: 1 }),
    ],
    "sum up a wallet's orders": [orders.spentE6({ walletId: "w", startMs: 0, endMs: 1 })],
    "store outcome markets": [markets.put("mainnet", [staged()])],
    "find outcome markets": [markets.expiringAfter("mainnet", at)],
    "find a password": [signIns.passwordOf("a@b.c")],
    "store a password": [signIns.replacePassword({ accountId: "a", from: none, to: "h" })],
    "store a one-time link": [signIns.setLink({ accountId: "a", sha256: "s", expiresMs: 1 })],
    "use a one-time link": [signIns.takeLink("s", 1)],
    "find failures to sign in": [signIns.failuresOf("a")],
    "count a failure to sign in": [signIns.replaceFailures({ caller: "a", from: none, to: none })],
    "drop old failures to sign in": [
      signIns.prune({ nowMs: 1, failuresSinceMs: 1, callersMax: 1 }),
    ],
    "store targets": [targets.put([targetAt(1)])],
    "find evidence": [targets.evidence(targetAt(1).id)],
    "use the store": [targets.ping],
    "store a wallet": [wallets.add({ wallet, secrets })],
    "find a wallet": [wallets.find("w")],
    "find wallets": [wallets.ofAccount("a"), wallets.notSealedUnder("k")],
    "provision a wallet": [
      wallets.provision({ id, clobApiKey: "x", credentials: newBox(), rights: ALL_RIGHTS }),
    ],
    "set a wallet's limits": [wallets.setLimits("w", UNLIMITED)],
    "replace a wallet's secrets": [wallets.replaceSecrets({ id, from: secrets, to: secrets })],
  } satisfies Record<string, ReadonlyArray<Effect.Effect<unknown, unknown>>>;
});

test("a store whose database does not answer says what it could not do, and no value", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      for (const [operation, effects] of Object.entries(yield* asked)) {
        for (const effect of effects) {
          const failure = yield* Effect.flip<unknown, unknown, never>(effect);
          expect(failure).toBeInstanceOf(port.StoreFailed);
          expect(failure).toMatchObject({
            operation,
            message: `Cannot ${operation}: the store did not answer`,
          });
        }
      }
    }).pipe(Effect.provide(stores)),
  ));
