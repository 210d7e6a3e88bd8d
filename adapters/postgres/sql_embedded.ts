/**
 * Driver: PostgreSQL inside this process, on a directory of its own.
 *
 * PGlite's own calls and not its socket server, which mixes up the messages of its clients. It
 * has one connection; a statement waits until the one before is done.
 *
 * It does not wait for the disk to confirm a write: a killed process loses nothing, a power cut
 * may. Whoever minds sets `DATABASE_URL`.
 *
 * @module
 */
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { Effect, type Layer, type Scope } from "effect";
import { STATEMENT_TIMEOUT_MS, within } from "./deadline.ts";
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

/** Opens the store, which takes seconds the first time, and closes it with its scope. */
export function layerSqlEmbedded(
  { dataDir, schema }: SqlEmbeddedOptions,
): Layer.Layer<Sql, StoreUnavailable> {
  const opened = dataDir === IN_MEMORY ? open(IN_MEMORY, IN_MEMORY) : openDirectory(dataDir);
  return layerOf(
    schema,
    Effect.gen(function* () {
      const store = yield* opened;
      yield* Effect.promise(() => store.exec(`set search_path to "${schema}"`));
      return driverOf(store);
    }),
  );
}

const openDirectory = Effect.fnUntraced(function* (
  parent: string,
): Effect.fn.Return<PGlite, StoreUnavailable, Scope.Scope> {
  yield* claimDirectory({ parent, name: NAME });
  const directory = `${parent}/${NAME}`;
  const created = Bun.file(`${directory}.created`);
  // Killed while it was being created, a store may be unable to open ever after. Nothing was
  // acknowledged out of such a one, so it is set aside and another is created.
  const setAside = Effect.promise(async () => {
    await Bun.$`mv ${directory} ${directory}.unfinished-${Date.now()}`.quiet().nothrow();
  });
  const store = yield* open(directory, directory).pipe(
    Effect.catch((failure) =>
      Effect.gen(function* () {
        const isUnfinished = !(yield* Effect.promise(() => created.exists())) &&
          (yield* Effect.promise(() => Bun.file(`${directory}/PG_VERSION`).exists()));
        if (!isUnfinished) return yield* failure;
        yield* setAside;
        return yield* open(directory, directory);
      })
    ),
  );
  yield* Effect.promise(() => Bun.write(created, ""));
  return store;
});

function open(
  directory: string,
  name: string,
): Effect.Effect<PGlite, StoreUnavailable, Scope.Scope> {
  const acquire = Effect.tryPromise({
    try: async () => {
      const store = new PGlite(directory);
      await store.waitReady;
      return store;
    },
    catch: (cause) =>
      new StoreUnavailable({
        detail: `${name} cannot be read as a store${reasonOf(cause)}`,
        cause,
      }),
  });
  return Effect.acquireRelease(acquire, (store) => Effect.promise(() => store.close()));
}

function driverOf(store: PGlite): SqlDriver {
  return {
    ...statementsOf(store),
    begin: (use) => begin(store, use),
    // The directory is claimed: there is no other process.
    hold: () => Promise.resolve(true),
  };
}

/** Gives up, for good, when another transaction does not end. */
async function begin<A>(store: PGlite, use: (inside: Statements) => Promise<A>): Promise<A> {
  const begun = Promise.withResolvers<void>();
  let isGivenUp = false;
  const ended = store.transaction((inside) => {
    if (isGivenUp) throw new Error("nobody waits for this transaction");
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

/** What was thrown is not always an error, and then says nothing to an operator. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? ` (${firstLineOf(cause)})` : "";
}
