/**
 * Implements {@linkcode WalletStore} in PostgreSQL, with secrets as sealed boxes.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import {
  type ClaimPolicy,
  RIGHTS,
  type SignatureType,
  type SpendingLimits,
  type Wallet,
  type WalletRights,
} from "../../../core/order/mod.ts";
import type { Sealed } from "../../../core/port/secret_box.ts";
import {
  type SealedSecrets,
  type StoredWallet,
  WalletStore,
} from "../../../core/port/wallet_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";
import { theOne } from "../engine/the_one.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerWalletStore: Layer.Layer<WalletStore, never, Sql> = Layer.effect(
  WalletStore,
  Effect.gen(function* () {
    const { query } = yield* Sql;
    return WalletStore.of({
      add: ({ wallet, secrets }) =>
        query(ADD, toParameters(wallet, secrets)).pipe(
          Effect.andThen(query(ADDED, [
            wallet.id,
            wallet.accountId,
            wallet.address,
            wallet.funder,
            String(wallet.signatureType),
          ])),
          Effect.flatMap(theOne("its id is of another account's wallet")),
          Effect.map(toStoredWallet),
          failingTo("store a wallet"),
        ),
      find: (id) =>
        // A caller's text may contain the one character that PostgreSQL does not accept.
        (id.includes("\0") ? Effect.succeed([]) : query(FIND, [id])).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toStoredWallet)),
          failingTo("find a wallet"),
        ),
      ofAccount: (accountId) =>
        query(OF_ACCOUNT, [accountId]).pipe(
          Effect.map((rows) => rows.map(toWallet)),
          failingTo("find wallets"),
        ),
      idsOfFunder: (funder) =>
        query(OF_FUNDER, [funder]).pipe(
          Effect.map((rows) => rows.map(({ id }) => String(id))),
          failingTo("find wallets"),
        ),
      idsOfAddress: (address) =>
        query(OF_ADDRESS, [address]).pipe(
          Effect.map((rows) => rows.map(({ id }) => String(id))),
          failingTo("find wallets"),
        ),
      provision: ({ id, clobApiKey, credentials: { keyId, box }, rights }) =>
        query(PROVISION, [id, clobApiKey, keyId, box, ...rightTexts(rights)])
          .pipe(Effect.asVoid, failingTo("provision a wallet")),
      setLimits: (id, limits) =>
        query(SET_LIMITS, [id, ...limitTexts(limits)]).pipe(
          Effect.map((rows) => rows.length === 1),
          failingTo("set a wallet's limits"),
        ),
      setClaimPolicy: (id, policy) =>
        query(SET_CLAIM_POLICY, [id, policy]).pipe(
          Effect.map((rows) => rows.length === 1),
          failingTo("set a wallet's claim policy"),
        ),
      claimingAutomatically: query(CLAIMING).pipe(
        Effect.map((rows) => rows.map(toWallet)),
        failingTo("find wallets"),
      ),
      notSealedUnder: (keyId) =>
        query(NOT_SEALED_UNDER, [keyId]).pipe(
          Effect.map((rows) => rows.map(toStoredWallet)),
          failingTo("find wallets"),
        ),
      replaceSecrets: ({ id, from, to }) =>
        query(REPLACE_SECRETS, [id, ...boxes(from), ...boxes(to)]).pipe(
          Effect.map((rows) => rows.length === 1),
          failingTo("replace a wallet's secrets"),
        ),
    });
  }),
);

/**
 * Two replicas may add the same wallet in parallel. The later one waits here until the other's row
 * is committed, and then sees it only with a separate statement.
 */
const ADD = `
  insert into wallets (
    id, account_id, address, funder, signature_type, clob_api_key, rights_given, rights_lacking,
    created_ms, order_max_e6, day_max_e6, claim_policy,
    signing_key_id, signing_box, credentials_key_id, credentials_box
  )
  values ($1, $2, $3, $4, $5::text::smallint, $6, string_to_array($7::text, ','),
    string_to_array($8::text, ','), $9::text::bigint, $10::text::numeric, $11::text::numeric,
    $12, $13, $14, $15, $16)
  on conflict do nothing
`;

const WALLETS = `
  select id, account_id, address, funder, signature_type::text as signature_type, clob_api_key,
    array_to_string(rights_given, ',') as rights_given,
    array_to_string(rights_lacking, ',') as rights_lacking, created_ms::text as created_ms,
    order_max_e6::text as order_max_e6, day_max_e6::text as day_max_e6, claim_policy,
    signing_key_id, signing_box, credentials_key_id, credentials_box
  from wallets
`;
const OLDEST_FIRST = `order by wallets.created_ms, wallets.id collate "C"`;

