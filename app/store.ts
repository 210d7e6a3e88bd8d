/**
 * Where everything is kept: a PostgreSQL server if one is named, else a folder of this machine.
 *
 * @module
 */
import { chmodSync, mkdirSync } from "node:fs";
import { Layer, Option } from "effect";
import { layerAccountStore } from "../adapters/postgres/account_store.ts";
import { layerGameStore } from "../adapters/postgres/game_store.ts";
import { layerLeadership } from "../adapters/postgres/leadership.ts";
import { layerMigrated } from "../adapters/postgres/migrate.ts";
import { layerOutcomeMarketStore } from "../adapters/postgres/outcome_market_store.ts";
import { layerOrderStore } from "../adapters/postgres/order_store.ts";
import { layerSqlEmbedded } from "../adapters/postgres/sql_embedded.ts";
import { layerSqlServer } from "../adapters/postgres/sql_server.ts";
import { layerTargetStore } from "../adapters/postgres/target_store.ts";
import { layerWalletStore } from "../adapters/postgres/wallet_store.ts";
import type { ServiceConfig } from "./config.ts";

/**
 * A world's data must never meet another's: a simulated price is no price. Each world has a schema
 * and a folder of its own, `live` or `sandbox_<seed>`.
 */
export type WorldName = "live" | `sandbox_${number}`;

/** Where a world is kept. What a sandbox replays is another world to its store. */
export interface WorldStore {
  readonly world: WorldName | `sandbox_${number}_${string}`;
  /** Of the embedded store. */
  readonly folder: string;
}

/** Enough for every route at once; a server allows a hundred in all by default. */
const CONNECTIONS_MAX = 10;

/** Owner only: secrets lie in it, and the embedded store lets everybody write to its files. */
const FOLDER_MODE = 0o700;

/** Creates the folder of a world, or closes one that was there before to everybody else. */
export function makeWorldFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  try {
    chmodSync(folder, FOLDER_MODE);
  } catch {
    // It is somebody else's, who lets us in, as a volume of a container may be.
  }
}

/** The folder of one world. */
export function worldFolder(
  { dataDir }: Pick<ServiceConfig, "dataDir">,
  world: WorldStore["world"],
): string {
  return `${dataDir}/${world}`;
}

/** The schema of a world on a server that several may share. */
export function schemaOf(world: WorldStore["world"]): string {
  return world === "live" ? "strikeline" : `strikeline_${world}`;
}

/** What is kept in this folder is forgotten with the process. */
export const IN_MEMORY = "memory://";

/**
 * All store ports over one storage, and who leads of those that share it; `folder` is used where no
 * server is named.
 */
export function layerStore(
  { databaseUrl }: Pick<ServiceConfig, "databaseUrl">,
  { world, folder }: WorldStore,
) {
  const schema = schemaOf(world);
  const sql = Option.match(databaseUrl, {
    onNone: () => layerSqlEmbedded({ dataDir: folder, schema }),
    onSome: (url) => layerSqlServer({ url, schema, connectionsMax: CONNECTIONS_MAX }),
  });
  return Layer.mergeAll(
    layerTargetStore,
    layerAccountStore,
    layerWalletStore,
    layerOrderStore,
    layerGameStore,
    layerOutcomeMarketStore,
    layerLeadership,
  ).pipe(Layer.provide(layerMigrated(sql)));
}
