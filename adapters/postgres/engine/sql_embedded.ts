/**
 * Driver: PostgreSQL inside this process, in its own directory.
 *
 * Uses PGlite's own calls and not its socket server, which mixes up its clients' messages. It has
 * one connection; a statement waits for the previous one.
 *
 * It does not wait for the disk to confirm a write: a killed process loses nothing, but a power cut
 * may. To avoid that, set `DATABASE_URL`.
 *
 * @module
 */
import { accessSync, constants, existsSync } from "node:fs";
import { Mutex, PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { Effect, type Layer, type Scope } from "effect";
import { STATEMENT_TIMEOUT_MS, within } from "./deadline.ts";
import { CopyImpossible, copyStore } from "../store/copy_store.ts";
import { claimDirectory } from "./directory_claim.ts";
import { NEW_CLUSTER, pgliteFiles } from "./pglite_files.ts";
import { runPrepared, type RunStatement } from "./prepared_statements.ts";
import { layerOf, type Sql, type SqlDriver, type Statements } from "./sql.ts";
import { fullDiskAt, troubleOf } from "./store_trouble.ts";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";
import { rename, rm } from "node:fs/promises";

/** `dataDir`: where to keep the store, in a folder `store`; `memory://` keeps it nowhere. */
export interface SqlEmbeddedOptions {
  readonly dataDir: string;
  readonly schema: string;
}

const IN_MEMORY = "memory://";
const NAME = "store";
/** The version of PostgreSQL that PGlite is. */
const MAJOR_VERSION = "18";

/** Opens the store, creates it if it is missing, and closes it with its scope. */
export function layerSqlEmbedded(
  { dataDir: folder, schema }: SqlEmbeddedOptions,
): Layer.Layer<Sql, StoreUnavailable> {
  const opened = folder === IN_MEMORY ? openInMemory : openDirectory(folder);
  return layerOf(
    schema,
    Effect.gen(function* () {
      const store = yield* opened;
      yield* Effect.promise(() =>
        store.exec(`set search_path to "${schema}"; set timezone to 'UTC'`)
      );
      return driverOf(store, folder === IN_MEMORY ? undefined : `${folder}/${NAME}`);
    }),
  );
}

const openDirectory = Effect.fnUntraced(function* (
  parent: string,
): Effect.fn.Return<PGlite, StoreUnavailable, Scope.Scope> {
  yield* claimDirectory({ parent, name: NAME });
  const directory = `${parent}/${NAME}`;
  yield* Effect.tryPromise({
    try: () => createStore(directory),
    catch: (cause) => {
      const reason = troubleOf(cause) ?? fullDiskAt(parent) ?? firstLineOf(cause);
      return new StoreUnavailable({ detail: `cannot create ${directory}: ${reason}`, cause });
    },
  });
  yield* checkVersion(directory);
  return yield* open(directory, { startParams: startParams(MODERATE) });
});

/** A store of another major version does not open, and its error says nothing to an operator. */
const checkVersion = Effect.fnUntraced(function* (directory: string) {
  const file = Bun.file(`${directory}/PG_VERSION`);
  const version = (yield* Effect.promise(() => file.text().catch(() => ""))).trim();
  if (version === "" || version === MAJOR_VERSION) return;
  const detail = `${directory} is of PostgreSQL ${version.slice(0, 8)}, and this version of the ` +
    `service reads ${MAJOR_VERSION}; back it up with the version that wrote it, and restore it ` +
    "into another DATA_DIR";
  return yield* new StoreUnavailable({ detail, cause: null });
});

/**
 * How much memory and disk PostgreSQL takes.
 *
 * It touches all of its buffers when it starts, and what they lack is in the system's cache of
 * files. Nothing makes checkpoints on time here, so the size of the log alone decides when: a store
 * reads that much again after its process was killed.
 */
const MODERATE = ["shared_buffers=16MB", "min_wal_size=32MB", "max_wal_size=64MB"];

/** Nothing in memory is read again after a crash. A file that grows there is copied each time. */
const WITHOUT_CRASHES = ["full_page_writes=off", "wal_init_zero=off"];

function startParams(settings: ReadonlyArray<string>): Array<string> {
  return [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])];
}

