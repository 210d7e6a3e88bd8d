/**
 * The operation that makes a one-time link to sign in with.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Option, Schema } from "effect";
import type { AccountStore } from "../../core/port/account_store.ts";
import type { SignInStore } from "../../core/port/sign_in_store.ts";
import { makeLink, openAccount } from "../../core/use_case/account/mod.ts";
import type { WorldName } from "../wiring/world_folder.ts";
import { handleOperation, type OperationHandler } from "./operation.ts";

/** The operation. The token stays in the command's process: the service gets its digest alone. */
export const LINK_OPERATION = {
  path: "/account/link",
  input: Schema.Struct({
    email: Schema.String,
    sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  }),
  output: Schema.Struct({
    email: Schema.String,
    /** Whether the account was made for this link. */
    isNew: Schema.Boolean,
    /** The service's URL; null if no service is running. */
    url: Schema.NullOr(Schema.String),
  }),
} as const;

/** Returns the handler. In a sandbox the first link of an e-mail address opens its account. */
export function linkHandler({ runtime, world, url }: {
  readonly runtime: ManagedRuntime.ManagedRuntime<AccountStore | SignInStore, unknown>;
  readonly world: WorldName;
  /** The service's URL, if it listens. */
  readonly url: Option.Option<string>;
}): OperationHandler {
  return handleOperation(LINK_OPERATION, {
    runtime,
    run: Effect.fnUntraced(function* ({ email, sha256 }) {
      const { isNew } = world === "live"
        ? { isNew: false }
        : yield* openAccount({ id: Bun.randomUUIDv7(), email });
      const account = yield* makeLink({ email, sha256 });
      return { email: account.email, isNew, url: Option.getOrNull(url) };
    }),
  });
}
