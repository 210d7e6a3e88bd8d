/**
 * A sandbox's store for tests of backups: on disk or on a server, and the commands on it.
 *
 * @module
 */
import { afterAll } from "bun:test";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Effect, Layer, ManagedRuntime, Option, Redacted } from "effect";
import postgres from "postgres";
import { layerMigrated } from "../../../../adapters/postgres/engine/migrate.ts";
import { useSnapshot } from "../../../../adapters/postgres/engine/snapshot.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { layerMachineTime } from "../../../../adapters/process/machine_time.ts";
import { layerStore } from "../../../../app/wiring/store.ts";
import { layerUnpreparedStore } from "../../../../app/wiring/unprepared_store.ts";
import { schemaOf, type WorldName } from "../../../../app/wiring/world_folder.ts";
import { serverUrl } from "../../../adapters/postgres/fresh_schema.ts";
import { COMMAND_LINE } from "../../command_line.ts";
import type { Settings } from "../../environment.ts";
import { startProcess } from "../../process.ts";
import { runToEnd } from "../../run_to_end.ts";
import { makeFolder } from "../../../temporary_folder.ts";

/** Where a store is. */
export type StorageKind = "embedded" | "server";

/** A store of one world, which is gone after the file's tests. */
export type StoredWorld = ReturnType<typeof storedWorld>;

/** A seed that no other run uses. */
export const newSeed = () => String(randomBytes(4).readUInt32BE());

/** Closes by itself: files of one process share it, and none knows which of them is the last. */
const server = postgres(serverUrl, { max: 1, idle_timeout: 1, onnotice: () => {} });

/** An embedded store has grown by so much once rows are written. */
const GROWN_BYTES = 2 * 1024 * 1024;

/** Returns a store of the world of a seed, which does not exist yet. */
export function storedWorld(kind: StorageKind, seed: string) {
  const { path, remove } = makeFolder();
  const world: WorldName = `sandbox_${Number(seed)}`;
  const schema = schemaOf(world);
  const folder = `${path}/${world}`;
  const settings: Settings = {
    DATA_DIR: path,
    SANDBOX_SEED: seed,
    ...(kind === "server" ? { DATABASE_URL: serverUrl } : {}),
  };
  afterAll(async () => {
    remove();
    if (kind === "server") await server`drop schema if exists ${server(schema)} cascade`;
  });
  const databaseUrl = kind === "server" ? Option.some(Redacted.make(serverUrl)) : Option.none();
  const layer = layerMigrated(layerUnpreparedStore({ databaseUrl }, { world, folder }));
  /** Uses the tables. No other process may have the store open, if it is embedded. */
  const use = <A>(use: (sql: Sql["Service"]) => Effect.Effect<A, unknown>) =>
    Effect.runPromise(Effect.provide(Sql.use(use), layer));
  let bytesBefore: number | undefined;
  return {
    settings,
    /** The folder of the world. */
    folder,
    /** Runs `backup` or `restore` to its end. */
    run: (...line: ReadonlyArray<string>) =>
      runToEnd([...COMMAND_LINE, ...line, "--sandbox"], { settings }),
    /** Starts it, to be killed. */
    start: (command = "", ...args: ReadonlyArray<string>) =>
      startProcess(command, settings, [...args, "--sandbox"]),
    use,
    /** Uses the store as a service does, until it is stopped. */
    serve: async () => {
      const runtime = ManagedRuntime.make(Layer.provide(
        layerStore({ databaseUrl, redisUrl: Option.none() }, { world, folder }),
        layerMachineTime,
      ));
      await runtime.runPromise(Effect.void);
      return { stop: () => runtime.dispose() };
    },
    /** The tables and rows, like {@linkcode contentOf}. */
    content: (): Promise<ReadonlyArray<string>> =>
      use((sql) => Effect.provideService(readContent, Sql, sql)),
    /** Whether a restore has written some rows, and is not done. */
    isRestoring: async () => {
      if (kind === "server") return await isInserting(schema);
      bytesBefore ??= bytesOf(`${folder}/store/base`);
      return bytesOf(`${folder}/store/base`) > bytesBefore + GROWN_BYTES;
    },
  };
}

/** Whether the session that may change the tables of a schema is inserting into them. */
async function isInserting(schema: string): Promise<boolean> {
  const found = await server`
    select 1 from pg_stat_activity sessions join pg_locks locks on locks.pid = sessions.pid
    where locks.locktype = 'advisory' and locks.granted
      and (locks.classid::bigint << 32 | locks.objid::bigint)
        = hashtextextended(${`strikeline:${schema}`}, 0)
      and sessions.query like '%insert into targets%'
  `;
  return found.length > 0;
}

function bytesOf(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true }).map((name) =>
    statSync(`${folder}/${String(name)}`, { throwIfNoEntry: false })?.size ?? 0
  );
  return sizes.reduce((total, size) => total + size, 0);
}

const readContent = useSnapshot(({ rows: batches }) =>
  Effect.promise(async () => {
    const lines: Array<string> = [];
    for await (const { table, rows } of batches) {
      lines.push(...rows.length === 0 ? [JSON.stringify(table)] : rows);
    }
    return lines.toSorted();
  })
);

/** The tables and rows of a backup, sorted: a restored store may read its rows in another order. */
export function contentOf(path: string): ReadonlyArray<string> {
  const lines = Buffer.from(Bun.gunzipSync(readFileSync(path))).toString().trimEnd().split("\n");
  return lines.slice(1, -1).toSorted();
}

/** Adds targets that do not shrink, of so many KiB each. */
export function addTargets(count: number, kib: number) {
  return (sql: Sql["Service"]) =>
    sql.query(
      `insert into targets (asset, "interval", start_sec, price_e18, source, evidence)
       select 'btc', '5min', n * 300, 123456789012345678901 + n, 'oracle', (
         select string_agg(md5(n::text || piece), '') from generate_series(1, ${kib * 32}) piece
       ) from generate_series(1, ${count}) n`,
      [],
      { timeoutMs: 300_000 },
    );
}