const ADDED = `
  ${WALLETS}
  where account_id = $2 and (
    id = $1 or (
      address = $3 and funder = $4 and signature_type = $5::text::smallint
      and (substr(id, 15, 1) = '8') = (substr($1, 15, 1) = '8')
    )
  )
  order by (id = $1) desc
`;

const OF_FUNDER = `
  select id from wallets where lower(funder) = lower($1) and substr(id, 15, 1) <> '8'
`;

const OF_ADDRESS = "select id from wallets where lower(address) = lower($1)";

const FIND = `${WALLETS} where id = $1`;

const OF_ACCOUNT = `${WALLETS} where account_id = $1 ${OLDEST_FIRST}`;

const PROVISION = `
  update wallets set clob_api_key = $2, credentials_key_id = $3, credentials_box = $4,
    rights_given = string_to_array($5::text, ','), rights_lacking = string_to_array($6::text, ',')
  where id = $1
`;

const SET_LIMITS = `
  update wallets set order_max_e6 = $2::text::numeric, day_max_e6 = $3::text::numeric
  where id = $1
  returning id
`;

const SET_CLAIM_POLICY = "update wallets set claim_policy = $2 where id = $1 returning id";

const CLAIMING = `${WALLETS} where claim_policy = 'auto' ${OLDEST_FIRST}`;

/** A wallet without credentials compares as null, which does not select it. */
const NOT_SEALED_UNDER = `
  ${WALLETS} where signing_key_id <> $1 or credentials_key_id <> $1 ${OLDEST_FIRST}
`;

const REPLACE_SECRETS = `
  update wallets set signing_key_id = $6, signing_box = $7, credentials_key_id = $8,
    credentials_box = $9, clob_api_key = case when $9::text is null then null else clob_api_key end
  where id = $1 and signing_key_id = $2 and signing_box = $3
    and credentials_key_id is not distinct from $4 and credentials_box is not distinct from $5
  returning id
`;

function toParameters(wallet: Wallet, secrets: SealedSecrets) {
  return [
    wallet.id,
    wallet.accountId,
    wallet.address,
    wallet.funder,
    String(wallet.signatureType),
    Option.getOrNull(wallet.clobApiKey),
    ...rightTexts(wallet.rights),
    String(wallet.createdMs),
    ...limitTexts(wallet.limits),
    wallet.claimPolicy,
    ...boxes(secrets),
  ];
}

function limitTexts({ orderMaxE6, dayMaxE6 }: SpendingLimits) {
  return [orderMaxE6, dayMaxE6].map((max) => Option.getOrNull(Option.map(max, String)));
}

/** Returns the names of given rights and of missing rights, each separated by commas. */
function rightTexts(rights: WalletRights) {
  return [true, false].map((isGiven) =>
    RIGHTS.filter((right) => rights.get(right) === isGiven).join(",")
  );
}

/** Returns the four columns of a wallet's secrets, in the order that every statement uses. */
function boxes({ signingKey, credentials }: SealedSecrets) {
  const { keyId, box } = Option.getOrElse(credentials, () => ({ keyId: null, box: null }));
  return [signingKey.keyId, signingKey.box, keyId, box];
}

function toStoredWallet(row: SqlRow): StoredWallet {
  const signingKey = { keyId: String(row["signing_key_id"]), box: String(row["signing_box"]) };
  const credentials = Option.map(
    Option.fromNullishOr(row["credentials_key_id"]),
    (keyId): Sealed => ({ keyId: String(keyId), box: String(row["credentials_box"]) }),
  );
  return { wallet: toWallet(row), secrets: { signingKey, credentials } };
}

function toWallet(row: SqlRow): Wallet {
  return {
    id: String(row["id"]),
    accountId: String(row["account_id"]),
    address: String(row["address"]),
    funder: String(row["funder"]),
    signatureType: Number(row["signature_type"]) as SignatureType,
    clobApiKey: Option.map(Option.fromNullishOr(row["clob_api_key"]), String),
    rights: toRights(row),
    limits: { orderMaxE6: toLimit(row["order_max_e6"]), dayMaxE6: toLimit(row["day_max_e6"]) },
    claimPolicy: row["claim_policy"] as ClaimPolicy,
    createdMs: Number(row["created_ms"]),
  };
}

function toLimit(column: unknown): Option.Option<bigint> {
  return Option.map(Option.fromNullishOr(column), (max) => BigInt(String(max)));
}

/** Ignores unknown names: another version of this service wrote them. */
function toRights(row: SqlRow): WalletRights {
  const [given, lacking] = ["rights_given", "rights_lacking"].map((column) =>
    new Set(String(row[column]).split(","))
  );
  return new Map(RIGHTS.flatMap((right) => {
    const isGiven = given?.has(right) === true;
    return isGiven || lacking?.has(right) === true ? [[right, isGiven] as const] : [];
  }));
}
