-- What the trades of orders moved, followed until the chain has settled it or taken it back. A fill
-- is what one trade is to one order; its rank orders the states as they are heard or win.
create table fills (
  id text primary key,
  order_row text not null references orders (id),
  wallet_id text not null,
  condition_id text not null,
  trade_id text not null,
  order_id text not null,
  role text not null check (role in ('taker', 'maker')),
  price_e6 numeric(60, 0) not null check (price_e6 >= 0),
  shares_e6 numeric(78, 0) not null check (shares_e6 >= 0),
  state text not null check (state in ('matched', 'mined', 'retrying', 'failed', 'confirmed')),
  rank smallint not null,
  tx text,
  matched_ms bigint not null,
  -- When its last state was heard, by the service's clock.
  settled_ms bigint,
  check ((state in ('failed', 'confirmed')) = (settled_ms is not null))
);

create index fills_of_wallet on fills (wallet_id, matched_ms, id collate "C");
create index fills_of_market on fills (wallet_id, condition_id);
create index fills_of_order on fills (order_row);
create index fills_open on fills (wallet_id) where settled_ms is null;

-- The sums of an order's fills, times 10^6: all of them, those that are settled, those that failed.
alter table orders
  add column heard_shares_e6 numeric(78, 0) not null default 0,
  add column heard_usdc_e6 numeric(78, 0) not null default 0,
  add column settled_shares_e6 numeric(78, 0) not null default 0,
  add column settled_usdc_e6 numeric(78, 0) not null default 0,
  add column failed_shares_e6 numeric(78, 0) not null default 0,
  add column failed_usdc_e6 numeric(78, 0) not null default 0,
  -- Shares of a SELL that counted on purchases which could still fail, times 10^6.
  add column unsettled_e6 numeric(78, 0) not null default 0,
  -- The fraction that takers pay in its market, as decimal text.
  add column fee_rate text;

create index orders_of_open_wallets on orders (wallet_id) where state <> 'final';
create index orders_unheard on orders (created_ms)
  where ending in ('matched', 'canceled') and coalesce(shares_e6, 1) > heard_shares_e6;

-- What failed on the chain is not traded.
drop function spent_e6;
drop function counted_e6;

create function counted_e6(
  state text, ending text, usdc_e6 numeric, failed_usdc_e6 numeric, notional_e6 numeric
) returns numeric
language sql immutable as $$
  select case
    when ending = 'refused' then 0
    when state = 'final' then greatest(coalesce(usdc_e6, notional_e6) - failed_usdc_e6, 0)
    else notional_e6
  end
$$;

-- What a wallet's orders from start_ms to before end_ms count together. Orders of one wallet wait
-- here for each other, each until the one before is committed; being volatile, the sum sees what was
-- committed meanwhile, which one statement alone would not.
create function spent_e6(of_wallet text, start_ms bigint, end_ms bigint) returns numeric
language plpgsql volatile as $$
begin
  -- What refers to the wallet, as every order does, need not wait.
  perform 1 from wallets where id = of_wallet for no key update;
  return (
    select coalesce(sum(counted_e6(state, ending, usdc_e6, failed_usdc_e6, notional_e6)), 0)
    from orders
    where wallet_id = of_wallet and created_ms >= start_ms and created_ms < end_ms
  );
end
$$;
