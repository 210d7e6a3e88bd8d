-- Paper wallets: their money, what rests and what is on its way, as one text; their shares; and all
-- of their orders and fills.
create table paper_wallets (
  wallet_id text primary key references wallets (id),
  version bigint not null default 0,
  latency_ms integer,
  account text not null
);

create table paper_shares (
  wallet_id text not null references paper_wallets (wallet_id),
  token_id text not null,
  shares_e6 numeric not null,
  primary key (wallet_id, token_id)
);

create table paper_orders (
  wallet_id text not null references paper_wallets (wallet_id),
  order_id text not null,
  content text not null,
  primary key (wallet_id, order_id)
);

create table paper_fills (
  wallet_id text not null references paper_wallets (wallet_id),
  trade_id text not null,
  matched_ms bigint not null,
  is_final boolean not null,
  content text not null,
  primary key (wallet_id, trade_id)
);

create index paper_fills_matched on paper_fills (wallet_id, matched_ms);
create index paper_fills_open on paper_fills (wallet_id) where not is_final;

-- A real wallet and one on paper, whose id is of version 8, may have the same address.
alter table wallets
  drop constraint wallets_account_id_address_funder_signature_type_key;
create unique index wallets_identity on wallets (
  account_id, address, funder, signature_type, (substr(id, 15, 1) = '8')
);

-- Of an order on paper: what each estimate says of it.
alter table orders add column estimates text;
