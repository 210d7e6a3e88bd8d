/**
 * Signed bytes for the chain: stored before they are sent, and followed until they are over.
 *
 * @module
 */
import { Effect, type Option } from "effect";
import type { ChainStore } from "../../../core/port/chain_store.ts";
import type { Queries, SqlFailed } from "../engine/sql.ts";
import { lockWallet } from "./chain_request.ts";
import { beforeRow, submissionParameters } from "./chain_row.ts";
import { textOf } from "./column.ts";

type Service = ChainStore["Service"];

/** Stores signed bytes. Returns false where the wallet has others, or an action is not queued. */
export const beginSubmission = Effect.fnUntraced(function* (
  inside: Queries,
  { submission, actions }: Parameters<Service["begin"]>[0],
): Effect.fn.Return<boolean, SqlFailed> {
  if (actions.length === 0) return false;
  yield* lockWallet(inside, submission.walletId);
  const rows = JSON.stringify(actions.map(beforeRow));
  const begun = yield* inside.query(BEGIN, [...submissionParameters(submission), rows]);
  if (begun.length === 0) return false;
  yield* inside.query(SIGN, [submission.id, textOf(submission.tx), rows]);
  return true;
});

const BEGIN = `
  insert into chain_submissions (
    id, wallet_id, road, nonce, deadline_sec, body, tx, signed_ms, sent_ms, sends, refusals,
    road_id, passed_ms
  )
  select $1, $2, $3, $4::text::numeric, $5::text::bigint, $6, $7, $8::text::bigint,
    $9::text::bigint, $10::text::integer, $11::text::integer, $12, $13::text::bigint
  where not exists (
    select 1 from jsonb_to_recordset($14::text::jsonb) as wanted (id text)
      left join chain_actions as action
        on action.id = wanted.id and action.wallet_id = $2 and action.state = 'queued'
    where action.id is null
  )
  on conflict (wallet_id) where ended is null do nothing
  returning id
`;

const SIGN = `
  update chain_actions as action set state = 'sent', attempts = attempts + 1, submission_id = $1,
    tx = $2, why = null, before_usdc_e6 = known.usdc_e6::numeric, before_shares_e6 = known.shares_e6
  from jsonb_to_recordset($3::text::jsonb) as known (id text, usdc_e6 text, shares_e6 text)
  where action.id = known.id
`;

/** Returns the parameters of {@linkcode NOTE_SUBMISSION}. */
export const noteParameters = (
  { id, roadId, passedMs, tx, why }: Parameters<Service["noteSubmission"]>[0],
) => {
  /** What is to be none is not what is left out. */
  const field = (value: Option.Option<string | number> | undefined) => [
    value === undefined ? "false" : "true",
    value === undefined ? null : textOf(value),
  ];
  return [id, ...field(roadId), ...field(passedMs), ...field(tx), ...field(why)];
};

/** Counts a sending, of an id at an instant. */
export const NOTE_SENDING = `
  update chain_submissions set sends = sends + 1, sent_ms = $2::text::bigint
  where id = $1 and ended is null
`;

/** Counts a refusal, of an id for a reason, which those that wait for it are told. */
export const NOTE_REFUSAL = `
  with refused as (
    update chain_submissions set refusals = refusals + 1
    where id = $1 and ended is null and refusals < sends
    returning id, sends = refusals as is_nowhere
  ), told as (
    update chain_actions as action set why = $2 from refused
    where action.submission_id = refused.id and action.state = 'sent'
  )
  select is_nowhere::text as is_nowhere from refused
`;

/** Notes what is known. An action has the transaction of its bytes. */
export const NOTE_SUBMISSION = `
  with noted as (
    update chain_submissions set
      road_id = case when $2::text::boolean then $3 else road_id end,
      passed_ms = case when $4::text::boolean then $5::text::bigint else passed_ms end,
      tx = case when $6::text::boolean then $7 else tx end
    where id = $1 and ended is null
    returning id, tx
  )
  update chain_actions as action set tx = noted.tx,
    why = case when $8::text::boolean then $9 else action.why end
  from noted
  where action.submission_id = noted.id and action.state = 'sent'
`;

/** Has it found out once more what became of the bytes of a queued action. */
export const reopenSubmission = Effect.fnUntraced(function* (
  inside: Queries,
  { walletId, id, endMs }: Parameters<Service["reopen"]>[0],
): Effect.fn.Return<void, SqlFailed> {
  yield* lockWallet(inside, walletId);
  yield* inside.query(REOPEN, [walletId, id, String(endMs)]);
});

const REOPEN = `
  with reopened as (
    update chain_actions set state = 'sent'
    where wallet_id = $1 and id = $2 and state = 'queued' and submission_id is not null
    returning submission_id
  )
  update chain_submissions as submission
  set ended = 'passed', ended_ms = $3::text::bigint, ended_why = null
  from reopened where submission.id = reopened.submission_id
`;

/** Ends bytes: an id, how, when, the transaction, the reason. */
export const END_SUBMISSION = `
  with ended as (
    update chain_submissions set ended = $2, ended_ms = $3::text::bigint, ended_why = $5,
      tx = coalesce($4, tx)
    where id = $1 and ended is null
    returning id, tx
  )
  update chain_actions as action set tx = ended.tx from ended
  where action.submission_id = ended.id and action.state = 'sent'
    and action.tx is distinct from ended.tx
`;
