import { Effect, Layer, Redacted } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { orderStoreContract } from "../../contract/order_store_contract.ts";
import { serverUrl } from "./fresh_schema.ts";
import { migratedSqls } from "./migrated_sql.ts";

const layerStores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
const [embedded, server] = migratedSqls();
if (embedded === undefined || server === undefined) throw new Error("there are two databases");

/** Another process would have a pool of its own. */
const layerOtherPool = Layer.unwrap(
  Sql.use(({ schema }) =>
    Effect.succeed(layerSqlServer({ url: Redacted.make(serverUrl), schema, connectionsMax: 10 }))
  ),
).pipe(Layer.provide(server.layer));

orderStoreContract({ ...embedded, layer: Layer.provide(layerStores, embedded.layer) });
orderStoreContract({
  ...server,
  layer: Layer.provide(layerStores, server.layer),
  replica: Layer.provide(layerOrderStore, layerOtherPool),
});
