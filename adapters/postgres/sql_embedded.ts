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
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { dataDir } from "@electric-sql/pglite-prepopulatedfs";
import { Effect, type Layer, type Scope } from "effect";
import { STATEMENT_TIMEOUT_MS, within } from "./deadline.ts";
import { createStore } from "./create_store.ts";
import { claimDirectory } from "./directory_claim.ts";
import { layerOf, type Sql, type SqlDriver, type SqlRow, type Statements } from "./sql.ts";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";

/** `dataDir`: where to keep the store, in a folder `store`; `memory://` keeps it nowhere. */
export interface SqlEmbeddedOptions {
  readonly dataDir: string;
  readonly schema: string;
}

const IN_MEMORY = "memory://";
const NAME = "store";

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
      return driverOf(store);
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
    catch: (cause) =>
      new StoreUnavailable({ detail: `cannot create ${directory} (${firstLineOf(cause)})`, cause }),
  });
  return yield* open(directory, {});
});

/** Opens an existing store, or the content of `loadDataDir`. */
function open(
  directory: string,
  options: Pick<PGliteOptions, "loadDataDir">,
): Effect.Effect<PGlite, StoreUnavailable, Scope.Scope> {
  const acquire = Effect.tryPromise({
    try: async () => {
      const store = new PGlite(directory, options);
      await store.waitReady;
      return store;
    },
    catch: (cause) =>
      new StoreUnavailable({
        detail: `${directory} is not a readable store${reasonOf(cause)}`,
        cause,
      }),
  });
  return Effect.acquireRelease(acquire, (store) => Effect.promise(() => store.close()));
}

const openInMemory = Effect.promise(dataDir).pipe(
  Effect.flatMap((loadDataDir) => open(IN_MEMORY, { loadDataDir })),
);

function driverOf(store: PGlite): SqlDriver {
  return {
    ...statementsOf(store),
    begin: (use) => begin(store, use),
    // The directory is claimed: there is no other process.
    hold: () => Promise.resolve(true),
  };
}

/** Ends with an error, permanently, if another transaction does not end. */
async function begin<A>(store: PGlite, use: (inside: Statements) => Promise<A>): Promise<A> {
  const begun = Promise.withResolvers<void>();
  let isGivenUp = false;
  const ended = store.transaction((inside) => {
    if (isGivenUp) throw new Error("the transaction was given up");
    begun.resolve();
    return use(statementsOf(inside));
  });
  try {
    await within(STATEMENT_TIMEOUT_MS, Promise.race([begun.promise, ended]));
  } catch (cause) {
    isGivenUp = true;
    ended.catch(() => {});
    throw cause;
  }
  return await ended;
}

function statementsOf(store: PGlite | Transaction): Statements {
  return {
    query: async (text, parameters, { timeoutMs = STATEMENT_TIMEOUT_MS }) => {
      const { rows } = await within(timeoutMs, store.query<SqlRow>(text, [...parameters]));
      return rows;
    },
    script: async (text, { timeoutMs = STATEMENT_TIMEOUT_MS }) => {
      await within(timeoutMs, store.exec(text));
    },
  };
}

/** A thrown value that is not an error tells an operator nothing. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? ` (${firstLineOf(cause)})` : "";
}