/** Opens an existing store, or the content of `loadDataDir`. */
function open(
  directory: string,
  options: Pick<PGliteOptions, "loadDataDir" | "startParams">,
): Effect.Effect<PGlite, StoreUnavailable, Scope.Scope> {
  const acquire = Effect.tryPromise({
    try: async () => {
      const store = new PGlite(directory, { ...await pgliteFiles(), ...options });
      await store.waitReady;
      return store;
    },
    catch: (cause) => {
      const trouble = directory === IN_MEMORY ? undefined : troubleAt(directory);
      const detail = trouble === undefined
        ? `${directory} is not a readable store${reasonOf(cause)}`
        : `cannot write to ${directory}: ${trouble}`;
      return new StoreUnavailable({ detail, cause });
    },
  });
  return Effect.acquireRelease(acquire, (store) => Effect.promise(() => store.close()));
}

/**
 * Unpacking the cluster leaves three times its size behind, outside of the heap, where it would
 * stay until the heap itself has grown.
 */
const openInMemory = Effect.tap(
  open(IN_MEMORY, {
    loadDataDir: NEW_CLUSTER,
    startParams: startParams([...MODERATE, ...WITHOUT_CRASHES]),
  }),
  () => Effect.sync(() => Bun.gc(true)),
);

/** `directory`: where the store is, unless in memory. */
function driverOf(store: PGlite, directory: string | undefined): SqlDriver {
  const opened = { store, run: runPrepared(store), turns: new Mutex() };
  const { run, turns } = opened;
  return {
    ...statementsOf(
      (...asked) => turns.runExclusive(() => run(...asked)),
      (text) => turns.runExclusive(() => store.exec(text)),
    ),
    begin: (use) => begin(opened, use),
    // The directory is claimed: there is no other process.
    isShared: false,
    copyTo: async (folder) => {
      if (directory === undefined) {
        throw new CopyImpossible("it is in memory; set DATA_DIR to keep it on disk");
      }
      await begin(opened, () => copyStore(directory, { folder, name: NAME }));
    },
  };
}

/** What statements and transactions take turns with. */
interface Opened {
  readonly store: PGlite;
  readonly run: RunStatement;
  readonly turns: Mutex;
}

/** Ends with an error, permanently, if another transaction does not end. */
async function begin<A>(
  { store, run, turns }: Opened,
  use: (inside: Statements) => Promise<A>,
): Promise<A> {
  const begun = Promise.withResolvers<void>();
  let isGivenUp = false;
  const ended = turns.runExclusive(() =>
    store.transaction((inside) => {
      if (isGivenUp) throw new Error("the transaction was given up");
      begun.resolve();
      return use(statementsInside(inside, run));
    })
  );
  try {
    await within(STATEMENT_TIMEOUT_MS, Promise.race([begun.promise, ended]));
  } catch (cause) {
    isGivenUp = true;
    ended.catch(() => {});
    throw cause;
  }
  return await ended;
}

function statementsInside(inside: Transaction, run: RunStatement): Statements {
  return statementsOf(async (...asked) => {
    if (inside.closed) throw new Error("the transaction has ended");
    return await run(...asked);
  }, (text) => inside.exec(text));
}

function statementsOf(
  run: RunStatement,
  runScript: (text: string) => Promise<unknown>,
): Statements {
  return {
    query: (text, parameters, { timeoutMs = STATEMENT_TIMEOUT_MS }) =>
      within(timeoutMs, run(text, parameters)),
    script: async (text, { timeoutMs = STATEMENT_TIMEOUT_MS }) => {
      await within(timeoutMs, runScript(text));
    },
  };
}

/** Finds out why a store cannot be opened: its program ends without a word for these. */
function troubleAt(directory: string): string | undefined {
  try {
    accessSync(directory, constants.W_OK);
    return fullDiskAt(directory);
  } catch (cause) {
    return troubleOf(cause);
  }
}

/** A thrown value that is not an error tells an operator nothing. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? ` (${firstLineOf(cause)})` : "";
}

/**
 * Creates a store without data unless the path exists. The caller holds the path's claim.
 *
 * The directory appears when its last file is written: a process that is killed earlier leaves
 * `<directory>.unfinished`, which the next one removes.
 */
async function createStore(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const archive = new Bun.Archive(await NEW_CLUSTER.arrayBuffer());
  await archive.extract(unfinished);
  await rename(unfinished, directory);
}
