/**
 * Implements {@linkcode ChainStore} in PostgreSQL.
 *
 * Whatever signs or judges locks its wallet's row first, and reads afterwards, in a statement of
 * its own: only such a statement sees what others have committed meanwhile.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import {
  CHAIN_ACTION_KINDS,
  CHAIN_ACTION_STATES,
  type ChainAction,
} from "../../../core/chain/mod.ts";
import { type ActionChange, ChainStore, type OpenActions } from "../../../core/port/chain_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { type Queries, Sql, type SqlFailed, type SqlRow } from "../engine/sql.ts";
import {
  ACTION_COLUMNS,
  changeRow,
  SUBMISSION_COLUMNS,
  toAction,
  toEnded,
  toSubmission,
} from "./chain_row.ts";
import { addRequest, requestedActions } from "./chain_request.ts";
import {
  beginSubmission,
  END_SUBMISSION,
  NOTE_REFUSAL,
  NOTE_SENDING,
  NOTE_SUBMISSION,
  noteParameters,
  reopenSubmission,
} from "./chain_submission.ts";
import { textOf } from "./column.ts";

type Service = ChainStore["Service"];

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerChainStore: Layer.Layer<ChainStore, never, Sql> = Layer.effect(
  ChainStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    const { query, transaction } = sql;
    return ChainStore.of({
      requested: (asked) => requestedActions(sql, asked).pipe(failingTo("find a request")),
      request: (request) =>
        transaction((inside) => addRequest(inside, request)).pipe(failingTo("store a request")),
      takeDue: ({ nowMs, againMs, limit }) =>
        query(TAKE_DUE, [nowMs, againMs, limit].map(String)).pipe(
          Effect.map((rows) => rows.map(({ wallet_id }) => String(wallet_id))),
          failingTo("take wallets that have something to do"),
        ),
      lookAt: ({ walletId, atMs }) =>
        query(LOOK_AT, [walletId, String(atMs)]).pipe(
          Effect.asVoid,
          failingTo("store when to look at a wallet"),
        ),
      openOf: (walletId) =>
        query(OPEN, [walletId]).pipe(
          Effect.map(toOpenActions),
          failingTo("find what a wallet has not finished"),
        ),
      begin: (begun) =>
        transaction((inside) => beginSubmission(inside, begun)).pipe(
          failingTo("store signed bytes"),
        ),
      noteSending: ({ id, sentMs }) =>
        query(NOTE_SENDING, [id, String(sentMs)]).pipe(
          Effect.asVoid,
          failingTo("store that bytes are sent"),
        ),
      noteRefusal: ({ id, why }) =>
        query(NOTE_REFUSAL, [id, why]).pipe(
          Effect.map(([row]) => row?.["is_nowhere"] === "true"),
          failingTo("store that bytes were refused"),
        ),
      noteSubmission: (known) =>
        query(NOTE_SUBMISSION, noteParameters(known)).pipe(
          Effect.asVoid,
          failingTo("store what is known of signed bytes"),
        ),
      endSubmission: ({ id, end, endMs, tx, why }) =>
        query(END_SUBMISSION, [id, end, String(endMs), textOf(tx), textOf(why)]).pipe(
          Effect.asVoid,
          failingTo("store how signed bytes ended"),
        ),
      reopen: (action) =>
        transaction((inside) => reopenSubmission(inside, action)).pipe(
          failingTo("reopen an action"),
        ),
      change: (changes) =>
        transaction((inside) => change(inside, changes)).pipe(failingTo("change actions")),
      list: (listing) =>
        query(LIST, listParameters(listing)).pipe(
          Effect.map((rows) => rows.map(toAction)),
          failingTo("list a wallet's actions"),
        ),
      confirmedOf: (walletId) =>
        query(CONFIRMED, [walletId]).pipe(
          Effect.map((rows) => rows.map(toAction)),
          failingTo("find a wallet's confirmed actions"),
        ),
    });
  }),
);

/** Skips a row that is locked at this moment: its wallet is being looked at. */
const TAKE_DUE = `
  with due as materialized (
    select wallet_id, look_ms from chain_wallets
    where look_ms <= $1::text::bigint
    order by look_ms limit $3::text::bigint
    for update skip locked
  ), taken as (
    update chain_wallets set look_ms = $2::text::bigint
    where wallet_id in (select wallet_id from due)
  )
  select wallet_id from due order by look_ms, wallet_id collate "C"
`;

/** Not of a wallet that has nothing to do by now, nor of one that was woken meanwhile. */
const LOOK_AT = `
  update chain_wallets set look_ms = $2::text::bigint
  where wallet_id = $1 and look_ms > 0
`;

