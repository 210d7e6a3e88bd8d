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
  is_at_venue boolean,
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
  check ((why is null) = (is_at_venue is null)),
  check ((state = 'settled') = (settlement is not null)),
  check ((state = 'settled') = (is_reconciled is not null)),
  check ((settlement is not distinct from 'refused') = (refusal_reason is not null)),
  check ((refusal_reason is null) = (refusal_words is null))
);

create unique index orders_of_key on orders (account_id, idempotency_key)
  where idempotency_key is not null;

create index orders_keyed on orders (created_ms) where idempotency_key is not null;

create index orders_due on orders (look_up_at_ms) where state <> 'settled';

create index orders_of_wallet on orders (wallet_id, created_ms);

-- What a wallet's orders from start_ms to before end_ms are worth together, but for refused ones.
-- Orders of one wallet wait here for each other, each until the one before is committed; being
-- volatile, the sum sees what was committed meanwhile, which one statement alone would not.
create function spent_e6(of_wallet text, start_ms bigint, end_ms bigint) returns numeric
language plpgsql volatile as $$
begin
  -- What refers to the wallet, as every order does, need not wait.
  perform 1 from wallets where id = of_wallet for no key update;
  return (
    select coalesce(sum(worth_e6), 0) from orders
    where wallet_id = of_wallet and created_ms >= start_ms and created_ms < end_ms
      and settlement is distinct from 'refused'
  );
end
$$;
