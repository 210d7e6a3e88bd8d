/**
 * The operations by which a command makes a backup beside a running service: what the store has, if
 * that is little, and else a copy of its files.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { StoreCare } from "../../adapters/postgres/engine/store_care.ts";
import { handleOperation } from "./operation.ts";

/** The operation that reads everything that is stored, at one moment; null where that is much. */
export const READ_OPERATION = {
  path: "/store/read",
  input: Schema.Struct({}),
  output: Schema.NullOr(Schema.Struct({
    migrations: Schema.Array(Schema.Struct({ name: Schema.String, sha256: Schema.String })),
    /** Rows are JSON; there is a table without rows before each table's. */
    tables: Schema.Array(
      Schema.Struct({ table: Schema.String, rows: Schema.Array(Schema.String) }),
    ),
  })),
} as const;

/** The handler. */
export const readHandler = handleOperation(
  READ_OPERATION,
  () => Effect.map(StoreCare.use(({ readIfSmall }) => readIfSmall), Option.getOrNull),
);

/**
 * The operation that copies the files of the store, for a command to read them at rest: takes the
 * name of a new folder beside it.
 */
export const COPY_OPERATION = {
  path: "/store/copy",
  input: Schema.Struct({ name: Schema.String.check(Schema.isPattern(/^backup_\w{1,40}$/)) }),
  output: Schema.Struct({}),
} as const;

/** The handler. */
export const copyHandler = handleOperation(
  COPY_OPERATION,
  ({ name }) => StoreCare.use(({ copyTo }) => copyTo(name)).pipe(Effect.as({})),
);
