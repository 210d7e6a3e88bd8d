/**
 * Stores requests to put an order in the place of one that rests.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { OrderStore, Replacement } from "../../../core/port/order_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { BATCH_ROWS, inBatches } from "../engine/in_batches.ts";
import type { Queries, SqlFailed, SqlRow } from "../engine/sql.ts";

const COLUMNS = `
  account_id, idempotency_key, request_sha256, wallet_id, from_order_id, to_id, why,
  created_ms::text as created_ms
`;

const BEGIN = `
  insert into order_replacements (
    account_id, idempotency_key, request_sha256, wallet_id, from_order_id, to_id, created_ms
  ) values ($1, $2, $3, $4, $5, $6, $7::text::bigint)
  on conflict (account_id, idempotency_key) do nothing
  returning ${COLUMNS}
`;

const FIND = `
  select ${COLUMNS} from order_replacements where account_id = $1 and idempotency_key = $2
`;

/** The first end is kept. */
const END = `
  update order_replacements set why = $3
  where account_id = $1 and idempotency_key = $2 and why is null
`;

const FORGET = `
  delete from order_replacements where to_id in (
    select to_id from order_replacements where created_ms < $1::text::bigint
    order by created_ms limit ${BATCH_ROWS} for update skip locked
  )
  returning to_id
`;

type Replacements = Pick<OrderStore["Service"], "beginReplacement" | "endReplacement">;

/** Makes that part of the store. */
export function replacementsIn({ query }: Pick<Queries, "query">): Replacements {
  return {
    beginReplacement: (wanted) =>
      Effect.gen(function* () {
        const { accountId, idempotencyKey, requestSha256, walletId, from, to } = wanted;
        const [begun] = yield* query(BEGIN, [
          accountId,
          idempotencyKey,
          requestSha256,
          walletId,
          from,
          to,
          String(wanted.createdMs),
        ]);
        if (begun !== undefined) return wanted;
        const [earlier] = yield* query(FIND, [accountId, idempotencyKey]);
        return earlier === undefined ? wanted : toReplacement(earlier);
      }).pipe(failingTo("begin a replacement")),
    endReplacement: ({ accountId, idempotencyKey, why }) =>
      query(END, [accountId, idempotencyKey, why]).pipe(
        Effect.asVoid,
        failingTo("end a replacement"),
      ),
  };
}

/** Deletes the replacements from before this, by the service's clock. */
export function forgetReplacements(
  { query }: Pick<Queries, "query">,
  beforeMs: number,
): Effect.Effect<void, SqlFailed> {
  return Effect.asVoid(inBatches({ query }, { text: FORGET, parameters: [String(beforeMs)] }));
}

function toReplacement(row: SqlRow): Replacement {
  return {
    accountId: String(row["account_id"]),
    idempotencyKey: String(row["idempotency_key"]),
    requestSha256: String(row["request_sha256"]),
    walletId: String(row["wallet_id"]),
    from: String(row["from_order_id"]),
    to: String(row["to_id"]),
    createdMs: Number(row["created_ms"]),
    why: Option.map(Option.fromNullishOr(row["why"]), String),
  };
}
