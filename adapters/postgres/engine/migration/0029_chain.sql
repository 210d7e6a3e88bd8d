-- Whether the service claims by itself what a wallet has won.
alter table wallets
  add column claim_policy text not null default 'off' check (claim_policy in ('auto', 'off'));

create index wallets_claiming on wallets (created_ms, id collate "C") where claim_policy = 'auto';

-- Wallets that have, or had, something to do on the chain. Whoever adds, signs or changes what one
-- has to do locks its row first.
create table chain_wallets (
  wallet_id text primary key references wallets (id),
  -- When it is to be looked at, in unix milliseconds by the service's clock; null while it has
  -- nothing to do.
  look_ms bigint
);

create index chain_wallets_due on chain_wallets (look_ms) where look_ms is not null;

-- Bytes that were signed for the chain. They are in flight until it is known how they ended. Instants
-- are unix milliseconds of machine time.
create table chain_submissions (
  id text primary key,
  wallet_id text not null references wallets (id),
  road text not null check (road in ('rpc', 'relayer')),
  nonce numeric(78, 0) not null check (nonce >= 0),
  -- In unix seconds of the venue.
  deadline_sec bigint,
  body text not null,
  tx text,
  -- By the service's clock.
  signed_ms bigint not null,
  sent_ms bigint,
  -- How often it was sent, and how often the road said that it does not take it.
  sends integer not null default 0,
  refusals integer not null default 0,
  road_id text,
  passed_ms bigint,
  ended text check (ended in ('executed', 'failed', 'refused', 'stale', 'expired', 'passed')),
  ended_ms bigint,
  ended_why text,
  check (refusals between 0 and sends),
  check ((ended is null) = (ended_ms is null)),
  check (ended is not null or ended_why is null)
);

create unique index chain_submissions_in_flight on chain_submissions (wallet_id)
  where ended is null;

-- Claims, splits and merges. Amounts are times 10^6; pairs are of a market's two outcomes, in the
-- venue's order, separated by a comma. Instants are unix milliseconds by the service's clock.
create table chain_actions (
  id text primary key,
  wallet_id text not null references wallets (id),
  kind text not null check (kind in ('claim', 'split', 'merge')),
  condition_id text not null,
  slug text,
  market_kind text not null check (market_kind in ('v1', 'v1_neg_risk', 'v2')),
  token_ids text not null,
  -- Their names: an array of JSON.
  outcomes text not null,
  size_e6 numeric(78, 0) check (size_e6 > 0),
  payouts_e6 text,
  is_automatic boolean not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'confirmed', 'failed', 'nothing_left')),
  attempts integer not null default 0,
  -- The bytes that were signed for it last.
  submission_id text references chain_submissions (id),
  before_usdc_e6 numeric(78, 0),
  before_shares_e6 text,
  moved_usdc_e6 numeric(78, 0),
  moved_shares_e6 text,
  tx text,
  why text,
  requested_ms bigint not null,
  ended_ms bigint,
  check ((kind = 'claim') = (size_e6 is null)),
  check ((before_usdc_e6 is null) = (before_shares_e6 is null)),
  check ((moved_usdc_e6 is null) = (moved_shares_e6 is null)),
  check ((state = 'confirmed') = (moved_usdc_e6 is not null)),
  check (state <> 'sent' or submission_id is not null),
  check ((state in ('queued', 'sent')) = (ended_ms is null))
);

create unique index chain_actions_open_claim on chain_actions (wallet_id, condition_id)
  where kind = 'claim' and state in ('queued', 'sent');
create index chain_actions_open on chain_actions (wallet_id) where state in ('queued', 'sent');
create index chain_actions_listed on chain_actions (wallet_id, requested_ms, id collate "C");
create index chain_actions_confirmed on chain_actions (wallet_id) where state = 'confirmed';
create index chain_actions_of_submission on chain_actions (submission_id)
  where submission_id is not null;

-- What was asked for under a caller's key, kept for ever.
create table chain_requests (
  wallet_id text not null references wallets (id),
  idempotency_key text not null,
  request_sha256 text not null,
  -- In the order of the request.
  action_ids text[] not null,
  primary key (wallet_id, idempotency_key)
);

alter table wallet_frames drop constraint wallet_frames_kind_check;
alter table wallet_frames add constraint wallet_frames_kind_check
  check (kind in ('order', 'fill', 'claim', 'split', 'merge'));

-- Adds an action to what is told of its wallet. A new one is told of by whoever adds it: a backup
-- that is restored has its own frames.
create function tell_action() returns trigger
language plpgsql volatile as $$
declare
  told constant jsonb := content_of(to_jsonb(new));
begin
  perform add_frame(new.wallet_id, new.kind, told);
  if new.kind = 'claim' and new.state = 'confirmed' then
    perform add_messages(
      (select account_id from wallets where id = new.wallet_id), 'claim.confirmed', new.id,
      new.ended_ms, told
    );
  end if;
  return null;
end
$$;

-- Of what its customer can see: whether its bytes are signed already is not.
create trigger tell_action after update of state, tx, why, moved_usdc_e6 on chain_actions
for each row
when (
  (
    case when old.state = 'queued' then 'sent' else old.state end, old.tx, old.why,
    old.moved_usdc_e6
  ) is distinct from (
    case when new.state = 'queued' then 'sent' else new.state end, new.tx, new.why,
    new.moved_usdc_e6
  )
)
execute function tell_action();
