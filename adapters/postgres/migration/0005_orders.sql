-- Orders that may be at the venue: the signed bytes, and what became of them. Amounts are times 10^6,
-- instants in unix milliseconds. A row is written before its bytes are sent, and is never deleted.
create table orders (
  id text primary key,
  account_id text not null,
  wallet_id text not null references wallets (id),
  idempotency_key text,
  request_sha256 text,
  slug text not null,
  outcome text not null,
  token_id text not null,
  condition_id text not null,
  side text not null check (side in ('BUY', 'SELL')),
  order_type text not null,
  amount text not null,
  is_neg_risk boolean not null,
  body text not null,
  worth_e6 numeric(60, 0) not null check (worth_e6 >= 0),
  order_id text not null unique,
  state text not null check (state in ('sent', 'unknown', 'settled')),
  sent_ms bigint not null,
  why text,
  missing_since_ms bigint,
  settlement text check (settlement in ('matched', 'live', 'refused')),
  shares_e6 numeric(78, 0),
  usdc_e6 numeric(78, 0),
  refusal_reason text,
  refusal_words text,
  retry_after_sec double precision,
  is_reconciled boolean,
  created_ms bigint not null,
  latency_ms double precision,
  look_up_at_ms bigint not null,
  check ((idempotency_key is null) = (request_sha256 is null)),
  check ((state = 'unknown') = (why is not null)),
  check ((state = 'settled') = (settlement is not null)),
  check ((state = 'settled') = (is_reconciled is not null)),
  check ((settlement is not distinct from 'refused') = (refusal_reason is not null)),
  check ((refusal_reason is null) = (refusal_words is null))
);

create unique index orders_of_key on orders (account_id, idempotency_key)
  where idempotency_key is not null;

create index orders_due on orders (look_up_at_ms) where state <> 'settled';

create index orders_of_wallet on orders (wallet_id, created_ms);