/** In one statement: an action is seen as it is at one moment. */
const OPEN = `
  select ${ACTION_COLUMNS}, ${SUBMISSION_COLUMNS}
  from chain_actions as action
    left join chain_submissions as submission on submission.id = action.submission_id
  where action.wallet_id = $1 and action.state in ('queued', 'sent')
  order by action.requested_ms, action.id collate "C"
`;

function toOpenActions(rows: ReadonlyArray<SqlRow>): OpenActions {
  const queued = rows.filter((row) => row["state"] === "queued");
  const signed = rows.filter((row) => row["state"] === "sent");
  const flying = signed.find((row) => row["ended"] === null);
  return {
    queued: queued.map(toAction),
    signedBefore: queued.filter((row) => row["ended"] !== null).map(toEnded),
    inFlight: Option.map(Option.fromUndefinedOr(flying), toSubmission),
    ended: signed.filter((row) => row["ended"] !== null).map(toEnded),
  };
}

const change = Effect.fnUntraced(function* (
  { query }: Queries,
  changes: ReadonlyArray<ActionChange>,
): Effect.fn.Return<void, SqlFailed> {
  if (changes.length === 0) return;
  const rows = JSON.stringify(changes.map(changeRow));
  const walletIds = (yield* query(LOCK_WALLETS, [rows])).map(({ wallet_id }) => String(wallet_id));
  yield* query(CHANGE, [rows]);
  yield* query(REST, [JSON.stringify(walletIds)]);
});

/** Whoever locks several locks them in one order. */
const LOCK_WALLETS = `
  select wallet_id from chain_wallets where wallet_id in (
    select wallet_id from chain_actions where id in (
      select id from jsonb_to_recordset($1::text::jsonb) as changes (id text)
    )
  )
  order by wallet_id collate "C" for update
`;

/** Whose bytes are in flight is not over, and is not to be signed for once more. */
const CHANGE = `
  update chain_actions as action set
    state = told.state,
    why = told.why,
    moved_usdc_e6 = told.moved_usdc_e6::numeric,
    moved_shares_e6 = told.moved_shares_e6,
    tx = case when told.state = 'sent' then action.tx else told.tx end,
    ended_ms = told.ended_ms::bigint
  from jsonb_to_recordset($1::text::jsonb) as told (
    id text, submission_id text, state text, why text, moved_usdc_e6 text, moved_shares_e6 text,
    tx text, ended_ms text
  )
    left join chain_submissions as submission on submission.id = told.submission_id
  where action.id = told.id
    and case when told.submission_id is null then action.state = 'queued'
      else action.state = 'sent' and action.submission_id = told.submission_id end
    and case told.state when 'sent' then submission.id is not null
      else submission.id is null or submission.ended is not null end
`;

/** Wallets that have nothing left to do are not looked at any more. */
const REST = `
  update chain_wallets as wallet set look_ms = null
  where wallet_id in (select jsonb_array_elements_text($1::text::jsonb))
    and not exists (
      select 1 from chain_actions as action
      where action.wallet_id = wallet.wallet_id and action.state in ('queued', 'sent')
    )
`;

/** Filters that are null are left out. */
const LIST = `
  select ${ACTION_COLUMNS} from chain_actions as action
  where action.wallet_id = $1
    and action.kind = any(string_to_array($2, ','))
    and action.state = any(string_to_array($3, ','))
    and ($4::text is null or action.condition_id = $4)
    and (action.requested_ms, action.id collate "C") < ($5::text::bigint, $6)
  order by action.requested_ms desc, action.id collate "C" desc
  limit $7::text::bigint
`;

/** Later than any action. */
const FIRST = { requestedMs: "9223372036854775807", id: "" };

function listParameters(
  { walletId, kinds, states, conditionId, after, limit }: Parameters<Service["list"]>[0],
) {
  const { requestedMs, id } = Option.getOrElse(after, () => FIRST);
  return [
    walletId,
    CHAIN_ACTION_KINDS.filter((kind) => kinds.includes(kind)).join(","),
    CHAIN_ACTION_STATES.filter((state: ChainAction["state"]) => states.includes(state)).join(","),
    textOf(conditionId),
    String(requestedMs),
    id,
    String(limit),
  ];
}

const CONFIRMED = `
  select ${ACTION_COLUMNS} from chain_actions as action
  where action.wallet_id = $1 and action.state = 'confirmed'
  order by action.ended_ms, action.id collate "C"
`;
