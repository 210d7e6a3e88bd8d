/**
 * The storage: a PostgreSQL server if set, else an embedded store in a folder, with its journal;
 * the fleet of the processes that share it; the counts of requests, in Redis if set, else in this
 * process; and the box that seals wallets' secrets.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../adapters/postgres/store/account_store.ts";
import { readFleetId } from "../../adapters/postgres/engine/fleet_id.ts";
import { layerKeyUsageStore } from "../../adapters/postgres/store/key_usage_store.ts";
import { layerSessionStore } from "../../adapters/postgres/store/session_store.ts";
import { layerSignInStore } from "../../adapters/postgres/store/sign_in_store.ts";
import { layerWebhookStore } from "../../adapters/postgres/store/webhook_store.ts";
import { layerGameStore } from "../../adapters/postgres/store/game_store.ts";
import { layerStoreLeases } from "../../adapters/postgres/engine/leases.ts";
import { layerMigrated } from "../../adapters/postgres/engine/migrate.ts";
import { layerPaperStore } from "../../adapters/postgres/store/paper_store.ts";
import { layerOutcomeMarketStore } from "../../adapters/postgres/store/outcome_market_store.ts";
import { layerLedgerStore } from "../../adapters/postgres/store/ledger_store.ts";
import { layerChainStore } from "../../adapters/postgres/store/chain_store.ts";
import { layerLegStore } from "../../adapters/postgres/store/leg_store.ts";
import { layerGuardStore } from "../../adapters/postgres/store/guard_store.ts";
import { layerFillStore } from "../../adapters/postgres/store/fill_store.ts";
import { layerOrderStore } from "../../adapters/postgres/store/order_store.ts";
import { isDeadMark, ownProcessMark } from "../../adapters/postgres/engine/process_mark.ts";
import { layerServing } from "../../adapters/postgres/engine/serving.ts";
import { Sql } from "../../adapters/postgres/engine/sql.ts";
import { layerWatchedSql } from "../../adapters/postgres/engine/sql_watch.ts";
import { layerStoreCare } from "../../adapters/postgres/engine/store_care.ts";
import { StoreUnavailable } from "../../adapters/postgres/engine/store_unavailable.ts";
import { layerTargetStore } from "../../adapters/postgres/store/target_store.ts";
import { layerWalletFrames } from "../../adapters/postgres/store/wallet_frames.ts";
import { layerWalletStore } from "../../adapters/postgres/store/wallet_store.ts";
import { layerNoFleet } from "../../adapters/process/fleet.ts";
import { makeProcessQuotaStore } from "../../adapters/process/quota_store.ts";
import { layerTargetJournal } from "../../adapters/process/target_journal.ts";
import { layerRedisFleet } from "../../adapters/redis/fleet.ts";
import { makeRedisCounts, makeRedisQuotaStore } from "../../adapters/redis/quota_store.ts";
import { layerMessageAuth, layerMessageAuthOff } from "../../adapters/node_crypto/message_auth.ts";
import { layerSecretBox, layerSecretBoxOff } from "../../adapters/node_crypto/secret_box.ts";
import type { MessageAuth } from "../../core/port/message_auth.ts";
import type { QuotaStore } from "../../core/port/quota_store.ts";
import type { SecretBox } from "../../core/port/secret_box.ts";
import { layerPublisher } from "../../core/use_case/live/mod.ts";
import { layerToldActions } from "../../core/use_case/chain/mod.ts";
import { layerToldOrders } from "../../core/use_case/order/mod.ts";
import { ClockSpeed } from "../../core/use_case/time/mod.ts";
import type { StorageSettings, WalletKeys } from "../settings/storage_settings.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { nameOfRunning } from "../operator/running_service.ts";
import { layerUnpreparedStore } from "./unprepared_store.ts";
import { IN_MEMORY, type WorldName, type WorldStore } from "./world_folder.ts";

/**
 * Provides all store ports over one storage, which publish what changes of wallets, the leases of
 * the processes that share it, and their fleet. `folder` is used where no server is set.
 */
export function layerStore(
  storage: Pick<StorageSettings, "databaseUrl" | "redisUrl">,
  store: WorldStore,
) {
  const sql = layerUnpreparedStore(storage, store);
  const stores = Layer.mergeAll(
    layerTargetStore,
    layerAccountStore,
    layerSignInStore,
    layerSessionStore,
    layerKeyUsageStore,
    layerWalletStore,
    layerOrderStore,
    layerFillStore,
    layerGuardStore,
    layerLedgerStore,
    layerPaperStore,
    layerChainStore,
    layerWalletFrames,
    layerGameStore,
    layerWebhookStore,
    layerLegStore,
    layerOutcomeMarketStore,
    layerStoreLeases,
    layerFleet(storage.redisUrl),
    layerStoreCare(store.folder),
    layerServing,
  ).pipe(Layer.provide(layerMigrated(layerWatchedSql(sql))));
  return Layer.merge(layerToldOrders, layerToldActions).pipe(
    Layer.provideMerge(Layer.merge(layerPublisher, stores)),
  );
}

/** Provides the fleet of the processes that share a store on a server, and Redis. */
function layerFleet(redisUrl: StorageSettings["redisUrl"]) {
  return Layer.unwrap(Effect.gen(function* () {
    const { isShared } = yield* Sql;
    if (!isShared || Option.isNone(redisUrl)) return layerNoFleet;
    const fleet = yield* Effect.orDie(readFleetId);
    return layerRedisFleet({ url: redisUrl.value, fleet, speed: yield* ClockSpeed });
  }));
}

/** Makes the counts of requests: shared by all replicas of a world if Redis is set. */
export function makeQuotaStore(
  { redisUrl }: Pick<StorageSettings, "redisUrl">,
  world: WorldName,
): QuotaStore["Service"] & { readonly close: () => void } {
  const own = makeProcessQuotaStore();
  if (Option.isNone(redisUrl)) return { ...own, close: () => {} };
  const shared = makeRedisCounts({ url: redisUrl.value, world });
  return { ...makeRedisQuotaStore({ shared, own }), close: shared.close };
}

/** Provides what needs the wallet keys; without a current key its operations fail. */
export function layerWalletKeys(
  { current, previous }: WalletKeys,
): Layer.Layer<SecretBox | MessageAuth> {
  return Option.match(current, {
    onNone: () => Layer.merge(layerSecretBoxOff("WALLET_KEY"), layerMessageAuthOff("WALLET_KEY")),
    onSome: (key) => {
      const keys = { key, previousKey: Option.getOrUndefined(previous) };
      return Layer.merge(layerSecretBox(keys), layerMessageAuth(keys));
    },
  });
}

/** Keeps the targets that wait for a store beside it. Those of a store in memory end with it. */
export async function layerJournal({ folder }: WorldStore): Promise<Layer.Layer<never>> {
  if (folder === IN_MEMORY) return Layer.empty;
  return layerTargetJournal({ folder, mark: await ownProcessMark(), isDeadMark });
}

/**
 * Rejects if a service answers in the folder of its embedded store. The store's own claim knows
 * this machine's process ids alone, and containers that share a folder have ids of their own.
 */
export async function refuseUsedFolder(folder: string): Promise<void> {
  const unix = operatorSocketPath(folder);
  if (!await isAnswered(unix)) return;
  const detail = `${folder} is in use by ${await nameOfRunning(unix)}; stop that first, or set ` +
    "DATA_DIR to another folder for a second one";
  throw new StoreUnavailable({ detail, cause: null });
}
