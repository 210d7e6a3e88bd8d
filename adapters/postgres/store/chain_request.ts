/**
 * Stores what wallets were asked to do on the chain, each request once.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type {
  ChainRequest,
  NewChainAction,
  RequestedActions,
} from "../../../core/port/chain_store.ts";
import type { Queries, SqlFailed, SqlRow } from "../engine/sql.ts";
import { ACTION_COLUMNS, newActionRow, toAction } from "./chain_row.ts";

/** A wallet that never had anything to do has no row yet. */
const ADD_WALLET = "insert into chain_wallets (wallet_id) values ($1) on conflict do nothing";
const LOCK_WALLET = "select 1 from chain_wallets where wallet_id = $1 for update";

/** Locks the row of a wallet until the transaction ends. */
export const lockWallet = ({ query }: Queries, walletId: string) =>
  Effect.andThen(query(ADD_WALLET, [walletId]), query(LOCK_WALLET, [walletId]));

const REQUESTED = `
  select request.request_sha256, ${ACTION_COLUMNS}
  from chain_requests as request
    left join unnest(request.action_ids) with ordinality as named (id, place) on true
    left join chain_actions as action on action.id = named.id
  where request.wallet_id = $1 and request.idempotency_key = $2
  order by named.place
`;

/** Returns what a wallet has asked for under a key. */
export const requestedActions = Effect.fnUntraced(function* (
  { query }: Pick<Queries, "query">,
  { walletId, idempotencyKey }: Pick<ChainRequest, "walletId" | "idempotencyKey">,
): Effect.fn.Return<Option.Option<RequestedActions>, SqlFailed> {
  // A caller's text may contain the one character that PostgreSQL does not accept.
  if (idempotencyKey.includes("\0")) return Option.none();
  const rows = yield* query(REQUESTED, [walletId, idempotencyKey]);
  return Option.map(Option.fromUndefinedOr(rows[0]), (first) => ({
    requestSha256: String(first["request_sha256"]),
    actions: rows.flatMap((row) => row["id"] === null ? [] : [toAction(row)]),
  }));
});

/** Stores a request and its actions, unless the key is known. Inside of a transaction. */
export const addRequest = Effect.fnUntraced(function* (
  inside: Queries,
  request: ChainRequest & { readonly actions: ReadonlyArray<NewChainAction> },
): Effect.fn.Return<RequestedActions, SqlFailed> {
  const { walletId, idempotencyKey, requestSha256, actions } = request;
  yield* lockWallet(inside, walletId);
  const earlier = yield* requestedActions(inside, request);
  if (Option.isSome(earlier)) return earlier.value;
  const { ids, added } = joined(actions, yield* inside.query(OPEN_CLAIMS, [walletId]));
  yield* inside.query(ADD_REQUEST, [
    walletId,
    idempotencyKey,
    requestSha256,
    JSON.stringify(ids),
  ]);
  if (added.length > 0) {
    yield* inside.query(WAKE, [walletId]);
    // Last: who has told of a change waits for nothing else.
    yield* inside.query(ADD_ACTIONS, [walletId, JSON.stringify(added.map(newActionRow))]);
  }
  const stored = yield* requestedActions(inside, request);
  return Option.getOrElse(stored, () => ({ requestSha256, actions: [] }));
});

const OPEN_CLAIMS = `
  select condition_id, id from chain_actions
  where wallet_id = $1 and kind = 'claim' and state in ('queued', 'sent')
`;

const ADD_REQUEST = `
  insert into chain_requests (wallet_id, idempotency_key, request_sha256, action_ids)
  values ($1, $2, $3, array(
    select id from jsonb_array_elements_text($4::text::jsonb) with ordinality as named (id, place)
    order by place
  ))
`;

/** It is due at once, by whichever clock. */
const WAKE = "update chain_wallets set look_ms = 0 where wallet_id = $1";

/** Tells of them as well. */
const ADD_ACTIONS = `
  with added as (
    insert into chain_actions (
      id, wallet_id, kind, condition_id, slug, market_kind, token_ids, outcomes, size_e6,
      payouts_e6, is_automatic, requested_ms
    )
    select id, $1, kind, condition_id, slug, market_kind, token_ids, outcomes, size_e6::numeric,
      payouts_e6, is_automatic, requested_ms::bigint
    from jsonb_to_recordset($2::text::jsonb) as added (
      id text, kind text, condition_id text, slug text, market_kind text, token_ids text,
      outcomes text, size_e6 text, payouts_e6 text, is_automatic boolean, requested_ms text
    )
    returning *
  )
  select add_frame(wallet_id, kind, content_of(to_jsonb(added)))::text as seq
  from (select * from added order by id collate "C") as added
`;

/** Returns the ids of a request's actions in its order, and those that are to be added. */
function joined(actions: ReadonlyArray<NewChainAction>, openClaims: ReadonlyArray<SqlRow>) {
  const claims = new Map(
    openClaims.map(({ condition_id, id }) => [String(condition_id), String(id)]),
  );
  const added: Array<NewChainAction> = [];
  const ids = actions.map((action) => {
    const { id, kind, market: { conditionId } } = action;
    const known = kind === "claim" ? claims.get(conditionId) : undefined;
    if (known !== undefined) return known;
    if (kind === "claim") claims.set(conditionId, id);
    added.push(action);
    return id;
  });
  return { ids, added };
}
