-- What the venue's index listed of wallets: rows are added, and never changed. A row's key is all of
-- it, and its number among rows that are alike.
create table wallet_activity (
  wallet_id text not null references wallets (id),
  key text not null,
  at_ms bigint not null,
  content jsonb not null,
  primary key (wallet_id, key)
);

-- Until when that is whole, unix milliseconds.
create table wallet_activity_readings (
  wallet_id text primary key references wallets (id),
  as_of_ms bigint not null
);

-- How markets were resolved, for good: micro-USDC that a share of each outcome pays.
create table market_resolutions (
  condition_id text primary key,
  payouts_e6 text not null,
  resolved_ms bigint not null
);
