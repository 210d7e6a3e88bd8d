import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/store/account_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/store/order_store.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { newAccount, newSha256 } from "../../contract/account_store_contract.ts";
import { newAddress, newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { newOrder } from "../../contract/order_fixture.ts";
import { anyMigratedSql, describeOn } from "./migrated_sql.ts";

const account = newAccount();
const wallet = newWallet(account.id);
const added = newOrder({ accountId: account.id, walletId: wallet.id });
const [sha256, address, nobody] = [newSha256(), newAddress(), crypto.randomUUID()];

const key = (values: string) => `
  insert into api_keys (id, prefix, last_four, created_ms, account_id, sha256, scopes)
  values ('k', 'sk', 'x', 1, ${values})
`;
const walletOf = (values: string) => `
  insert into wallets (
    id, created_ms, account_id, address, funder, signature_type,
    signing_key_id, signing_box, credentials_key_id, credentials_box
  ) values ('w', 1, ${values})
`;
const order = (change: string) => `update orders set ${change} where id = '${added.order.id}'`;

const action = (kind: string, own = "", values = "") => `
  insert into chain_actions (
    id, wallet_id, condition_id, market_kind, token_ids, outcomes, is_automatic, requested_ms,
    kind ${own}
  ) values ('c', '${wallet.id}', '0x01', 'v1', '1,2', '[]', false, 1, '${kind}' ${values})
`;
const submissions = (own: string, ...values: ReadonlyArray<string>) => `
  insert into chain_submissions (id, wallet_id, road, body, signed_ms, nonce ${own}) values
  ${values.map((value, at) => `('${at}', '${wallet.id}', 'rpc', '', 1, ${value})`).join(", ")}
`;

describeOn(
  "the tables",
  anyMigratedSql(),
  Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore),
  (run) => {
    test("refuse what the service must never write", () =>
      run(Effect.gen(function* () {
        yield* AccountStore.use(({ addAccount }) => addAccount(account));
        yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
        yield* OrderStore.use(({ add }) => add(added));
        for (const statement of REFUSED) {
          const { message } = yield* Sql.use(({ query }) => Effect.flip(query(statement)));
          expect({ statement, message })
            .toEqual({ statement, message: expect.stringContaining("constraint") });
        }
      })));
  },
);

const REFUSED = [
  `insert into accounts values ('1', '${account.email}', 1)`,
  "insert into accounts values ('2', 'Someone@example.com', 1)",
  `delete from accounts where id = '${account.id}'`,
  key(`'${account.id}', '${sha256.replace(/.$/, "A")}', '{read}'`),
  key(`'${account.id}', 'abc', '{read}'`),
  key(`'${account.id}', '${sha256}', '{read,root}'`),
  key(`'${nobody}', '${sha256}', '{read}'`),
  walletOf(`'${account.id}', '${wallet.address}', '${wallet.funder}', 0, 'k', 'b', null, null`),
  walletOf(`'${nobody}', '${address}', '${address}', 0, 'k', 'b', null, null`),
  walletOf(`'${account.id}', '${address}', '${address}', 4, 'k', 'b', null, null`),
  walletOf(`'${account.id}', '0x12', '${address}', 0, 'k', 'b', null, null`),
  walletOf(`'${account.id}', '${address}', '0x12', 0, 'k', 'b', null, null`),
  walletOf(`'${account.id}', '${address}', '${address}', 0, 'k', 'b', 'k', null`),
  "update wallets set order_max_e6 = 0",
  "update wallets set rights_given = '{a,b}', rights_lacking = '{b}'",
  "update wallets set day_max_e6 = -1",
  "update wallets set claim_policy = 'on'",
  submissions("", "7", "8"),
  submissions("", "-1"),
  submissions(", ended", "7, 'failed'"),
  action("redeem"),
  action("claim", ", size_e6", ", 1"),
  action("split"),
  action("merge", ", size_e6", ", 0"),
  action("claim", ", state", ", 'sent'"),
  action("claim", ", state", ", 'failed'"),
  action("claim", ", state, ended_ms", ", 'confirmed', 1"),
  action("claim", ", state, ended_ms", ", 'queued', 1"),
  action("claim", ", before_usdc_e6", ", 1"),
  order("state = 'unknown'"),
  order("state = 'final'"),
  order("state = 'signed'"),
  order("state = 'final', ending = 'live', is_reconciled = true"),
  order("state = 'final', ending = 'refused', is_reconciled = true"),
  order("ending = 'matched'"),
  order("state = 'unknown', why = 'x', is_at_venue = true, ending = 'live'"),
  order("why = 'x'"),
  order("idempotency_key = null"),
  order("notional_e6 = -1"),
  order("size_e6 = 1"),
  order("state = 'live', ending = 'matched'"),
  order("state = 'final', ending = 'canceled', is_reconciled = true, cancel_message = ''"),
  order("wallet_id = 'nobody'"),
  "insert into games_head (revision, at_sec) values (0, 0)",
];
