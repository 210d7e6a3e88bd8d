/**
 * The operation that says how a running service is: its store, its secrets and its providers.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { StoreCare } from "../../adapters/postgres/engine/store_care.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { WebhookStore } from "../../core/port/webhook_store.ts";
import { checkSecrets } from "../../core/use_case/account/mod.ts";
import { handleOperation } from "./operation.ts";

/** The schema of how a store is; see the adapter's `StoreFacts`. */
const Facts = Schema.Struct({
  version: Schema.String,
  bytes: Schema.Number,
  isReadOnly: Schema.Boolean,
  pending: Schema.Array(Schema.String),
  unknown: Schema.Array(Schema.String),
});

/** The schema of which secrets open; see the use case's `OpenedSecrets`. */
const Opened = Schema.Struct({
  count: Schema.Int,
  formerCount: Schema.Int,
  unreadable: Schema.Array(Schema.Struct({ id: Schema.String, reason: Schema.String })),
});

/** The schema of whether the keys open them all; see the use case's `SecretsReport`. */
const Secrets = Schema.Struct({
  keyId: Schema.NullOr(Schema.String),
  wallets: Opened,
  webhooks: Opened,
});

/** The operation, with its path and schemas. */
export const CHECK_OPERATION = {
  path: "/check",
  input: Schema.Struct({}),
  output: Schema.Struct({
    /** Where the service listens. */
    url: Schema.NullOr(Schema.String),
    pid: Schema.Int,
    store: Facts,
    secrets: Secrets,
    /** Messages of webhooks that wait, and webhooks that were stopped. */
    webhooks: Schema.Struct({ waiting: Schema.Int, stopped: Schema.Int }),
    /** How providers are doing; see the port's `ProviderReport`. */
    providers: Schema.Array(Schema.Struct({ name: Schema.String, state: Schema.String })),
  }),
} as const;

/** Returns the handler; `url` is the service's own, if it listens. */
export function checkHandler(url: Option.Option<string>) {
  return handleOperation(CHECK_OPERATION, () =>
    Effect.gen(function* () {
      const store = yield* StoreCare.use(({ facts }) => facts);
      const secrets = yield* checkSecrets();
      const outbox = yield* WebhookStore.use(({ state }) => state);
      const webhooks = { waiting: outbox.waiting, stopped: outbox.stoppedWebhooks };
      const providers = yield* ProviderWatch.use(({ reports }) => reports);
      const { pid } = process;
      return { url: Option.getOrNull(url), pid, store, secrets, webhooks, providers };
    }));
}
