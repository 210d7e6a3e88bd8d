/**
 * The operation that copies the files of the store, for a command to read them at rest.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema } from "effect";
import { StoreCare } from "../../adapters/postgres/engine/store_care.ts";
import { handleOperation, type OperationHandler } from "./operation.ts";

/** The operation: takes the name of a new folder beside the store. */
export const COPY_OPERATION = {
  path: "/store/copy",
  input: Schema.Struct({ name: Schema.String.check(Schema.isPattern(/^backup_\w{1,40}$/)) }),
  output: Schema.Struct({}),
} as const;

/** Returns the handler. */
export function copyHandler(
  runtime: ManagedRuntime.ManagedRuntime<StoreCare, unknown>,
): OperationHandler {
  return handleOperation(COPY_OPERATION, {
    runtime,
    run: ({ name }) => StoreCare.use(({ copyTo }) => copyTo(name)).pipe(Effect.as({})),
  });
}
